package shrink

import (
	"fmt"
	"strconv"
	"strings"
)

// mnemonics are the instructions that can be written as text.
var mnemonics = map[string]byte{
	"unreachable": opUnreachable, "nop": opNop, "block": opBlock, "loop": opLoop, "if": opIf, "else": opElse, "end": opEnd,
	"br": opBr, "br_if": opBrIf, "br_table": opBrTable, "return": opReturn, "call": opCall,
	"call_indirect": opCallIndirect,
	"drop":          opDrop, "select": opSelect, "local.get": opLocalGet, "local.set": opLocalSet, "local.tee": opLocalTee,
	"global.get": opGlobalGet, "global.set": opGlobalSet, "i32.load": opLoad, "i64.load": 0x29, "f64.load": 0x2b,
	"i32.load8_u": opLoad8, "i64.load8_u": 0x31, "i32.store": opStore, "i64.store": opI64Store, "i32.store8": opI32Store8,
	"memory.size": opMemorySize, "memory.fill": opPrefix, "i32.const": opI32Const, "i64.const": opI64Const,
	"i32.eqz": 0x45, "i32.eq": 0x46, "i32.lt_u": 0x49, "i64.lt_s": 0x53, "i32.add": opI32Add, "i32.sub": 0x6b,
	"i32.mul":   0x6c,
	"i32.div_u": 0x6e, "i32.rem_u": 0x70, "i32.and": 0x71, "i32.or": opI32Or, "i32.xor": 0x73, "i32.shl": 0x74,
	"i32.shr_u": 0x76,
	"i64.add":   opI64Add, "i64.or": opI64Or, "f64.add": 0xa0, "i32.wrap": opI32Wrap, "i64.extend_u": opI64Extend,
	"i64.extend8_s": 0xc2, "f64.convert": 0xb9,
}

// assemble reads instructions, one in each part between semicolons: a name and its numbers. A block answers nothing
// unless a type's number is given.
func assemble(text string) ([]byte, error) {
	var code []byte
	for part := range strings.SplitSeq(text, ";") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		op, known := mnemonics[words[0]]
		if !known {
			return nil, fmt.Errorf("no instruction %q", words[0])
		}
		code = append(code, op)
		for _, word := range words[1:] {
			n, err := strconv.ParseInt(word, 0, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", words[0], err)
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
	return code, nil
}
