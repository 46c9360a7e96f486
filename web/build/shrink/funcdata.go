package shrink

import (
	"maps"
	"slices"
)

// span is a part of the memory.
type span struct{ from, until int }

func clearSpans(memory []byte, all []span) {
	for _, s := range all {
		clear(memory[s.from:s.until])
	}
}

// unwanted are the FUNCDATA of which no function says that it wants them. Each ends where the next begins; the last is
// always wanted. Those for tracebacks aren't.
func (t *tables) unwanted(wants func(number int) bool) []span {
	wanted := map[int]bool{} // by where they begin
	for i, r := range t.all {
		for _, at := range r.printed {
			wanted[int(at)] = wanted[int(at)]
		}
		for _, at := range r.data {
			wanted[int(at)] = wanted[int(at)] || wants(i)
		}
	}
	delete(wanted, -1)
	var all []span
	begins := slices.Sorted(maps.Keys(wanted))
	for k, at := range begins[:max(0, len(begins)-1)] {
		if !wanted[at] {
			all = append(all, span{t.goFunc + at, t.goFunc + begins[k+1]})
		}
	}
	return all
}

// printed are the FUNCDATA for tracebacks alone.
func (t *tables) printed() []span { return t.unwanted(func(int) bool { return true }) }
