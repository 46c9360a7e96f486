package shrink

// straightenExits lets a function that is being unwound leave by returning 1, where it stands, and answers in how many
// places. Before, it jumped to the end of its outermost block, behind which it returned 1: the jump has the number of
// blocks between in it, which differs from place to place.
func (f *function) straightenExits() int {
	n := len(f.code)
	if n < 3 || !follow(f.code[n-3:], opEnd, opI32Const, opEnd) || f.code[n-2].arg != 1 {
		return 0
	}
	// The outermost block is the last that begins where no other is open.
	outermost, depth := -1, 0
	for i, in := range f.code {
		switch in.op {
		case opBlock, opLoop, opIf:
			if depth == 0 {
				outermost = i
			}
			depth++
		case opEnd:
			depth--
		}
	}
	if outermost < 0 || f.code[outermost].op != opBlock || f.code[outermost].arg != noResult {
		return 0
	}
	found := 0
	code := make([]instr, 0, n+n/4)
	depth = 0
	for i, in := range f.code {
		switch in.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		case opBrIf:
			if i > outermost && in.arg == int64(depth-1) {
				code = append(code,
					instr{op: opIf, arg: noResult}, instr{op: opI32Const, arg: 1}, instr{op: opReturn}, instr{op: opEnd})
				found++
				continue
			}
		}
		code = append(code, in)
	}
	f.code = code
	return found
}
