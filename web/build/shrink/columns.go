package shrink

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// Where the words of a record lie after unpacking. All records are of one size.
const (
	wordName     = 4
	wordArgs     = 8
	wordDefer    = 12
	wordFrame    = 16
	wordPcData   = 28
	wordIDs      = recordIDs
	wordMaps     = recordSize + 4 // PCDATA 0 is for stopping a thread anywhere, which doesn't happen
	wordInlined  = recordSize + 8
	wordData     = recordSize + 12
	unpackedSize = wordData + 4*dataColumns
)

// packed are the tables by column: of each property of all functions, or of those of one file, one after another.
// Brotli makes a third less of them than of records. The program unpacks them when it starts (unpack.go).
type packed struct {
	count   int      // of all functions
	records []record // of those that are packed
	numbers []byte   // the columns of plain numbers, then those of references
	fresh   []byte   // what references refer to, each once
	pcs     []byte   // tables by place, each once in a column
	before  int      // how many bytes of them are the first file's
	columns []column
	longest int // how many different values a column has at most
}

// column is one of references.
type column struct {
	word  int
	none  int32 // what 0 stands for
	pcs   bool  // references are to tables by place
	begin int   // where the first table by place lies, from the first of all
}

func zigzag(v int32) uint64 { return uint64(uint32(v<<1 ^ v>>31)) }

// Bits of what is packed of all functions, shifted by the sign's. Of a function whose record comes with the rest an id
// follows.
const (
	packedRuntime = 2 << iota // the runtime's own
	packedAway
	packedID
)

// pack makes columns of the records, but for those that come with the rest.
func (t *tables) pack(away []bool) *packed {
	p := &packed{count: len(t.all), pcs: []byte{0}}
	for i, r := range t.all {
		bits := kind(r.name)
		if away != nil && away[i] {
			bits |= (packedAway + packedID*int(r.id)) / 2
		} else {
			p.records = append(p.records, r)
		}
		p.plain(int32(bits))
	}
	p.pack()
	return p
}

// packRest makes columns of the records that come with the rest. Tables by place lie behind those of the first file.
func (t *tables) packRest(away []bool, first *packed) *packed {
	p := &packed{count: len(t.all), pcs: make([]byte, len(first.pcs)), before: len(first.pcs)}
	for i, r := range t.all {
		if away[i] {
			p.records = append(p.records, r)
		}
	}
	p.pack()
	return p
}

func (p *packed) pack() {
	for _, r := range p.records {
		p.plain(r.args)
	}
	for _, r := range p.records {
		p.plain(r.deferReturn)
	}
	p.references(wordIDs, -1, func(r record) int32 { return int32(r.id) | int32(r.flag)<<8 | dataColumns<<24 })
	for i, word := range []int{wordFrame, wordMaps, wordInlined} {
		p.tables(word, i)
	}
	for i := range dataColumns {
		p.references(wordData+4*i, -1, func(r record) int32 { return r.data[i] })
	}
}

func (p *packed) plain(v int32) { p.numbers = binary.AppendUvarint(p.numbers, zigzag(v)) }

// refer writes a reference: 0 for none, 1 for the next new value, or how many new values ago it was, and 1.
func (p *packed) refer(ago int) { p.numbers = binary.AppendUvarint(p.numbers, uint64(ago+1)) }

func (p *packed) references(word int, none int32, of func(record) int32) {
	p.columns = append(p.columns, column{word: word, none: none})
	seen := map[int32]int{}
	last := int32(0)
	for _, r := range p.records {
		v := of(r)
		if v == none {
			p.refer(-1)
			continue
		}
		at, found := seen[v]
		if found {
			p.refer(len(seen) - at)
			continue
		}
		p.refer(0)
		seen[v] = len(seen)
		p.fresh = binary.AppendUvarint(p.fresh, zigzag(v-last))
		last = v
	}
	p.longest = max(p.longest, len(seen))
}

func (p *packed) tables(word, i int) {
	p.columns = append(p.columns, column{word: word, pcs: true, begin: len(p.pcs)})
	seen := map[string]int{}
	for _, r := range p.records {
		table := r.pcs[i]
		if table == nil {
			p.refer(-1)
			continue
		}
		at, found := seen[string(table)]
		if found {
			p.refer(len(seen) - at)
			continue
		}
		p.refer(0)
		seen[string(table)] = len(seen)
		p.pcs = append(p.pcs, table...)
	}
	p.longest = max(p.longest, len(seen))
}

// places are where things lie in the memory that the tables took as they were linked: names, then tables by place,
// functab and the records, and behind them what is packed.
type places struct {
	own     int // names that stay, behind those that are numbered
	funcs   int // functab: nearer to the tables by place, of which fewer are left
	records int
	numbers int // what is packed; before it, from where to read on in numbers and in fresh
	fresh   int
	seen    int // different values of the present column
	end     int
}

// named are the names that aren't numbers.
var named = append(append([]string{}, ownNames...), inlinedNames[:]...)

// place finds room for what is packed, beside so many bytes of tables by place, and refuses tables that leave none.
func (p *packed) place(t *tables, pcs int) (places, error) {
	at := places{own: t.names + 1 + nameSize*p.count, funcs: (t.pcs + pcs + 7) &^ 7}
	at.records = (at.funcs + 8*p.count + 4 + 7) &^ 7
	at.numbers = at.records + unpackedSize*p.count + 8
	at.fresh = at.numbers + len(p.numbers)
	at.seen = (at.fresh + len(p.fresh) + 3) &^ 3
	at.end = at.seen + 4*p.longest
	switch {
	case p.count > mostNumbers:
		return at, fmt.Errorf("%w: %d functions", errTables, p.count)
	case at.own+len(strings.Join(named, "0"))+1 > t.pcs:
		return at, fmt.Errorf("%w: no room for names", errTables)
	case at.end > t.end:
		return at, fmt.Errorf("%w: no room to unpack", errTables)
	}
	return at, nil
}

// nameAt is the distance of a name that isn't a number.
func (at places) nameAt(t *tables, name string) int {
	distance := at.own - t.names
	for _, other := range named {
		if other == name {
			break
		}
		distance += len(other) + 1
	}
	return distance
}

// fill is the memory with which a program begins whose tables are packed.
func (e expected) fill(p *packed, at places) []byte {
	memory := p.put(e.memory, e.tables, at)
	e.closures.blank(memory)
	clearSpans(memory, e.tables.printed())
	return memory
}

// put writes what is packed to a copy of the memory, in the place of the tables.
func (p *packed) put(before []byte, t *tables, at places) []byte {
	memory := bytes.Clone(before)
	clear(memory[t.names:t.end])
	for i := range t.buckets {
		clear(memory[t.find+20*i:][:4])
	}
	copy(memory[at.own:], strings.Join(named, "\x00"))
	p.load(memory, t, at)
	for place, v := range t.moved(at) {
		le.PutUint64(memory[place:], uint64(v))
	}
	was := &image{all: before}
	for _, r := range t.all {
		for k := range r.inlined {
			call := r.inlinedAt + k*inlinedSize
			name := inlinedNames[kind(was.text(t.names+int(was.i32(call+4))))]
			le.PutUint32(memory[call+4:], uint32(at.nameAt(t, name)))
			le.PutUint32(memory[call+12:], 0) // the line where it begins
		}
	}
	return memory
}

// load writes tables by place and columns.
func (p *packed) load(memory []byte, t *tables, at places) {
	copy(memory[t.pcs+p.before:], p.pcs[p.before:])
	copy(memory[at.numbers:], p.numbers)
	copy(memory[at.fresh:], p.fresh)
	le.PutUint32(memory[at.numbers-8:], uint32(at.numbers))
	le.PutUint32(memory[at.numbers-4:], uint32(at.fresh))
}

// moved are the words that say where functab and the records lie, and what they say after unpacking.
func (t *tables) moved(at places) map[int]int {
	size := at.numbers - 8 - at.funcs
	return map[int]int{
		t.header + 64:  at.funcs - t.header,
		t.module + 104: at.funcs, t.module + 112: size, t.module + 120: size, // the records, with functab
		t.module + 128: at.funcs, // functab
	}
}
