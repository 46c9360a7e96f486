package shrink

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mnemonics are the instructions that the tests write as text.
var mnemonics = map[string]byte{
	"unreachable": opUnreachable, "nop": opNop, "block": opBlock, "loop": opLoop, "if": opIf, "else": opElse, "end": opEnd,
	"br": opBr, "br_if": opBrIf, "br_table": opBrTable, "return": opReturn, "call": opCall, "call_indirect": opCallIndirect,
	"drop": opDrop, "select": opSelect, "local.get": opLocalGet, "local.set": opLocalSet, "local.tee": opLocalTee,
	"global.get": opGlobalGet, "global.set": opGlobalSet, "i32.load": 0x28, "i64.load": 0x29, "f64.load": 0x2b, "i64.load8_u": 0x31,
	"i32.store": 0x36, "i64.store": opI64Store, "memory.size": opMemorySize, "i32.const": opI32Const, "i64.const": opI64Const,
	"i32.eqz": 0x45, "i32.eq": 0x46, "i64.lt_s": 0x53, "i32.add": opI32Add, "i64.add": opI64Add, "i64.or": opI64Or,
	"f64.add": 0xa0, "i32.wrap": opI32Wrap, "i64.extend_u": opI64Extend, "i64.extend8_s": 0xc2, "f64.convert": 0xb9,
}

// assemble reads instructions, one in each part between semicolons: a name and its numbers. Blocks answer nothing unless
// a type's number is given.
func assemble(t *testing.T, text string) []byte {
	t.Helper()
	var code []byte
	for part := range strings.SplitSeq(text, ";") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		op, known := mnemonics[words[0]]
		if !known {
			t.Fatalf("no instruction %q", words[0])
		}
		code = append(code, op)
		for _, word := range words[1:] {
			n, err := strconv.ParseInt(word, 0, 64)
			if err != nil {
				t.Fatal(err)
			}
			if op == opI32Const || op == opI64Const {
				code = putSigned(code, n)
			} else {
				code = putU32(code, uint32(n))
			}
		}
		switch {
		case op >= opBlock && op <= opIf && len(words) == 1:
			code = append(code, noResult)
		case op == opCallIndirect || op == opMemorySize:
			code = append(code, 0)
		}
	}
	return code
}

// said is the text of instructions, as assemble reads it.
func said(code []instr) string {
	names := map[byte]string{}
	for name, op := range mnemonics {
		names[op] = name
	}
	var all []string
	for _, in := range code {
		words := names[in.op]
		switch op := in.op; {
		case op >= opLoad && op <= opStoreLast:
			words += fmt.Sprint(" ", in.arg, " ", in.offset)
		case op == opBr || op == opBrIf || op >= opCall && op <= opCallIndirect || op >= opLocalGet && op <= opGlobalSet || op == opI32Const || op == opI64Const:
			words += fmt.Sprint(" ", in.arg)
		}
		all = append(all, words)
	}
	return strings.Join(all, "; ")
}

// read reads a function of these locals and instructions.
func read(t *testing.T, groups []group, text string) function {
	t.Helper()
	before := function{groups: groups}
	f, err := readFunction(append(before.put(nil), assemble(t, text)...), nil)
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
		{secElement, append(append([]byte{1, 0, opI32Const}, append(putSigned(nil, firstAddress), opEnd)...), list(n, func(i uint32) []byte { return putU32(nil, 1+i) })...)},
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
