package shrink

// fixReturns makes the addresses that calls return to from the function's own address, which a new local holds, and a
// number. Before, each call of each function had another constant of 64 bits in it; now calls look the same in all
// functions. It answers how many addresses it found.
//
// A constant that is no address and only looks like one is put together in the same way, with the same result.
func (f *function) fixReturns(address int64) int {
	found := 0
	for _, in := range f.code {
		if in.op == opI64Const && in.arg>>16 == address {
			found++
		}
	}
	if found == 0 {
		return 0
	}
	if len(f.groups) > 1 && f.groups[1].typ == i64 {
		f.groups[1].count++
	} else {
		f.groups = append([]group{f.groups[0], {1, i64}}, f.groups[1:]...)
	}
	code := make([]instr, 0, len(f.code)+2*found+2)
	for i, in := range f.code {
		switch {
		case in.op == opI64Const && in.arg>>16 == address:
			code = append(code,
				instr{op: opLocalGet, arg: returnLocal}, instr{op: opI64Const, arg: in.arg & 0xffff}, instr{op: opI64Or})
		case in.op >= opLocalGet && in.op <= opLocalTee && in.arg >= returnLocal:
			code = append(code, instr{op: in.op, arg: in.arg + 1})
		default:
			code = append(code, in)
		}
		if i == 1 { // after the function's beginning
			code = append(code, instr{op: opI64Const, arg: address << 16}, instr{op: opLocalSet, arg: returnLocal})
		}
	}
	f.code = code
	return found
}
