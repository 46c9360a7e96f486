package shrink

import (
	"bytes"
	"errors"
	"fmt"
)

// The sections of a module, by their ids. Go's linker writes all but secStart.
const (
	secCustom   = 0
	secType     = 1
	secImport   = 2
	secFunction = 3
	secTable    = 4
	secMemory   = 5
	secGlobal   = 6
	secExport   = 7
	secStart    = 8
	secElement  = 9
	secCode     = 10
	secData     = 11
)

// header are a module's first bytes: its mark and version 1.
var header = []byte{0, 'a', 's', 'm', 1, 0, 0, 0}

// section is one of a module's, without its id and length.
type section struct {
	id   byte
	body []byte
}

// linkedOrder are the sections that the linker writes; a module that was made has a start function too.
var (
	linkedOrder = []byte{
		secType, secImport, secFunction, secTable, secMemory, secGlobal, secExport, secElement, secCode, secData,
	}
	madeOrder = []byte{
		secType, secImport, secFunction, secTable, secMemory, secGlobal, secExport, secStart, secElement, secCode, secData,
	}
)

// parse cuts a module into its sections. Each but the custom ones must be there once, in the order given.
func parse(module, order []byte) ([]section, error) {
	rest, found := bytes.CutPrefix(module, header)
	if !found {
		return nil, errors.New("no WebAssembly module of version 1")
	}
	var all []section
	r := &reader{all: rest}
	for r.more() {
		s := section{id: r.byte()}
		s.body = r.bytes(int(r.u32()))
		if s.id != secCustom {
			if len(order) == 0 || s.id != order[0] {
				return nil, fmt.Errorf("section %d isn't at its place", s.id)
			}
			order = order[1:]
		}
		all = append(all, s)
	}
	if r.err == nil && len(order) > 0 {
		return nil, fmt.Errorf("section %d is missing", order[0])
	}
	return all, r.err
}

// emit puts a module together again.
func emit(sections []section) []byte {
	size := len(header)
	for _, s := range sections {
		size += len(s.body) + 6
	}
	module := append(make([]byte, 0, size), header...)
	for _, s := range sections {
		module = append(module, s.id)
		module = putU32(module, uint32(len(s.body)))
		module = append(module, s.body...)
	}
	return module
}

// each reads a section that is a list: its count, and as many entries.
func each(body []byte, entry func(r *reader, i int)) error {
	r := &reader{all: body}
	n := r.count()
	for i := 0; i < n && r.err == nil; i++ {
		entry(r, i)
	}
	if r.err == nil && r.more() {
		r.fail("%d bytes too many", len(body)-r.at)
	}
	return r.err
}
