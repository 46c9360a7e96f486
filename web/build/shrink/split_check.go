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
		err = each(bodyOf(two, secCode), func(r *reader, _ int) { q.bodies = append(q.bodies, r.bytes(int(r.u32()))) })
	}
	if err == nil && len(q.bodies) != len(s.away)+1 {
		err = fmt.Errorf("%d bodies", len(q.bodies))
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
		if f, there := put[firstAddress+i]; there && f != s.imports+i {
			return fmt.Errorf("function %d is put in the place of %d", f, s.imports+i)
		} else if there {
			joined[i] = q.bodies[i]
		}
	}
	if !slices.EqualFunc(joined, s.bodies, bytes.Equal) {
		return errors.New("put together they are another program")
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
