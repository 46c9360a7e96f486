package shrink

import (
	"bytes"
	"errors"
	"fmt"
)

// Program rewrites a program that Go's linker wrote for js/wasm, so that it compresses better and does the same. An
// error says what the package doesn't know about the program, or that what it made isn't valid: then the caller goes
// on with the program as it was.
func Program(module []byte) ([]byte, error) {
	shrunk, err := rewrite(module)
	if err != nil {
		return nil, fmt.Errorf("shrink: %w", err)
	}
	return shrunk, nil
}

func rewrite(module []byte) ([]byte, error) {
	sections, err := parse(module)
	if err != nil {
		return nil, err
	}
	if err := checkToolchain(sections); err != nil {
		return nil, err
	}
	var kept []section
	for _, s := range sections {
		switch s.id {
		case secCustom: // the build's id, the names of functions, the toolchain: nothing reads them in a browser
			continue
		case secCode:
			s.body, err = rewriteCode(sections)
		case secData:
			s.body, err = mergeData(s.body)
		}
		if err != nil {
			return nil, err
		}
		kept = append(kept, s)
	}
	shrunk := emit(kept)
	if err := check(sections, shrunk); err != nil {
		return nil, fmt.Errorf("what was made: %w", err)
	}
	return shrunk, nil
}

// rewriteCode takes each function that the compiler made through the steps.
func rewriteCode(sections []section) ([]byte, error) {
	p, err := readProgram(sections)
	if err != nil {
		return nil, err
	}
	var space []instr
	var returns, folds, exits int
	for i, body := range p.bodies {
		f, err := readFunction(body, space)
		if err != nil {
			return nil, fmt.Errorf("function %d: %w", p.imports+i, err)
		}
		space = f.code
		if !f.compiled(p.funcs[p.imports+i]) {
			continue
		}
		returns += f.fixReturns(firstAddress + int64(i))
		folds += f.foldStack()
		exits += f.straightenExits()
		p.bodies[i] = f.put(make([]byte, 0, len(body)+len(body)/8))
	}
	if len(p.bodies) > 0 && (returns == 0 || folds == 0 || exits == 0) {
		return nil, fmt.Errorf("%d returns, %d folds, %d exits: the compiler writes unknown code", returns, folds, exits)
	}
	return p.code(), nil
}

// check reads what was made as a stranger would: sections that no step changes have the same bytes, functions are
// valid, and the memory begins with the same content.
func check(before []section, shrunk []byte) error {
	after, err := parse(shrunk)
	if err != nil {
		return err
	}
	i := 0
	for _, was := range before {
		if was.id == secCustom {
			continue
		}
		is := after[i]
		i++
		switch {
		case was.id == secCode: // below
		case was.id == secData:
			if err := sameMemory(was.body, is.body); err != nil {
				return err
			}
		case !bytes.Equal(was.body, is.body):
			return fmt.Errorf("another section %d", is.id)
		}
	}
	p, err := readProgram(after)
	if err != nil {
		return err
	}
	return p.validate()
}

// sameMemory compares what two data sections write to a memory of zeros.
func sameMemory(before, after []byte) error {
	was, err := readSegments(before)
	if err != nil {
		return err
	}
	is, err := readSegments(after)
	if err != nil {
		return err
	}
	if !bytes.Equal(bytes.TrimRight(memoryOf(was), "\x00"), bytes.TrimRight(memoryOf(is), "\x00")) {
		return errors.New("the memory begins with other bytes")
	}
	return nil
}
