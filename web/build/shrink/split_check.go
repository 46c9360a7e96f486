package shrink

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// check reads both modules as a stranger would: each is valid, and put together they are the program.
func (s *halves) check(first, rest []byte) error {
	one, err := parse(first, madeOrder)
	if err != nil {
		return fmt.Errorf("first: %w", err)
	}
	p, err := readProgram(one, helpers+1)
	if err == nil {
		err = p.validate()
	}
	if err != nil {
		return fmt.Errorf("first: %w", err)
	}
	two, err := parse(rest, restOrder)
	if err != nil {
		return fmt.Errorf("rest: %w", err)
	}
	// What is imported stands for what the first has; a program reads its own.
	q := &program{types: s.program.types, imports: s.imports, funcs: slices.Clone(s.funcs[:s.imports]), globals: s.globals}
	err = each(bodyOf(two, secFunction), q.readFunction)
	if err == nil {
		err = each(bodyOf(two, secCode), q.readBody)
	}
	n := len(s.away)
	if err == nil && (len(q.bodies) != n+1+helpers || !bytes.Equal(bodyOf(two, secStart), s.restStart())) {
		err = errors.New("other functions than its own")
	}
	if err == nil {
		err = q.validate()
	}
	if err != nil {
		return fmt.Errorf("rest: %w", err)
	}
	put, err := elementsOf(bodyOf(two, secElement))
	if err != nil {
		return fmt.Errorf("rest: %w", err)
	}
	joined := slices.Clone(p.bodies[:len(p.bodies)-1])
	for i := range s.away {
		f, there := put[firstAddress+i]
		if there && f != s.imports+i {
			return fmt.Errorf("function %d is put in the place of %d", f, s.imports+i)
		}
		stub, by := q.bodies[i], instr{op: opCallIndirect, arg: int64(s.types[i])}
		if there {
			stub, by = joined[i], instr{op: opCall, arg: int64(len(s.funcs))}
			joined[i] = q.bodies[i]
		}
		if !goesOn(stub, by, i) && (there || !idle(stub)) {
			return fmt.Errorf("the stub of function %d doesn't go on there", s.imports+i)
		}
	}
	if !slices.EqualFunc(joined, s.bodies, bytes.Equal) {
		return errors.New("put together they are another program")
	}
	further, err := readSegments(bodyOf(two, secData))
	if err == nil {
		err = s.sameMemory(p.bodies[n:n+helpers], bodyOf(one, secData), q.bodies[n+1:], further)
	}
	if err != nil {
		return fmt.Errorf("the memory: %w", err)
	}
	return s.checkCalls(q, put)
}

// goesOn reports whether all that a body does is to call a function by its place in the table, with what it was given.
func goesOn(stub []byte, by instr, number int) bool {
	f, err := readFunction(stub, nil)
	last := len(f.code) - 3 // the place, the call, the end
	if err != nil || len(f.groups) > 0 || last < 0 {
		return false
	}
	for k, in := range f.code[:last] {
		if in.op != opLocalGet || in.arg != int64(k) {
			return false
		}
	}
	place, call := f.code[last], f.code[last+1]
	return place.op == opI32Const && place.arg == firstAddress+int64(number) && call.op == by.op && call.arg == by.arg
}

// idle reports whether a body is of a stub that isn't run.
func idle(stub []byte) bool { return bytes.Equal(stub, []byte{0, opUnreachable, opEnd}) }

// checkCalls makes sure that the rest's functions call none that isn't run.
func (s *halves) checkCalls(rest *program, put map[int]int) error {
	var space []instr
	for i := range s.away {
		if _, there := put[firstAddress+i]; !there {
			continue
		}
		f, err := readFunction(rest.bodies[i], space)
		if err != nil {
			return err
		}
		space = f.code
		for _, in := range f.code {
			if in.op == opCall && int(in.arg) >= s.imports && idle(rest.bodies[int(in.arg)-s.imports]) {
				return fmt.Errorf("function %d calls %d, whose stub isn't run", s.imports+i, in.arg)
			}
		}
	}
	return nil
}

// elementsOf reads which functions are put where in the table.
func elementsOf(body []byte) (map[int]int, error) {
	put := map[int]int{}
	err := each(body, func(r *reader, _ int) {
		r.expect(0, "the kind of elements")
		r.expect(opI32Const, "the place of elements")
		at := int(r.s32())
		r.expect(opEnd, "the end of the place of elements")
		for k := range r.count() {
			put[at+k] = int(r.u32())
		}
	})
	return put, err
}
