package shrink

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/web/crash"
)

// Where the tables made by hand lie.
const (
	handHeader  = 1024
	handNames   = handHeader + 72
	handPcs     = handHeader + 1024
	handFuncs   = handPcs + 1024
	handFind    = 8192
	handModule  = 12288
	handInlined = 16384
	handCount   = 3
)

// tablesByHand are tables of three functions as the linker writes them.
func tablesByHand(change func(memory []byte)) []byte {
	m := make([]byte, 20000)
	u32, u64 := func(at, v int) { le.PutUint32(m[at:], uint32(v)) }, func(at, v int) { le.PutUint64(m[at:], uint64(v)) }
	u32(handHeader, 0xfffffff1)
	u32(handHeader+4, 8<<24|1<<16)
	u64(handHeader+8, handCount)
	for at, v := range map[int]int{32: handNames, 56: handPcs, 64: handFuncs} {
		u64(handHeader+at, v-handHeader)
	}
	for at, v := range map[int]int{
		0: handHeader, 8: handNames, 80: handPcs, 104: handFuncs, 128: handFuncs, 136: handCount + 1, 152: handFind,
		160: firstAddress << 16, 168: (firstAddress+handCount-1)<<16 + 300, 320: handInlined,
	} {
		u64(handModule+at, v)
	}
	copy(m[handNames+1:], "main.f\x00runtime.g\x00reflect.makeFuncStub\x00main.small\x00")
	copy(m[handPcs+1:], "\x02\x01\x00"+"\x02\x05\x04\x02\x00"+"\x04\x02\x00") // at 1, 4 and 9
	at := handFuncs + 8*handCount + 4
	for i := range handCount {
		at = (at + 7) &^ 7
		u32(handFuncs+8*i, firstAddress+i)
		u32(handFuncs+8*i+4, at-handFuncs)
		for word, v := range []int{firstAddress + i, []int{1, 8, 18}[i], 8 * i, i, []int{1, 4, 1}[i], 1, 4, 4, 7, 100} {
			u32(at+4*word, v)
		}
		copy(m[at+recordIDs:], []byte{byte(i), 4, 0, 6})
		for word, v := range []int{0, []int{4, 9, 0}[i], []int{0, 9, 0}[i], 0, 64, 64 * i, -1, []int{-1, 16, -1}[i], -1, 3} {
			u32(at+recordSize+4*word, v)
		}
		at += recordSize + 10*4
	}
	u32(handFuncs+8*handCount, firstAddress+handCount)
	for i := range 33 {
		u32(handFind+20*i, i/16)
	}
	u32(handInlined+16+4, 39) // the inlined call's name
	u32(handInlined+16+12, 77)
	copy(m[handInlined+64:], "behind the tables")
	change(m)
	return m
}

// withTables is a module of three functions with tables.
func withTables(t *testing.T, change func(memory []byte)) []byte {
	t.Helper()
	first, second := function{groups: []group{{1, i32}, {1, i64}}}, function{groups: []group{{1, i32}}}
	b := append(second.put(nil), code(t, called)...)
	all, err := parse(moduleOf(append(first.put(nil), code(t, calling)...), b, b), linkedOrder)
	if err != nil {
		t.Fatal(err)
	}
	return emit(replace(secData, string(putSegments(cut(tablesByHand(change), 8))))(all))
}

// Tables are packed, unpacked by the start function, and say the same but for names and lines.
func TestTablesAreUnpacked(t *testing.T) {
	t.Parallel()
	shrunk, err := Program(withTables(t, func([]byte) {}))
	if err != nil {
		t.Fatal(err)
	}
	sections, err := parse(shrunk, madeOrder)
	if err != nil {
		t.Fatal(err)
	}
	p, err := readProgram(sections, helpers)
	if err != nil {
		t.Fatal(err)
	}
	memory, err := p.unpack(sections, 20000)
	if err != nil {
		t.Fatal(err)
	}
	is, err := readTables(memory, handCount, "go1.26")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range is.all {
		names = append(names, r.name)
	}
	if want := []string{"program.(*T).f00000", "runtime.(*T).f00001", "reflect.makeFuncStub"}; !slices.Equal(names, want) {
		t.Errorf("names: %q", names)
	}
	m := &image{all: memory}
	second := is.all[1]
	if got := m.text(is.names + int(m.i32(second.inlinedAt+4))); second.inlined != 2 || got != inlinedNames[0] ||
		m.i32(second.inlinedAt+16+12) != 0 {
		t.Errorf("%d inlined, the first %q", second.inlined, got)
	}
	if second.args != 8 || second.id != 1 || second.flag != 4 || string(second.pcs[pcFrame]) != "\x02\x05\x04\x02\x00" ||
		second.data != [dataColumns]int32{64, 64, -1, 16, -1} {
		t.Errorf("the second is %+v", second)
	}
	if !strings.HasPrefix(m.text(handInlined+64), "behind the tables") {
		t.Error("what lies behind the tables was changed")
	}
}

// The numbers of a traceback lead back to names, files and lines.
func TestMap(t *testing.T) {
	t.Parallel()
	const units, files = 600, 700 // behind the header
	got, err := Map(withTables(t, func(m []byte) {
		le.PutUint64(m[handHeader+40:], units)
		le.PutUint64(m[handHeader+48:], files)
		le.PutUint32(m[handHeader+units+4*7:], 3)
		copy(m[handHeader+files+3:], "main/main.go")
		copy(m[handPcs+64:], "\x16\x02\x06\x03\x00") // line 10 up to 2, line 13 up to 5
		for i := range handCount {
			le.PutUint32(m[int(le.Uint32(m[handFuncs+8*i+4:]))+handFuncs+wordLine:], 64)
		}
	}))
	want := &crash.Map{Imports: 1, Functions: []crash.Function{
		{Name: "main.f", Places: []crash.Place{{File: "main/main.go", Line: 10, Call: -1}, {At: 1, Line: 10, Call: -1},
			{At: 2, Line: 13, Call: -1}}},
		{
			Name: "runtime.g", Calls: []crash.Call{{Name: "main.small"}, {}},
			Places: []crash.Place{{File: "main/main.go", Line: 10, Call: 1}, {At: 1, Line: 10, Call: 1},
				{At: 2, Line: 13, Call: -1}},
		},
		{Name: "reflect.makeFuncStub", Places: []crash.Place{{File: "main/main.go", Line: 10, Call: -1},
			{At: 1, Line: 10, Call: -1}, {At: 2, Line: 13, Call: -1}}},
	}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if _, err := Map([]byte("no program")); err == nil {
		t.Error("what isn't a program has a map")
	}
}

func TestUnknownTablesAreRefused(t *testing.T) {
	t.Parallel()
	put := func(at int, v uint32) func([]byte) {
		return func(m []byte) { le.PutUint32(m[at:], v) }
	}
	firstRecord := handFuncs + (8*handCount+4+7)&^7
	tests := []struct {
		name   string
		change func([]byte)
	}{
		{"another magic", put(handHeader, 0xfffffff2)},
		{"two modules", func(m []byte) { copy(m[handModule+800:], m[handModule:handModule+400]) }},
		{"another count", put(handHeader+8, 4)},
		{"another first address", put(handModule+160, 0x2000<<16)},
		{"another last address", put(handModule+168, 0x2000<<16)},
		{"names elsewhere", put(handHeader+32, 80)},
		{"records elsewhere", put(handModule+104, handFuncs+8)},
		{"records before the tables by place", func(m []byte) {
			put(handHeader+64, 8)(m)
			put(handModule+104, handHeader+8)(m)
			put(handModule+128, handHeader+8)(m)
		}},
		{"another functab", put(handModule+128, handFuncs+8)},
		{"another findfunctab", put(handFind+40, 1)},
		{"a part of a bucket", put(handFind+44, 1)},
		{"another function in functab", put(handFuncs+8, 0x1005)},
		{"a record before its functab", put(handFuncs+12, 4)},
		{"a record of another function", put(firstRecord, 0x1001)},
		{"another end", put(handFuncs+8*handCount, 0x1009)},
		{"too many tables by place", put(firstRecord+28, 9)},
		{"too many data", put(firstRecord+recordIDs, 9<<24)},
		{"a table outside of the memory", put(firstRecord+16, 1<<30)},
		{"a name outside of the memory", put(firstRecord+4, 1<<30)},
		{"an endless number", func(m []byte) { copy(m[handPcs+1:], "\xff\xff\xff\xff\xff\xff\xff") }},
		{"inlined calls outside of the memory", put(handModule+320, 1<<30)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, err := Program(withTables(t, tt.change)); !errors.Is(err, errTables) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A start function that unpacks something else is found out.
func TestUnpackingIsChecked(t *testing.T) {
	t.Parallel()
	before := tablesByHand(func([]byte) {})
	was, err := readTables(before, handCount, "go1.26")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		change func(r *tables)
	}{
		{"a name", func(x *tables) { x.all[1].name = "main.g" }},
		{"a frame", func(x *tables) { x.all[1].pcs[pcFrame] = []byte("\x02\x06\x00") }},
		{"arguments", func(x *tables) { x.all[1].args++ }},
		{"data", func(x *tables) { x.all[1].data[1]++ }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			other := *was
			other.all = slices.Clone(was.all)
			for i := range other.all {
				other.all[i].name = number(i, was.all[i].name)
			}
			if err := was.same(&other); err != nil {
				t.Fatal(err)
			}
			tt.change(&other)
			if was.same(&other) == nil {
				t.Error("nothing was found")
			}
		})
	}
}
