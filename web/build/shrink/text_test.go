package shrink

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// code is the bytes of instructions written as text.
func code(t *testing.T, text string) []byte {
	t.Helper()
	bytes, err := assemble(text)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// said is the text of instructions, as assemble reads it.
func said(all []instr) string {
	names := map[byte]string{}
	for name, op := range mnemonics {
		names[op] = name
	}
	var lines []string
	for _, in := range all {
		words := names[in.op]
		switch op := in.op; {
		case op >= opLoad && op <= opStoreLast:
			words += fmt.Sprint(" ", in.arg, " ", in.offset)
		case op == opBr || op == opBrIf || op >= opCall && op <= opCallIndirect || op >= opLocalGet && op <= opGlobalSet ||
			op == opI32Const || op == opI64Const:
			words += fmt.Sprint(" ", in.arg)
		}
		lines = append(lines, words)
	}
	return strings.Join(lines, "; ")
}

// read reads a function of these locals and instructions.
func read(t *testing.T, groups []group, text string) function {
	t.Helper()
	before := function{groups: groups}
	f, err := readFunction(append(before.put(nil), code(t, text)...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// moduleOf is a module as the linker lays it out, with these bodies of functions that the compiler might have made. Its
// memory is one page, and the eight globals are Go's. The first body is exported as run.
func moduleOf(bodies ...[]byte) []byte {
	n := uint32(len(bodies))
	list := func(count uint32, each func(i uint32) []byte) []byte {
		body := putU32(nil, count)
		for i := range count {
			body = append(body, each(i)...)
		}
		return body
	}
	globals := []byte{i32, i64, i64, i64, i64, i64, i64, i32}
	return emit([]section{
		{secType, []byte{2, 0x60, 1, i32, 1, i32, 0x60, 1, i32, 0}},
		{secImport, []byte("\x01\x04gojs\x01f\x00\x01")},
		{secFunction, list(n, func(uint32) []byte { return []byte{0} })},
		{secTable, putU32([]byte{1, 0x70, 0}, firstAddress+n)},
		{secMemory, []byte{1, 0, 1}},
		{secGlobal, list(8, func(i uint32) []byte { return []byte{globals[i], 1, opI32Const + i32 - globals[i], 0, opEnd} })},
		{secExport, []byte("\x03\x03mem\x02\x00\x03run\x00\x01\x02sp\x03\x00")},
		{secElement, append(append([]byte{1, 0, opI32Const}, append(putSigned(nil, firstAddress), opEnd)...),
			list(n, func(i uint32) []byte {
				return putU32(nil, 1+i)
			})...)},
		{secCode, list(n, func(i uint32) []byte { return append(putU32(nil, uint32(len(bodies[i]))), bodies[i]...) })},
		{secData, []byte{0}},
		{secCustom, []byte("\x09producers\x01\x08language\x01\x02Go\x08go1.26.8")},
	})
}

func TestTextIsWhole(t *testing.T) {
	t.Parallel()
	seen := map[byte]string{}
	for _, name := range slices.Sorted(maps.Keys(mnemonics)) {
		if other := seen[mnemonics[name]]; other != "" {
			t.Errorf("%s and %s are the same instruction", name, other)
		}
		seen[mnemonics[name]] = name
	}
}
