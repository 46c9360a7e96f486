package shrink

// Instructions by name, where a step or the validator needs one.
const (
	opUnreachable  = 0x00
	opNop          = 0x01
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opDrop         = 0x1a
	opSelect       = 0x1b
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opLoad         = 0x28 // the first of the loads
	opLoad8        = 0x2d // unsigned, to i32
	opStore        = 0x36 // the first of the stores
	opI64Store     = 0x37
	opI32Store8    = 0x3a
	opStoreLast    = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opNumeric      = 0x45 // the first of those without an argument that compute
	opI32Add       = 0x6a
	opI32Or        = 0x72
	opI64Add       = 0x7c
	opI64Or        = 0x84
	opI32Wrap      = 0xa7 // i64 to i32
	opI64Extend    = 0xad // i32 to i64, unsigned
	opNumericLast  = 0xc4
	opPrefix       = 0xfc
	noResult       = 0x40 // the type of a block that answers nothing
)

// instr is an instruction. It has no pointers: a program has millions.
type instr struct {
	op       byte
	offset   uint32 // of an access
	arg      int64  // constant, variable, label, function, type of a block, alignment of an access, what follows opPrefix
	from, to uint32 // where it lies in the body; zero where a step made it
}

// made reports whether a step made the instruction.
func (in instr) made() bool { return in.to == 0 }

// decode reads instructions up to the end of a body.
func decode(r *reader, into []instr) []instr {
	for r.more() {
		from := r.at
		in := instr{op: r.byte()}
		switch op := in.op; {
		case op == opBlock || op == opLoop || op == opIf:
			in.arg = int64(r.byte())
			if in.arg != noResult {
				checkValueType(r, byte(in.arg))
			}
		case op == opBr || op == opBrIf || op == opCall || op >= opLocalGet && op <= opGlobalSet:
			in.arg = int64(r.u32())
		case op == opBrTable:
			for range r.count() + 1 {
				r.u32()
			}
		case op == opCallIndirect:
			in.arg = int64(r.u32())
			r.expect(0, "the table of a call")
		case op >= opLoad && op <= opStoreLast:
			in.arg, in.offset = int64(r.u32()), r.u32()
		case op == opMemorySize || op == opMemoryGrow:
			r.expect(0, "the memory")
		case op == opI32Const:
			in.arg = int64(r.s32())
		case op == opI64Const:
			in.arg = r.s64()
		case op == opF32Const:
			r.bytes(4)
		case op == opF64Const:
			r.bytes(8)
		case op == opPrefix:
			in.arg = int64(r.u32())
			switch {
			case in.arg <= 7: // float to integer without a trap
			case in.arg == 10: // copying
				r.expect(0, "the memory")
				r.expect(0, "the memory")
			case in.arg == 11: // filling
				r.expect(0, "the memory")
			default:
				r.fail("instruction %#x %d", op, in.arg)
			}
		case op == opUnreachable || op == opNop || op == opElse || op == opEnd || op == opReturn:
		case op == opDrop || op == opSelect:
		case op >= opNumeric && op <= opNumericLast:
		default:
			r.fail("instruction %#x", op)
		}
		if r.err != nil {
			return into
		}
		in.from, in.to = uint32(from), uint32(r.at)
		into = append(into, in)
	}
	return into
}

// put writes an instruction that a step made.
func (in instr) put(to []byte) []byte {
	to = append(to, in.op)
	switch op := in.op; {
	case op == opI32Const || op == opI64Const:
		return putSigned(to, in.arg)
	case op >= opLoad && op <= opStoreLast:
		return putU32(putU32(to, uint32(in.arg)), in.offset)
	case op == opIf:
		return append(to, byte(in.arg))
	case op == opCallIndirect:
		return append(putU32(to, uint32(in.arg)), 0)
	case op == opBr || op == opBrIf || op == opCall || op >= opLocalGet && op <= opGlobalSet:
		return putU32(to, uint32(in.arg))
	}
	return to
}

// follow reports whether instructions begin with these.
func follow(all []instr, ops ...byte) bool {
	if len(all) < len(ops) {
		return false
	}
	for i, op := range ops {
		if all[i].op != op {
			return false
		}
	}
	return true
}
