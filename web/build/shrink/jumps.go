package shrink

import "slices"

// shortenJumps lets a jump forward go where it leads, and answers how many do. Before, it kept the number of its place
// in the first parameter and jumped to the beginning of a loop, where a table of jumps led on:
//
//	loop; block; …; block; local.get 0; br_table …; end; code; end; code; …; end (of the loop)
//
// Places are the ends of those blocks, so that a jump forward reaches its own by itself. Only the table reads the
// number, and whoever jumps there writes it first: a jump forward needn't. A function where that isn't so stays.
func (f *function) shortenJumps() int {
	table := slices.IndexFunc(f.code, func(in instr) bool { return in.op == opBrTable })
	first := table - 1 // of the table's blocks
	for first > 0 && f.code[first-1].op == opBlock && f.code[first-1].arg == noResult {
		first--
	}
	if first < 1 || f.code[first-1].op != opLoop || f.code[first-1].arg != noResult || !f.readsPlace(table) {
		return 0
	}
	blocks, places := table-1-first, f.targets(f.code[table])
	if slices.Max(places) >= blocks {
		return 0
	}
	code := slices.Clone(f.code[:table+1])
	found, ended, depth := 0, 0, 0 // ended blocks of the table, open ones within
	for i := table + 1; i < len(f.code); i++ {
		in, loop := f.code[i], int64(blocks-ended+depth)
		switch {
		case in.op == opBlock || in.op == opLoop || in.op == opIf:
			depth++
		case in.op == opEnd && depth > 0:
			depth--
		case in.op == opEnd && ended < blocks:
			ended++
		case in.op == opEnd: // of the loop
			f.code = append(code, f.code[i:]...)
			return found
		case in.op == opBrTable || (in.op == opBr || in.op == opBrIf) && in.arg == loop:
			return 0
		case follow(f.code[i:], opI32Const, opLocalSet, opBr) && f.code[i+1].arg == 0 && f.code[i+2].arg == loop:
			i += 2
			place := places[min(uint64(uint32(in.arg)), uint64(len(places)-1))]
			if place < ended { // a jump back
				code = append(code, f.code[i-2:i+1]...)
				continue
			}
			found++
			in = instr{op: opBr, arg: int64(place - ended + depth)}
			if last := code[len(code)-1]; last.op == opIf && last.arg == noResult && follow(f.code[i+1:], opEnd) {
				code = code[:len(code)-1]
				in.op, in.arg = opBrIf, in.arg-1
				depth--
				i++
			}
		}
		code = append(code, in)
	}
	return 0
}

// readsPlace reports whether the first parameter is read before the table of jumps alone. A call of a function's value
// also keeps a number there for a moment.
func (f *function) readsPlace(table int) bool {
	for i, in := range f.code {
		switch {
		case in.op == opLocalTee && in.arg == 0:
			return false
		case in.op != opLocalGet || in.arg != 0 || i == table-1:
		case i < 2 || f.code[i-2].arg != 0 || !follow(f.code[i-2:], opLocalSet, opI32Const, opLocalGet, opCallIndirect):
			return false
		}
	}
	return f.code[table-1].op == opLocalGet && f.code[table-1].arg == 0
}

// targets are the blocks of a table of jumps, by depth; the last is for all other numbers.
func (f *function) targets(table instr) []int {
	r := &reader{all: f.body, at: int(table.from) + 1}
	var all []int
	for range r.count() + 1 {
		all = append(all, int(r.u32()))
	}
	return all
}
