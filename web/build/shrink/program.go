package shrink

import (
	"fmt"
	"slices"
)

// Value types, as they are written.
const (
	i32 = 0x7f
	i64 = 0x7e
	f32 = 0x7d
	f64 = 0x7c
)

// firstAddress is the address of the first function of the program's own, and its place in the table: funcValueOffset
// in the linker. The address of a place to return to is the function's, shifted by 16 bits, and a number within it.
const firstAddress = 0x1000

// signature is what a function takes and answers.
type signature struct{ params, results []byte }

func (s signature) equal(other signature) bool {
	return slices.Equal(s.params, other.params) && slices.Equal(s.results, other.results)
}

// goFunction is the signature of Go's functions: they take the place to go on from and answer whether the stack is
// being unwound. Arguments and results lie on Go's own stack.
var goFunction = signature{[]byte{i32}, []byte{i32}}

// program is what the sections say about functions.
type program struct {
	types   []signature
	imports int
	funcs   []signature // by index: the imported ones, then the program's own
	globals []byte      // their types; all can be set
	bodies  [][]byte    // of the program's own functions
	added   int         // of them, how many the linker didn't write
}

// readProgram reads the sections as Go's linker writes them, but for so many functions behind the linker's, and refuses
// others.
func readProgram(sections []section, added int) (*program, error) {
	p := &program{added: added}
	for _, s := range sections {
		var err error
		switch s.id {
		case secType:
			err = each(s.body, p.readType)
		case secImport:
			err = each(s.body, p.readImport)
		case secFunction:
			err = each(s.body, p.readFunction)
		case secTable:
			err = each(s.body, p.readTable)
		case secMemory:
			err = each(s.body, readMemory)
		case secGlobal:
			err = each(s.body, p.readGlobal)
		case secElement:
			err = each(s.body, p.readElements)
		case secCode:
			err = each(s.body, p.readBody)
		}
		if err != nil {
			return nil, fmt.Errorf("section %d: %w", s.id, err)
		}
	}
	if len(p.bodies) != len(p.funcs)-p.imports {
		return nil, fmt.Errorf("%d functions, and %d bodies", len(p.funcs)-p.imports, len(p.bodies))
	}
	return p, nil
}

// linked is how many functions of its own the program has from the linker.
func (p *program) linked() int { return len(p.funcs) - p.imports - p.added }

func (p *program) readType(r *reader, _ int) {
	r.expect(0x60, "a type")
	var s signature
	for _, list := range []*[]byte{&s.params, &s.results} {
		*list = r.bytes(int(r.u32()))
		for _, t := range *list {
			checkValueType(r, t)
		}
	}
	p.types = append(p.types, s)
}

func checkValueType(r *reader, t byte) {
	if t < f64 || t > i32 {
		r.fail("value type %#x", t)
	}
}

// signature reads a type's index.
func (p *program) signature(r *reader) signature {
	i := int(r.u32())
	if i >= len(p.types) {
		r.fail("type %d of %d", i, len(p.types))
		return signature{}
	}
	return p.types[i]
}

func (p *program) readImport(r *reader, _ int) {
	r.name()
	r.name()
	r.expect(0, "the kind of an import")
	p.funcs = append(p.funcs, p.signature(r))
	p.imports++
}

func (p *program) readFunction(r *reader, _ int) { p.funcs = append(p.funcs, p.signature(r)) }

func (p *program) readBody(r *reader, _ int) { p.bodies = append(p.bodies, r.bytes(int(r.u32()))) }

// readTable reads the one table, which holds the functions from firstAddress on.
func (p *program) readTable(r *reader, i int) {
	r.expect(0x70, "what a table holds")
	r.expect(0, "a table's limits")
	if size := int(r.u32()); i > 0 || size != firstAddress+p.linked() {
		r.fail("table %d has %d places", i, size)
	}
}

func readMemory(r *reader, i int) {
	r.expect(0, "a memory's limits")
	r.u32()
	if i > 0 {
		r.fail("a second memory")
	}
}

func (p *program) readGlobal(r *reader, _ int) {
	t := r.byte()
	r.expect(1, "whether a global can be set")
	switch t {
	case i32:
		r.expect(0x41, "how a global begins")
	case i64:
		r.expect(0x42, "how a global begins")
	default:
		r.fail("a global of type %#x", t)
	}
	r.expect(0, "what a global begins with")
	r.expect(0x0b, "the end of a global's beginning")
	p.globals = append(p.globals, t)
}

// readElements makes sure that a function's place in the table follows from its index.
func (p *program) readElements(r *reader, i int) {
	r.expect(0, "the kind of elements")
	r.expect(0x41, "the place of elements")
	if at := r.s32(); i > 0 || at != firstAddress {
		r.fail("elements %d begin at %#x", i, at)
	}
	r.expect(0x0b, "the end of the place of elements")
	n := r.count()
	if n != p.linked() {
		r.fail("%d elements for %d functions", n, p.linked())
	}
	for k := range n {
		if f := int(r.u32()); r.err == nil && f != p.imports+k {
			r.fail("element %d is function %d", k, f)
		}
	}
}

// putBodies writes the section of the bodies.
func putBodies(bodies [][]byte) []byte {
	size := 5
	for _, b := range bodies {
		size += 5 + len(b)
	}
	section := putU32(make([]byte, 0, size), uint32(len(bodies)))
	for _, b := range bodies {
		section = putU32(section, uint32(len(b)))
		section = append(section, b...)
	}
	return section
}
