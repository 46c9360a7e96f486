package shrink

import (
	"slices"
	"strconv"
	"strings"
)

// A closure that is allocated has a type of its own: struct { F uintptr; X0 *T; X1 int }, where F is its function, or
// struct { F uintptr; R T } for the value of a method. The collector reads how large it is and where its pointers are.
// Nothing can ask for its name, its fields or its hash: to the program a closure is a function.

// closures are their types, which lie among others from a place on.
type closures struct {
	types int
	all   []closure
}

// closure is the type of one, as internal/abi lays it out.
type closure struct {
	at     int
	name   int // the name's place and its size
	size   int
	fields int // where its fields are described, and how many there are
	count  int
}

// Places in a type and in what describes a field, flags and kinds.
const (
	typeHash   = 16
	typeFlags  = 20
	typeKind   = 23
	typeName   = 40
	typeFields = 56
	structSize = 80
	fieldType  = 8
	fieldSize  = 24

	flagStar    = 2 // the name is that of a pointer to it; further flags are for types that have methods or are huge
	kindUintptr = 12
	kindPointer = 22
	kindStruct  = 25
)

// typesPlace is where runtime.moduledata says where types begin and end. Go 1.27 finds types by their names, in order:
// those stay.
var typesPlace = map[string][2]int{"go1.26": {296, 304}}

// readClosures finds the types of closures.
func readClosures(memory []byte, t *tables, release string) closures {
	place, known := typesPlace[release]
	if !known {
		return closures{}
	}
	m := &image{all: memory}
	found, until := closures{types: m.u64(t.module + place[0])}, m.u64(t.module+place[1])
	m.at(found.types, until-found.types)
	pointers := map[int]bool{} // names that types of pointers have
	for at := (found.types + 7) &^ 7; at+structSize <= until && m.err == nil; at += 8 {
		switch name := found.types + int(m.u32(at+typeName)); memory[at+typeKind] {
		case kindPointer:
			pointers[name] = true
		case kindStruct:
			if c, ok := closureAt(memory[:until], at, name); ok && memory[at+typeFlags] == flagStar {
				found.all = append(found.all, c)
			}
		}
	}
	found.all = slices.DeleteFunc(found.all, func(c closure) bool { return pointers[c.name] })
	return found
}

// closureAt reports whether a type is a closure's.
func closureAt(memory []byte, at, name int) (closure, bool) {
	m := &image{all: memory}
	c := closure{at: at, name: name, fields: m.u64(at + typeFields), count: m.u64(at + typeFields + 8)}
	text, end := m.name(name)
	c.size = end - name
	if !strings.HasPrefix(text, "*struct { F uintptr; ") || c.count > len(text) {
		return c, false
	}
	for i := range c.count {
		field := c.fields + i*fieldSize
		name, _ := m.name(m.u64(field))
		switch {
		case i == 0 && name == "F" && m.at(m.u64(field+fieldType)+typeKind, 1)[0] == kindUintptr:
		case i > 0 && name == "X"+strconv.Itoa(i-1), i == 1 && c.count == 2 && name == "R":
		default:
			return c, false
		}
	}
	return c, m.err == nil
}

// name reads the name of a type or a field, and answers where it ends.
func (m *image) name(place int) (string, int) {
	n, from := m.varint(place + 1)
	return string(m.at(from, int(n))), from + int(n)
}

// blank leaves of the types what the collector reads. One name is left for all, the star that it begins with.
func (c closures) blank(memory []byte) {
	for _, one := range c.all {
		clear(memory[one.name:][:one.size])
		clear(memory[one.fields:][:one.count*fieldSize])
		clear(memory[one.at+typeHash:][:4])
		le.PutUint32(memory[one.at+typeName:], uint32(c.all[0].name-c.types))
	}
	if len(c.all) > 0 {
		copy(memory[c.all[0].name:], "\x00\x01*")
	}
}
