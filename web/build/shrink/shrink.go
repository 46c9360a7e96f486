package shrink

import (
	"fmt"
)

// Program rewrites a program that Go's linker wrote for js/wasm, so that it compresses better and does the same. An
// error says what the package doesn't know about the program, or that what it made isn't valid: then the caller goes
// on with the program as it was.
func Program(module []byte) ([]byte, error) {
	shrunk, err := rewrite(module, true)
	if err != nil {
		return nil, fmt.Errorf("shrink: %w", err)
	}
	return shrunk, nil
}

// linked is a module as the linker wrote it, read.
type linked struct {
	sections []section
	release  string // of Go
	program  *program
	memory   []byte // as it begins
}

func readLinked(module []byte) (l linked, err error) {
	if l.sections, err = parse(module, linkedOrder); err != nil {
		return l, err
	}
	if l.release, err = checkToolchain(l.sections); err != nil {
		return l, err
	}
	if l.program, err = readProgram(l.sections, 0); err != nil {
		return l, err
	}
	segments, err := readSegments(bodyOf(l.sections, secData))
	l.memory = memoryOf(segments)
	return l, err
}

// rewrite takes all steps, those for the runtime's tables if asked to: a module by hand has none.
func rewrite(module []byte, withTables bool) ([]byte, error) {
	l, err := readLinked(module)
	if err != nil {
		return nil, err
	}
	p, sections, before := l.program, l.sections, l.memory
	if err := p.rewrite(); err != nil {
		return nil, err
	}
	want := expected{sections: sections, memory: before}
	made, memory := sections, before
	if withTables {
		t, err := readTables(before, p.linked(), l.release)
		if err != nil {
			return nil, err
		}
		packed := t.pack(nil)
		at, err := packed.place(t, len(packed.pcs))
		if err != nil {
			return nil, err
		}
		if made, err = p.addUnpacker(sections, unpacker{t, packed, at, len(p.funcs)}); err != nil {
			return nil, err
		}
		want.tables, want.release, want.added = t, l.release, helpers
		want.closures = readClosures(before, t, l.release)
		memory = want.fill(packed, at)
	}
	var kept []section
	for _, s := range made {
		switch s.id {
		case secCustom: // the build's id, the names of functions, the toolchain: nothing reads them in a browser
			continue
		case secCode:
			s.body = putBodies(p.bodies)
		case secData:
			s.body = putSegments(cut(memory, longestGap))
		}
		kept = append(kept, s)
	}
	shrunk := emit(kept)
	if err := want.check(shrunk); err != nil {
		return nil, fmt.Errorf("what was made: %w", err)
	}
	return shrunk, nil
}

// bodyOf is the section of an id.
func bodyOf(sections []section, id byte) []byte {
	for _, s := range sections {
		if s.id == id {
			return s.body
		}
	}
	return nil
}

// setBody gives a section another body.
func setBody(sections []section, id byte, body []byte) {
	for i := range sections {
		if sections[i].id == id {
			sections[i].body = body
		}
	}
}

// addUnpacker adds the functions that unpack the tables, and has the browser run the last before the program.
func (p *program) addUnpacker(sections []section, u unpacker) ([]section, error) {
	bodies, err := u.bodies()
	if err != nil {
		return nil, err
	}
	p.bodies = append(p.bodies, bodies...)
	var types, functions []byte
	for i, s := range helperTypes {
		types = append(types, 0x60)
		for _, list := range [][]byte{s.params, s.results} {
			types = append(putU32(types, uint32(len(list))), list...)
		}
		functions = putU32(functions, uint32(len(p.types)+i))
	}
	var made []section
	for _, s := range sections {
		switch s.id {
		case secType:
			s.body = extend(s.body, helpers, types)
		case secFunction:
			s.body = extend(s.body, helpers, functions)
		case secElement:
			made = append(made, section{secStart, putU32(nil, uint32(u.first+helpStart))})
		}
		made = append(made, s)
	}
	return made, nil
}

// extend adds entries to a section that is a list.
func extend(body []byte, n uint32, entries []byte) []byte {
	r := &reader{all: body}
	count := putU32(nil, r.u32()+n)
	return append(append(count, body[r.at:]...), entries...)
}
