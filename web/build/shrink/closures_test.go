package shrink

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// handTypes writes types as the compiler lays them out.
type handTypes struct {
	memory []byte
	end    int
}

const handTypesAt = 512

func (h *handTypes) room(size int) int {
	at := (h.end + 7) &^ 7
	h.end = at + size
	return at
}

func (h *handTypes) name(text string) int {
	at := h.room(2 + len(text))
	h.memory[at+1] = byte(len(text))
	copy(h.memory[at+2:], text)
	return at
}

func (h *handTypes) add(kind, flags byte, name int) int {
	at := h.room(structSize)
	copy(h.memory[at+typeHash:], "hash")
	h.memory[at+typeFlags], h.memory[at+typeKind] = flags, kind
	le.PutUint32(h.memory[at+typeName:], uint32(name-handTypesAt))
	return at
}

// structOf adds a struct whose first field is of a type, and the others are pointers.
func (h *handTypes) structOf(flags byte, first int, fields ...string) int {
	at := h.add(kindStruct, flags, h.name("*struct { "+strings.Join(fields, "; ")+" }"))
	described := h.room(len(fields) * fieldSize)
	le.PutUint64(h.memory[at+typeFields:], uint64(described))
	le.PutUint64(h.memory[at+typeFields+8:], uint64(len(fields)))
	for i, text := range fields {
		name, _, _ := strings.Cut(text, " ")
		le.PutUint64(h.memory[described+i*fieldSize:], uint64(h.name(name)))
		le.PutUint64(h.memory[described+i*fieldSize+fieldType:], uint64(first))
	}
	return at
}

// The types of closures lose their names, fields and hashes. Whatever else a type can be keeps its own.
func TestTypesOfClosuresAreBlank(t *testing.T) {
	t.Parallel()
	const module = 8192
	h := &handTypes{memory: make([]byte, 10000), end: handTypesAt}
	number, text := h.add(kindUintptr, flagStar, h.name("*uintptr")), h.add(24, flagStar, h.name("*string"))
	closures := []int{
		h.structOf(flagStar, number, "F uintptr", "X0 *int", "X1 *int"),
		h.structOf(flagStar, number, "F uintptr", "R *T"),
	}
	pointed := h.structOf(flagStar, number, "F uintptr", "X0 *float64")
	others := []int{
		h.structOf(flagStar, number, "F uintptr", "Y0 *int"),
		h.structOf(flagStar, number, "F uintptr", "R *int", "X1 *int"),
		h.structOf(flagStar, text, "F uintptr", "X0 *string"),
		h.structOf(flagStar|4, number, "F uintptr", "X0 *named"),
		h.structOf(flagStar|16, number, "F uintptr", "X0 *huge"),
		pointed,
		h.add(kindPointer, 0, handTypesAt+int(le.Uint32(h.memory[pointed+typeName:]))),
	}
	le.PutUint64(h.memory[module+296:], handTypesAt)
	le.PutUint64(h.memory[module+304:], uint64(h.end))

	if got := readClosures(h.memory, &tables{module: module}, "go1.27"); len(got.all) > 0 {
		t.Errorf("Go 1.27 searches types by name, and %d lose theirs", len(got.all))
	}
	found := readClosures(h.memory, &tables{module: module}, "go1.26")
	var at []int
	for _, c := range found.all {
		at = append(at, c.at)
	}
	if !slices.Equal(at, closures) {
		t.Fatalf("closures at %d, want %d", at, closures)
	}
	is := bytes.Clone(h.memory)
	found.blank(is)
	m := &image{all: is}
	for i, c := range found.all {
		text, _ := m.name(handTypesAt + int(m.u32(c.at+typeName)))
		if text != "*" || m.u32(c.at+typeHash) != 0 || nonzero(m.at(c.fields, c.count*fieldSize)) ||
			i > 0 && nonzero(m.at(c.name, c.size)) {
			t.Errorf("%d: name %q, hash %#x", i, text, m.u32(c.at+typeHash))
		}
		if m.u64(c.at+typeFields+8) != c.count {
			t.Errorf("%d: %d fields, and had %d", i, m.u64(c.at+typeFields+8), c.count)
		}
	}
	for _, at := range others {
		name := handTypesAt + int(m.u32(at+typeName))
		if !bytes.Equal(is[at:][:structSize], h.memory[at:][:structSize]) ||
			!bytes.Equal(is[name:][:40], h.memory[name:][:40]) {
			t.Errorf("another type changed: %q", h.memory[name:][:40])
		}
	}
}
