package shrink

import "fmt"

// The marks of Marked lie in the memory from MarksAt to MarksEnd. Go's linker leaves the first page empty, so that nil
// points to nothing.
const (
	MarksAt  = 1024
	MarksEnd = 4096
)

// Marked has each function of a program that Program made leave a mark in the memory when it runs: a bit, by its
// number.
func Marked(shrunk []byte) ([]byte, error) {
	s, err := readHalves(shrunk)
	if err != nil {
		return nil, fmt.Errorf("shrink: marks: %w", err)
	}
	n := s.linked()
	if n > 8*(MarksEnd-MarksAt) {
		return nil, fmt.Errorf("shrink: marks: no room for %d functions", n)
	}
	var space []instr
	for i, body := range s.bodies[:n] {
		f, err := readFunction(body, space)
		if err != nil {
			return nil, fmt.Errorf("shrink: marks: function %d: %w", s.imports+i, err)
		}
		space = f.code
		place := instr{op: opI32Const, arg: MarksAt + int64(i/8)}
		f.code = append([]instr{
			place, place, {op: opLoad8}, {op: opI32Const, arg: 1 << (i % 8)}, {op: opI32Or}, {op: opI32Store8},
		}, f.code...)
		s.bodies[i] = f.put(nil)
	}
	setBody(s.sections, secCode, putBodies(s.bodies))
	return emit(s.sections), nil
}
