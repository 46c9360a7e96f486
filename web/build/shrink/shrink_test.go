package shrink

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// small is a module as the linker lays it out, without functions.
func small(change ...func(all []section) []section) []byte {
	all := []section{
		{secCustom, []byte("\x0ago:buildidabc")},
		{secType, []byte{0}}, {secImport, []byte{0}}, {secFunction, []byte{0}}, {secTable, []byte{0}}, {secMemory, []byte{0}},
		{secGlobal, []byte{0}}, {secExport, []byte{0}}, {secElement, []byte{0}}, {secCode, []byte{0}},
		{secData, putSegments([]segment{{200, []byte("later")}, {8, []byte("a")}, {24, []byte("b")}})},
		{secCustom, []byte("\x09producers\x01\x08language\x01\x02Go\x08go1.26.8")},
	}
	for _, c := range change {
		all = c(all)
	}
	return emit(all)
}

func replace(id byte, body string) func([]section) []section {
	return func(all []section) []section {
		for i := range all {
			if all[i].id == id {
				all[i].body = []byte(body)
			}
		}
		return all
	}
}

func TestProgramMergesSegments(t *testing.T) {
	t.Parallel()
	shrunk, err := rewrite(small(), false)
	if err != nil {
		t.Fatal(err)
	}
	sections, err := parse(shrunk, linkedOrder)
	if err != nil {
		t.Fatal(err)
	}
	last := sections[len(sections)-1]
	segments, err := readSegments(last.body)
	if err != nil || len(sections) != 10 || last.id != secData {
		t.Fatalf("%d sections, the last %d: %v", len(sections), last.id, err)
	}
	want := append(append([]byte("a"), make([]byte, 15)...), 'b')
	want = append(append(want, make([]byte, 175)...), "later"...)
	if len(segments) != 1 || segments[0].at != 8 || !bytes.Equal(segments[0].data, want) {
		t.Errorf("got %v", segments)
	}
}

func TestProgramRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		module []byte
		want   string
	}{
		{"nothing", nil, "no WebAssembly module"},
		{"another version", append([]byte("\x00asm\x02\x00\x00\x00"), small()[8:]...), "no WebAssembly module"},
		{"cut off", small()[:60], "bytes wanted"},
		{"a section twice", small(func(all []section) []section {
			return append(all, section{secData, []byte{0}})
		}), "section 11 isn't at its place"},
		{"a start function", small(func(all []section) []section {
			return append(all, section{8, []byte{0}})
		}), "section 8 isn't at its place"},
		{"no data", small(func(all []section) []section { return append(all[:10], all[11]) }), "section 11 is missing"},
		{"another release", small(replace(secCustom, "\x09producers\x01\x08language\x01\x02Go\x06go1.99")),
			"linked by Go go1.99"},
		{"another language", small(replace(secCustom, "\x09producers\x01\x08language\x01\x04Rust\x041.99")),
			"linked by Rust"},
		{"no toolchain", small(replace(secCustom, "\x04name")), "toolchain that linked it is unknown"},
		{"segments overlap", small(replace(secData, "\x02\x00\x41\x05\x0b\x02ab\x00\x41\x06\x0b\x01c")),
			"begins at 6, and another ends at 7"},
		{"a passive segment", small(replace(secData, "\x01\x01\x02ab")), "kind of a segment is 0x1"},
		{"a place that is computed", small(replace(secData, "\x01\x00\x23\x00\x0b\x02ab")), "place is 0x23"},
		{"a segment below zero", small(replace(secData, "\x01\x00\x41\x7f\x0b\x01a")), "a segment from -1"},
		{"bytes after the segments", small(replace(secData, "\x01\x00\x41\x05\x0b\x01abc")), "2 bytes too many"},
		{"an unknown instruction", moduleOf([]byte{0, 0xd0, 0x70, opEnd}), "function 1: at byte 2: instruction 0xd0"},
		{"code that no step knows", moduleOf([]byte{0, opI32Const, 0, opEnd}), "0 returns, 0 folds, 0 exits, 0 jumps"},
		{"functions without bodies", small(replace(secType, "\x01\x60\x00\x00"), replace(secFunction, "\x01\x00")),
			"1 functions, and 0 bodies"},
		{"an imported memory", small(replace(secImport, "\x01\x01a\x01b\x02\x00\x01")), "kind of an import is 0x2"},
		{"a vector", small(replace(secType, "\x01\x60\x01\x7b\x00")), "value type 0x7b"},
		{"a type that isn't there", small(replace(secFunction, "\x01\x00")), "type 0 of 0"},
		{"another place in the table", small(replace(secElement, "\x01\x00\x41\x00\x0b\x00")), "elements 0 begin at 0x0"},
		{"another size of the table", small(replace(secTable, "\x01\x70\x00\x00")), "table 0 has 0 places"},
		{"a table with a limit", small(replace(secTable, "\x01\x70\x01\x00\x00")), "table's limits"},
		{"a second memory", small(replace(secMemory, "\x02\x00\x01\x00\x01")), "a second memory"},
		{"a global that stays", small(replace(secGlobal, "\x01\x7f\x00\x41\x00\x0b")), "can be set is 0x0"},
		{"a global of another type", small(replace(secGlobal, "\x01\x7d\x01\x43\x00\x0b")), "a global of type 0x7d"},
		{"more segments than bytes", small(replace(secData, "\x09\x00\x41\x05\x0b\x01a")), "9 entries in 6 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := rewrite(tt.module, false)
			if got != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %d bytes, %v", len(got), err)
			}
		})
	}
}

// For all bytes the answer is a module or an error.
func FuzzProgram(f *testing.F) {
	f.Add(small())
	f.Add(small(replace(secData, "\x02\x00\x41\x05\x0b\x02ab\x00\x41\x06\x0b\x01c")))
	f.Fuzz(func(t *testing.T, module []byte) {
		shrunk, err := rewrite(module, false)
		if err == nil && !bytes.HasPrefix(shrunk, header) {
			t.Error("no module, and no error")
		}
	})
}

func TestCut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, memory string
		want         []segment
	}{
		{"empty", "", nil},
		{"zeros", "....", nil},
		{"short gaps", "..ab..c..", []segment{{2, []byte("ab..c")}}},
		{"a long gap", "a...b", []segment{{0, []byte("a")}, {4, []byte("b")}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			zeros := func(s string) []byte { return bytes.ReplaceAll([]byte(s), []byte("."), []byte{0}) }
			for i := range tt.want {
				tt.want[i].data = zeros(string(tt.want[i].data))
			}
			if diff := cmp.Diff(tt.want, cut(zeros(tt.memory), 2), cmp.AllowUnexported(segment{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSigned(t *testing.T) {
	t.Parallel()
	for _, v := range []int64{0, 1, -1, 63, 64, -64, -65, 1<<31 - 1, -1 << 31, 1 << 31, 1<<63 - 1, -1 << 63} {
		r := &reader{all: putSigned(nil, v)}
		if got := r.s64(); got != v || r.err != nil || r.more() {
			t.Errorf("%d: got %d, %v", v, got, r.err)
		}
		r = &reader{all: putSigned(nil, v)}
		if got := r.s32(); int64(int32(v)) == v && (int64(got) != v || r.err != nil) || int64(int32(v)) != v && r.err == nil {
			t.Errorf("%d as 32 bits: got %d, %v", v, got, r.err)
		}
	}
	for _, bad := range []string{"", "\x80", "\x80\x80\x80\x80\x80\x00", "\xff\xff\xff\xff\x4f"} {
		if r := (&reader{all: []byte(bad)}); r.s32() != 0 || r.err == nil {
			t.Errorf("%x is read", bad)
		}
	}
}
