package shrink

// longestFold is the distance from the end of Go's stack up to which foldStack adds in 32 bits. Frames are smaller.
const longestFold = 1 << 24

// foldStack writes the addresses of what lies on Go's stack shorter, and answers how many. The compiler adds in 64 bits
// what it then needs in 32, and adds before an access that can add by itself.
//
// The sums are the same in 32 bits. That an access adds without wrapping makes no difference: Go's stack lies in the
// memory, so the sum is below its end.
func (f *function) foldStack() int {
	return f.narrowSums() + f.foldSums() + f.joinSteps()
}

// joinSteps lets a function that returns take its frame and the address to return to off the stack at once.
func (f *function) joinSteps() int {
	found, code := 0, f.code[:0]
	for i := 0; i < len(f.code); i++ {
		rest := f.code[i:]
		if !takesOff(rest) || !takesOff(rest[5:]) || !follow(rest[10:], opI32Const, opReturn) {
			code = append(code, f.code[i])
			continue
		}
		sum := instr{op: opI32Const, arg: rest[1].arg + rest[6].arg}
		code = append(code, rest[0], sum, rest[2], rest[4], rest[10], rest[11])
		i += 11
		found++
	}
	f.code = code
	return found
}

// takesOff reports whether instructions begin with taking a constant size off the stack.
func takesOff(code []instr) bool {
	return follow(code, opLocalGet, opI32Const, opI32Add, opLocalTee, opGlobalSet) && code[0].arg == stackLocal &&
		code[1].arg > 0 && code[1].arg < longestFold && code[3].arg == stackLocal && code[4].arg == 0
}

// narrowSums adds in 32 bits: the end of the stack, widened, with a constant, narrowed.
func (f *function) narrowSums() int {
	found, code := 0, f.code[:0]
	for i := 0; i < len(f.code); i++ {
		in, rest := f.code[i], f.code[i:]
		switch {
		case in.op != opLocalGet || in.arg != stackLocal:
			code = append(code, in)
		case follow(rest, opLocalGet, opI64Extend, opI64Const, opI64Add, opI32Wrap) &&
			rest[2].arg >= 0 && rest[2].arg < longestFold:
			code = append(code, in, instr{op: opI32Const, arg: rest[2].arg}, instr{op: opI32Add})
			i += 4
			found++
		case follow(rest, opLocalGet, opI64Extend, opI32Wrap):
			code = append(code, in)
			i += 2
			found++
		default:
			code = append(code, in)
		}
	}
	f.code = code
	return found
}

// foldSums lets an access add the distance. It follows where each value on the operand stack was made, within a stretch
// of code that nothing jumps into or out of.
func (f *function) foldSums() int {
	found := 0
	var made []int // by which instruction; the values below are unknown
	pop := func() int {
		if len(made) == 0 {
			return -1
		}
		last := made[len(made)-1]
		made = made[:len(made)-1]
		return last
	}
	gone := make([]bool, len(f.code))
	fold := func(access, sum int) {
		if sum < 2 || !follow(f.code[sum-2:], opLocalGet, opI32Const, opI32Add) || f.code[sum-2].arg != stackLocal {
			return
		}
		distance, offset := f.code[sum-1].arg, f.code[access].offset
		if distance < 0 || distance >= longestFold || offset >= longestFold {
			return
		}
		gone[sum-1], gone[sum] = true, true
		f.code[access] = instr{op: f.code[access].op, arg: f.code[access].arg, offset: offset + uint32(distance)}
		found++
	}
	for i, in := range f.code {
		takes, gives := arity(in)
		switch {
		case takes < 0:
			made = made[:0]
			continue
		case in.op >= opLoad && in.op < opStore:
			fold(i, pop())
		case in.op >= opStore && in.op <= opStoreLast:
			pop()
			fold(i, pop())
		default:
			for range takes {
				pop()
			}
		}
		for range gives {
			made = append(made, i)
		}
	}
	code := f.code[:0]
	for i, in := range f.code {
		if !gone[i] {
			code = append(code, in)
		}
	}
	f.code = code
	return found
}

// arity is how many values an instruction takes off the operand stack and how many it leaves; -1 for one that ends a
// stretch of straight code, and for a call, which takes what it likes.
func arity(in instr) (takes, gives int) {
	switch op := in.op; {
	case op == opNop:
		return 0, 0
	case op == opLocalGet || op == opGlobalGet || op == opMemorySize || op >= opI32Const && op <= opF64Const:
		return 0, 1
	case op == opLocalSet || op == opGlobalSet || op == opDrop:
		return 1, 0
	case op == opLocalTee || op == opMemoryGrow || op >= opLoad && op < opStore:
		return 1, 1
	case op >= opStore && op <= opStoreLast:
		return 2, 0
	case op == opSelect:
		return 3, 1
	case op >= opNumeric && op <= opNumericLast:
		n := numeric(op)
		return len(n.params), 1
	case op == opPrefix && in.arg <= 7:
		return 1, 1
	case op == opPrefix:
		return 3, 0
	}
	return -1, 0
}
