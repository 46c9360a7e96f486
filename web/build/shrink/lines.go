package shrink

import (
	"fmt"

	"github.com/shopdesk/shopdesk/web/crash"
)

// Map is what a linked program knows about its functions, and a shrunk one no longer. In tracebacks
// program.(*T).f00012 is the one at 12.
func Map(module []byte) (*crash.Map, error) {
	l, err := readLinked(module)
	if err != nil {
		return nil, fmt.Errorf("shrink: functions: %w", err)
	}
	t, err := readTables(l.memory, l.program.linked(), l.release)
	if err != nil {
		return nil, fmt.Errorf("shrink: functions: %w", err)
	}
	m, all := &image{all: l.memory}, &crash.Map{Imports: l.program.imports}
	for i := range t.all {
		all.Functions = append(all.Functions, t.function(m, i))
	}
	if m.err != nil {
		return nil, fmt.Errorf("shrink: functions: %w", m.err)
	}
	return all, nil
}

// Words of runtime._func that tracebacks alone need.
const (
	wordFile = 20
	wordLine = 24
	wordUnit = 32 // where the list of files begins
)

// function reads a function's lines.
func (t *tables) function(m *image, i int) crash.Function {
	place := t.funcs + int(m.u32(t.funcs+8*i+4))
	r := t.all[i]
	f := crash.Function{Name: r.name}
	for k := range r.inlined {
		call := r.inlinedAt + k*inlinedSize
		f.Calls = append(f.Calls, crash.Call{Name: m.text(t.names + int(m.i32(call+4))), At: int(m.i32(call + 8))})
	}
	files := steps(t.byPlace(m, m.u32(place+wordFile)))
	lines := steps(t.byPlace(m, m.u32(place+wordLine)))
	calls := steps(r.pcs[pcInlined])
	units, texts := t.header+m.u64(t.header+40), t.header+m.u64(t.header+48)
	for at, end := 0, ends(files, lines, calls); at < end; at = min(next(files, at), next(lines, at), next(calls, at)) {
		p := crash.Place{At: at, Line: value(lines, at), Call: value(calls, at)}
		if file := value(files, at); file >= 0 {
			p.File = m.text(texts + int(m.u32(units+4*(int(m.u32(place+wordUnit))+file))))
		}
		f.Places = append(f.Places, p)
	}
	return f
}

// step is a value in a table by place, up to a distance.
type step struct{ value, end int }

// steps unpacks a table by place.
func steps(table []byte) []step {
	m := &image{all: table}
	var all []step
	value, end := -1, 0
	for at := 0; at < len(table)-1; {
		var by, further uint32
		by, at = m.varint(at)
		further, at = m.varint(at)
		value += int(int32(by>>1) ^ -int32(by&1))
		end += int(further)
		all = append(all, step{value, end})
	}
	return all
}

const behind = 1 << 30 // all places

// ends is where the last of some tables ends.
func ends(all ...[]step) int {
	end := 0
	for _, steps := range all {
		if len(steps) > 0 {
			end = max(end, steps[len(steps)-1].end)
		}
	}
	return end
}

// next is where the value at a distance ends.
func next(all []step, at int) int {
	for _, s := range all {
		if at < s.end {
			return s.end
		}
	}
	return behind
}

// value is the value at a distance, -1 for none.
func value(all []step, at int) int {
	for _, s := range all {
		if at < s.end {
			return s.value
		}
	}
	return -1
}
