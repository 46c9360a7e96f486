package shrink

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// Split divides a program that Program made of a module into two modules that run as one. The first has everything but
// the functions for which later holds, by their numbers; the rest has their bodies, and what the runtime knows of them.
// Each module has all functions under the same indices: instead of a body that the other has it has a stub, which goes
// on there by the table of functions. They share that table, memory and globals.
//
// The page (web/boot.js) puts a function without parameters into the table at place 0, which instantiates the rest with
// the exports of the first as the module "first". A stub of the first calls it before it goes on. The rest puts its
// functions in the place of their stubs, and one that does nothing at place 0.
func Split(module, shrunk []byte, later func(number int) bool) (first, rest []byte, err error) {
	s, err := readHalves(shrunk)
	if err == nil {
		err = s.choose(later)
	}
	if err == nil {
		err = s.divideMemory(module)
	}
	if err == nil {
		first, rest = s.first(), s.rest()
		err = s.check(first, rest)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("shrink: split: %w", err)
	}
	return first, rest, nil
}

// restSlot is the place in the table of the function that brings the rest. Go's own functions begin at firstAddress.
const restSlot = 0

// The sections of the rest: what the first has is imported.
var restOrder = []byte{secType, secImport, secFunction, secStart, secElement, secCode, secData}

// halves is a program to be divided.
type halves struct {
	*program
	sections []section
	types    []uint32  // of functions, by number, as indices
	away     []bool    // whether a function's body is in the rest, by number
	called   []bool    // whether a body there calls it
	unpacker [][]byte  // the bodies of the rest's helpers
	further  []segment // what the rest writes into the memory
	whole    expected  // when it is there
}

func readHalves(shrunk []byte) (*halves, error) {
	sections, err := parse(shrunk, madeOrder)
	if err != nil {
		return nil, err
	}
	p, err := readProgram(sections, helpers)
	if err != nil {
		return nil, err
	}
	s := &halves{program: p, sections: sections, away: make([]bool, p.linked()), called: make([]bool, len(p.funcs))}
	err = each(bodyOf(sections, secFunction), func(r *reader, _ int) { s.types = append(s.types, r.u32()) })
	return s, err
}

// leastAway is how many bytes of a body are worth a stub.
const leastAway = 100

// choose finds the functions whose bodies go to the rest. Those of the runtime's assembler stay.
func (s *halves) choose(later func(number int) bool) error {
	var space []instr
	for i := range s.away {
		if !later(i) || len(s.bodies[i]) < leastAway {
			continue
		}
		f, err := readFunction(s.bodies[i], space)
		if err != nil {
			return fmt.Errorf("function %d: %w", s.imports+i, err)
		}
		space = f.code
		if s.away[i] = f.compiled(s.funcs[s.imports+i]); !s.away[i] {
			continue
		}
		for _, in := range f.code {
			if in.op == opCall {
				s.called[in.arg] = true
			}
		}
	}
	if !slices.Contains(s.away, true) {
		return errors.New("no function is for later")
	}
	return nil
}

// goType is the type of Go's functions, and emptyType that of the start function, which takes and answers nothing.
func (s *halves) goType() uint32 { return s.types[slices.Index(s.away, true)] }

func (s *halves) emptyType() uint32 { return s.types[len(s.types)-helpers+helpStart] }

// first is the module with which the program begins.
func (s *halves) first() []byte {
	goOn := len(s.funcs)
	bodies := slices.Clone(s.bodies)
	for i := range s.away {
		if s.away[i] {
			bodies[i] = putCode(instr{op: opLocalGet}, instr{op: opI32Const, arg: firstAddress + int64(i)},
				instr{op: opCall, arg: int64(goOn)}, instr{op: opEnd})
		}
	}
	bodies = append(bodies, putCode(
		instr{op: opI32Const, arg: restSlot}, instr{op: opCallIndirect, arg: int64(s.emptyType())},
		instr{op: opLocalGet, arg: 0}, instr{op: opLocalGet, arg: 1},
		instr{op: opCallIndirect, arg: int64(s.goType())}, instr{op: opEnd}))
	made := slices.Clone(s.sections)
	for i, section := range made {
		switch section.id {
		case secType:
			made[i].body = extend(section.body, 1, []byte{0x60, 2, i32, i32, 1, i32})
		case secFunction:
			made[i].body = extend(section.body, 1, putU32(nil, uint32(len(s.program.types))))
		case secExport:
			made[i].body = extend(section.body, uint32(1+len(s.globals)), s.exports())
		case secCode:
			made[i].body = putBodies(bodies)
		}
	}
	return emit(made)
}

// Names by which the rest finds the first's table and memory. Go's linker exports the memory; globals have numbers.
const (
	tableName  = "table"
	memoryName = "mem"
)

// Kinds of what is exported and imported.
const (
	kindTable  = 1
	kindMemory = 2
	kindGlobal = 3
)

func (s *halves) exports() []byte {
	all := append(putName(nil, tableName), kindTable, 0)
	for i := range s.globals {
		all = putU32(append(putName(all, strconv.Itoa(i)), kindGlobal), uint32(i))
	}
	return all
}

// rest is the module with the other bodies. It begins like the first: types, what is imported from the browser.
func (s *halves) rest() []byte {
	n := len(s.away)
	bodies := append(slices.Clone(s.bodies[:n]), putCode(instr{op: opEnd})) // this one does nothing
	bodies = append(bodies, s.unpacker...)
	for i := range s.away {
		if !s.away[i] {
			bodies[i] = s.onwards(i)
		}
	}
	functions := putU32(nil, uint32(len(bodies)))
	for _, t := range slices.Concat(s.types[:n], []uint32{s.emptyType()}, s.types[n:]) {
		functions = putU32(functions, t)
	}
	return emit([]section{
		{secType, bodyOf(s.sections, secType)},
		{secImport, extend(bodyOf(s.sections, secImport), uint32(2+len(s.globals)), s.shared())},
		{secFunction, functions},
		{secStart, s.restStart()},
		{secElement, s.elements()},
		{secCode, putBodies(bodies)},
		{secData, putSegments(s.further)},
	})
}

// restStart names the rest's start function, which unpacks.
func (s *halves) restStart() []byte { return putU32(nil, uint32(s.imports+len(s.away)+1+helpStart)) }

// elements puts the rest's functions into the table, each row of them in a segment, and the one that does nothing.
func (s *halves) elements() []byte {
	segments, all := uint32(0), []byte(nil)
	put := func(at, number, end int) {
		segments++
		all = append(putSigned(append(all, 0, opI32Const), int64(at)), opEnd)
		all = putU32(all, uint32(end-number))
		for ; number < end; number++ {
			all = putU32(all, uint32(s.imports+number))
		}
	}
	n := len(s.away)
	put(restSlot, n, n+1)
	for i := 0; i < n; i++ {
		begin := i
		for i < n && s.away[i] {
			i++
		}
		if i > begin {
			put(firstAddress+begin, begin, i)
		}
	}
	return append(putU32(nil, segments), all...)
}

// onwards is a stub of the rest: it takes along what a function of any type is given. One that no body calls isn't run:
// in the table is the function itself.
func (s *halves) onwards(i int) []byte {
	if !s.called[s.imports+i] {
		return putCode(instr{op: opUnreachable}, instr{op: opEnd})
	}
	var code []instr
	for k := range s.funcs[s.imports+i].params {
		code = append(code, instr{op: opLocalGet, arg: int64(k)})
	}
	return putCode(append(code, instr{op: opI32Const, arg: firstAddress + int64(i)},
		instr{op: opCallIndirect, arg: int64(s.types[i])}, instr{op: opEnd})...)
}

// shared is what the rest imports from the first.
func (s *halves) shared() []byte {
	from := func(all []byte, name string, kind byte) []byte {
		return append(putName(putName(all, "first"), name), kind)
	}
	all := append(from(nil, tableName, kindTable), 0x70, 0)
	all = putU32(all, uint32(firstAddress+s.linked()))
	all = append(from(all, memoryName, kindMemory), 0, 0) // of any size
	for i, t := range s.globals {
		all = append(from(all, strconv.Itoa(i), kindGlobal), t, 1)
	}
	return all
}

func putName(to []byte, name string) []byte { return append(putU32(to, uint32(len(name))), name...) }

// putCode writes a body without locals.
func putCode(code ...instr) []byte {
	f := function{code: code}
	return f.put(nil)
}
