package shrink

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero"
)

// expected is what must be found in a module that was made.
type expected struct {
	sections []section // as they were linked
	memory   []byte    // as it was linked
	tables   *tables   // nil where they stay
	closures closures
	release  string // of Go
	added    int    // functions
}

// check reads what was made as a stranger would: sections that no step changes have the same bytes, functions are
// valid, and the memory holds the same when Go's part of the program begins.
func (e expected) check(shrunk []byte) error {
	order := linkedOrder
	if e.tables != nil {
		order = madeOrder
	}
	after, err := parse(shrunk, order)
	if err != nil {
		return err
	}
	for _, was := range e.sections {
		is := bodyOf(after, was.id)
		switch {
		case was.id == secCustom || was.id == secCode || was.id == secData:
		case e.tables != nil && (was.id == secType || was.id == secFunction): // lists that became longer
			from, to := &reader{all: was.body}, &reader{all: is}
			if from.u32()+uint32(e.added) != to.u32() || !bytes.HasPrefix(is[to.at:], was.body[from.at:]) {
				return fmt.Errorf("another section %d", was.id)
			}
		case !bytes.Equal(was.body, is):
			return fmt.Errorf("another section %d", was.id)
		}
	}
	p, err := readProgram(after, e.added)
	if err != nil {
		return err
	}
	if err := p.validate(); err != nil {
		return err
	}
	segments, err := readSegments(bodyOf(after, secData))
	if err != nil {
		return err
	}
	if e.tables == nil {
		return sameMemory(e.memory, memoryOf(segments))
	}
	unpacked, err := p.unpack(after, len(e.memory))
	if err != nil {
		return fmt.Errorf("unpacking: %w", err)
	}
	return e.sameTables(unpacked)
}

// sameMemory compares two memories, which are zero behind their ends.
func sameMemory(was, is []byte) error {
	if !bytes.Equal(bytes.TrimRight(was, "\x00"), bytes.TrimRight(is, "\x00")) {
		return errors.New("the memory begins with other bytes")
	}
	return nil
}

// unpack runs the start function and answers the first bytes of the memory. The module it runs in has the functions
// that were added; those of the linker are empty.
func (p *program) unpack(sections []section, size int) ([]byte, error) {
	linked, all := len(p.funcs)-p.added, uint32(len(p.funcs))
	functions, code := putU32(nil, all), putU32(nil, all)
	for range linked {
		functions = putU32(functions, uint32(len(p.types)-1)) // the start function's
		code = append(code, 2, 0, opEnd)
	}
	for i := range p.added {
		functions = putU32(functions, uint32(len(p.types)-p.added+i))
		body := p.bodies[len(p.bodies)-p.added+i]
		code = append(putU32(code, uint32(len(body))), body...)
	}
	module := emit([]section{
		{secType, bodyOf(sections, secType)}, {secFunction, functions}, {secMemory, bodyOf(sections, secMemory)},
		{secExport, []byte("\x01\x03mem\x02\x00")}, {secStart, bodyOf(sections, secStart)},
		{secCode, code}, {secData, bodyOf(sections, secData)},
	})
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer func() { _ = runtime.Close(ctx) }() // nothing is open but memory
	m, err := runtime.Instantiate(ctx, module)
	if err != nil {
		return nil, err
	}
	memory, _ := m.Memory().Read(0, m.Memory().Size())
	if len(memory) < size {
		return nil, errors.New("the memory is smaller")
	}
	return bytes.Clone(memory[:size]), nil
}

// sameTables makes sure that the runtime finds what it did, and the program the memory that it had beside the tables.
func (e expected) sameTables(is []byte) error {
	t := e.tables
	after, err := readTables(is, len(t.all), e.release)
	if err != nil {
		return err
	}
	if err := t.same(after); err != nil {
		return err
	}
	was := bytes.Clone(e.memory)
	e.closures.blank(was)
	clearSpans(was, t.printed())
	for _, memory := range [][]byte{was, is} {
		for place := range t.moved(places{}) {
			clear(memory[place:][:8])
		}
		clear(memory[t.names:t.end])
		for _, r := range t.all {
			for k := range r.inlined { // their names and lines
				clear(memory[r.inlinedAt+k*inlinedSize+4:][:4])
				clear(memory[r.inlinedAt+k*inlinedSize+12:][:4])
			}
		}
	}
	return sameMemory(was, is)
}
