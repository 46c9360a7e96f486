package shrink

import (
	"bytes"
	"fmt"
	"slices"
)

// The tables of the first file know the functions whose bodies it has. Of the others they have what the runtime asks
// before one is called, when a goroutine is to begin with it: its name and its id. What else there is to know of those
// comes with the rest, as columns and FUNCDATA, and is unpacked then.

// divideMemory divides what the tables of the linked program say.
func (s *halves) divideMemory(module []byte) error {
	l, err := readLinked(module)
	if err != nil {
		return err
	}
	t, err := readTables(l.memory, l.program.linked(), l.release)
	if err != nil {
		return err
	}
	s.whole = expected{memory: l.memory, tables: t, release: l.release, closures: readClosures(l.memory, t, l.release)}
	if err := s.sameMemory(s.helpers(), s.data(), nil, nil); err != nil {
		return fmt.Errorf("it was linked otherwise: %w", err)
	}
	first := t.pack(s.away)
	rest := t.packRest(s.away, first)
	at, err := first.place(t, len(rest.pcs))
	if err != nil {
		return err
	}
	behind, err := rest.place(t, len(rest.pcs))
	if err != nil {
		return err
	}
	all := s.whole.fill(first, at)
	begin := bytes.Clone(all)
	later := t.unwanted(func(number int) bool { return !s.away[number] })
	clearSpans(begin, later)
	own, err := unpacker{t, first, at, len(s.funcs) - helpers}.bodies()
	if err != nil {
		return err
	}
	if s.unpacker, err = (unpacker{t, rest, behind, s.imports + s.linked() + 1}).bodies(); err != nil {
		return err
	}
	s.bodies = append(s.bodies[:s.linked():s.linked()], own...)
	setBody(s.sections, secData, putSegments(cut(begin, longestGap)))
	begun, err := s.run(s.helpers(), s.data(), 0)
	if err != nil {
		return err
	}
	further := bytes.Clone(begun)
	for _, f := range later {
		copy(further[f.from:f.until], all[f.from:f.until])
	}
	rest.load(further, t, behind)
	s.further = differences(begun, further, nearest)
	return nil
}

// helpers are the bodies of the functions that unpack, and data is the memory with which the first file begins.
func (s *halves) helpers() [][]byte { return s.bodies[s.linked():] }

func (s *halves) data() []byte { return bodyOf(s.sections, secData) }

// run answers the memory after helpers have unpacked some data, which know so many functions more before them.
func (s *halves) run(bodies [][]byte, data []byte, more int) ([]byte, error) {
	p, sections := *s.program, slices.Clone(s.sections)
	p.bodies = bodies
	p.funcs = append(slices.Clone(s.funcs), slices.Repeat([]signature{{}}, more)...)
	setBody(sections, secData, data)
	setBody(sections, secStart, putU32(nil, uint32(len(p.funcs)-helpers+helpStart)))
	return p.unpack(sections, len(s.whole.memory))
}

// nearest is how many bytes that stay are still written to a segment of the rest.
const nearest = 8

// sameMemory makes sure that helpers unpack the memory that the program begins with, those of the rest included.
func (s *halves) sameMemory(first [][]byte, data []byte, rest [][]byte, further []segment) error {
	memory, err := s.run(first, data, 0)
	if err == nil && further != nil {
		for _, f := range further {
			if f.at+len(f.data) > len(memory) {
				return fmt.Errorf("the rest writes at %#x", f.at)
			}
			copy(memory[f.at:], f.data)
		}
		memory, err = s.run(rest, putSegments(cut(memory, longestGap)), 1)
	}
	if err != nil {
		return err
	}
	return s.whole.sameTables(memory)
}
