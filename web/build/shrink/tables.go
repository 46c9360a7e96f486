package shrink

import (
	"bytes"
	"fmt"
	"slices"
)

// tables are what Go's runtime knows about the functions, and where it lies in the memory. The layout is that of
// runtime/symtab.go and cmd/link/internal/ld/pcln.go.
type tables struct {
	module  int // runtime.firstmoduledata
	header  int // runtime.pcheader
	names   int // the functions' names; behind them, which file is whose, and the files' names
	pcs     int // tables of what changes within functions, by the place
	funcs   int // where each function's record lies, and the records
	end     int // of the records
	find    int // findfunctab, where to begin searching
	goFunc  int // where FUNCDATA lie
	buckets int // its entries
	all     []record
}

// record is what stays of runtime._func: all but what tracebacks alone print.
type record struct {
	name        string
	args        int32
	deferReturn int32
	id, flag    byte
	pcs         [pcColumns][]byte // tables by place; nil for none
	data        [dataColumns]int32
	printed     []int32 // FUNCDATA for tracebacks
	inlined     int     // how many calls are inlined
	inlinedAt   int     // and where they are described
}

// The tables by place that stay, in the order of PCDATA, and before them the size of the frame.
const (
	pcFrame   = iota
	pcMaps    // which pointers live
	pcInlined // which inlined call it is
	pcColumns
)

// dataColumns are the first FUNCDATA: pointers in arguments, pointers in locals, objects on the stack, inlined calls,
// open-coded defers. Further ones are for tracebacks and execution traces. A function without one has -1.
const (
	dataInlined = 3
	dataColumns = 5
)

// Sizes and places in runtime._func.
const (
	recordSize  = 44 // without PCDATA and FUNCDATA
	recordIDs   = 40
	mostPcData  = 5 // of which the last is for other processors
	mostData    = 8
	inlinedSize = 16
)

// goFuncPlace is where runtime.moduledata says where FUNCDATA lie, by the release of Go.
var goFuncPlace = map[string]int{"go1.26": 320, "go1.27": 344}

// readTables reads the tables of so many functions.
func readTables(memory []byte, functions int, release string) (*tables, error) {
	m := &image{all: memory}
	at, err := findModuledata(m)
	if err != nil {
		return nil, err
	}
	h := m.u64(at)
	t := &tables{module: at, header: h, names: h + m.u64(h+32), pcs: h + m.u64(h+56), funcs: h + m.u64(h+64),
		find: m.u64(at + 152)}
	n, first, last, text := m.u64(h+8), m.u64(at+160), m.u64(at+168), m.u64(at+176)
	t.buckets = (last - first + 4095) / 4096
	switch {
	case n == 0 || n != functions:
		return nil, fmt.Errorf("%w: %d functions of %d", errTables, n, functions)
	case first != firstAddress<<16 || text != 0 || (last+0xffff)>>16 != firstAddress+n:
		return nil, fmt.Errorf("%w: code from %#x to %#x", errTables, first, last)
	case m.u64(at+8) != t.names || m.u64(at+80) != t.pcs || m.u64(at+104) != t.funcs || m.u64(at+128) != t.funcs:
		return nil, fmt.Errorf("%w: two say where they are", errTables)
	case m.u64(at+136) != n+1 || t.names >= t.pcs || t.pcs >= t.funcs || t.funcs&3 != 0 || t.find&3 != 0:
		return nil, fmt.Errorf("%w: they overlap", errTables)
	}
	for i := range t.buckets {
		if bucket := m.at(t.find+20*i, 4+min(16, (last-first+255)/256-16*i)); m.u32(t.find+20*i) != uint32(i/16) ||
			nonzero(bucket[4:]) {
			return nil, fmt.Errorf("%w: entry %d of findfunctab", errTables, i)
		}
	}
	t.goFunc = m.u64(at + goFuncPlace[release])
	t.end = t.funcs + 8*n + 4
	for i := range n {
		place := t.funcs + int(m.u32(t.funcs+8*i+4))
		if m.u32(t.funcs+8*i) != uint32(firstAddress+i) || place < t.end || m.u32(place) != uint32(firstAddress+i) {
			return nil, fmt.Errorf("%w: function %d isn't at its place", errTables, i)
		}
		t.all = append(t.all, t.readRecord(m, place))
	}
	if m.err == nil && m.u32(t.funcs+8*n) != uint32(firstAddress+n) {
		return nil, fmt.Errorf("%w: the end of the code", errTables)
	}
	return t, m.err
}

// findModuledata finds runtime.firstmoduledata by how it begins: with the place of the tables' header and that of the
// names, which the header knows too.
func findModuledata(m *image) (int, error) {
	const magic, form, headerSize = 0xfffffff1, 8<<24 | 1<<16, 72 // since Go 1.20; pointers of 8 bytes, code in steps of 1
	found := 0
	for i := 8; i+400 <= len(m.all); i += 8 {
		h := le.Uint64(m.all[i:])
		if h == 0 || h&7 != 0 || h > uint64(len(m.all)-headerSize) || le.Uint32(m.all[h:]) != magic ||
			le.Uint32(m.all[h+4:]) != form {
			continue
		}
		if le.Uint64(m.all[i+8:])-h != le.Uint64(m.all[h+32:]) {
			continue
		}
		if found > 0 {
			return 0, fmt.Errorf("%w: two modules", errTables)
		}
		found = i
	}
	if found == 0 {
		return 0, fmt.Errorf("%w: no module", errTables)
	}
	return found, nil
}

func (t *tables) readRecord(m *image, place int) record {
	r := record{
		name: m.text(t.names + int(m.i32(place+4))),
		args: m.i32(place + 8), deferReturn: m.i32(place + 12),
		id: m.at(place+recordIDs, 2)[0], flag: m.at(place+recordIDs, 2)[1],
	}
	pcData, funcData := int(m.u32(place+28)), int(m.at(place+43, 1)[0])
	if pcData > mostPcData || funcData > mostData || pcData == mostPcData && m.u32(place+recordSize+4*4) != 0 {
		m.err = fmt.Errorf("%w: a record of %d and %d", errTables, pcData, funcData)
		return r
	}
	r.pcs[pcFrame] = t.byPlace(m, m.u32(place+16))
	for i := pcMaps; i < pcColumns && i < pcData; i++ {
		r.pcs[i] = t.byPlace(m, m.u32(place+recordSize+4*i))
	}
	behind := place + recordSize + 4*pcData
	for i := range r.data {
		r.data[i] = -1
		if i < funcData {
			r.data[i] = m.i32(behind + 4*i)
		}
	}
	for i := dataColumns; i < funcData; i++ {
		r.printed = append(r.printed, m.i32(behind+4*i))
	}
	if r.data[dataInlined] >= 0 {
		r.inlinedAt = t.goFunc + int(r.data[dataInlined])
		r.inlined = highest(r.pcs[pcInlined]) + 1
		m.at(r.inlinedAt, r.inlined*inlinedSize)
	}
	t.end = behind + 4*funcData
	return r
}

// byPlace is the table at a distance: pairs of how the value and the place go on, up to a zero.
func (t *tables) byPlace(m *image, distance uint32) []byte {
	if distance == 0 {
		return nil
	}
	from := t.pcs + int(distance)
	for at := from; m.err == nil; {
		value, next := m.varint(at)
		if value == 0 && at > from {
			return m.all[from:next:next]
		}
		_, at = m.varint(next)
	}
	return nil
}

// highest is the highest value in a table by place.
func highest(table []byte) int {
	most := -1
	for _, s := range steps(table) {
		most = max(most, s.value)
	}
	return most
}

func nonzero(b []byte) bool { return slices.ContainsFunc(b, func(c byte) bool { return c != 0 }) }

// same compares what stays: all but most names and where things lie.
func (t *tables) same(other *tables) error {
	for i, a := range t.all {
		b := other.all[i]
		if number(i, a.name) != b.name || a.args != b.args || a.deferReturn != b.deferReturn || a.id != b.id ||
			a.flag != b.flag || a.data != b.data {
			return fmt.Errorf("function %d has another record", i)
		}
		for k := range a.pcs {
			if !bytes.Equal(a.pcs[k], b.pcs[k]) {
				return fmt.Errorf("function %d has another table %d", i, k)
			}
		}
	}
	return nil
}
