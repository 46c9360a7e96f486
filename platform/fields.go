package platform

import (
	"reflect"
	"strings"
	"sync"
)

// field is a JSON member that a struct knows, with the options of its tag.
type field struct {
	name  string
	kind  reflect.Type
	index []int

	omitEmpty bool // as encoding/json has it
	omitZero  bool // as encoding/json has it
	flat      bool // read from the members beside it where it is absent
	minor     bool // an amount of minor units: one with decimals is of the currency
}

// reads reports whether a value may be read into the field.
func (f *field) reads(value []byte) bool {
	return (!f.flat || value[0] == '{') && (!f.minor || !decimal(value))
}

// in is the field's value in the struct v.
func (f *field) in(v reflect.Value) reflect.Value {
	for _, i := range f.index {
		v = v.Field(i)
	}
	return v
}

// shape is what a struct knows: its tagged members, those of embedded structs
// included.
type shape struct {
	fields []field
	extra  int // the field that keeps the rest, -1 for none
}

// find is the field that a member means, -1 for none.
func (s *shape) find(m *Member) int {
	for i := range s.fields {
		if m.Named(s.fields[i].name) {
			return i
		}
	}
	return -1
}

var extraType = reflect.TypeFor[Extra]()

var shapes sync.Map // reflect.Type → *shape

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s := &shape{extra: -1}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Type == extraType:
			s.extra = i
		case name == "-":
		case name != "":
			s.fields = append(s.fields, field{
				name: name, kind: f.Type, index: f.Index,
				omitEmpty: strings.Contains(options, "omitempty"), omitZero: strings.Contains(options, "omitzero"),
				flat: f.Tag.Get("platform") == "flat", minor: f.Tag.Get("platform") == "minor",
			})
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			for _, inner := range shapeOf(f.Type).fields {
				inner.index = append([]int{i}, inner.index...)
				s.fields = append(s.fields, inner)
			}
		}
	}
	shapes.Store(t, s)
	return s
}

// omits reports whether the member with the value v isn't written.
func (f *field) omits(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		if f.omitEmpty && v.Len() == 0 {
			return true
		}
	case reflect.Struct: // encoding/json takes none for empty
		return f.omitZero && v.IsZero()
	}
	return (f.omitEmpty || f.omitZero) && v.IsZero()
}

// writesNull reports whether the value v is written as null.
func (f *field) writesNull(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return v.IsNil() && !f.omits(v)
	}
	return false
}
