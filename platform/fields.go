package platform

import (
	"reflect"
	"strings"
	"sync"
	"unicode"
)

// field is a JSON member that a struct knows.
type field struct {
	name string
	kind reflect.Type
}

var fieldCache sync.Map // reflect.Type → map[string]field, by folded name

// fieldsOf lists t's tagged members, those of embedded structs included, by
// folded name: that is how encoding/json matches them.
func fieldsOf(t reflect.Type) map[string]field {
	if fields, ok := fieldCache.Load(t); ok {
		return fields.(map[string]field)
	}
	fields := make(map[string]field, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case name != "":
			fields[foldName(name)] = field{name: name, kind: f.Type}
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			for folded, inner := range fieldsOf(f.Type) {
				fields[folded] = inner
			}
		}
	}
	fieldCache.Store(t, fields)
	return fields
}

// foldName gives names that encoding/json takes for each other the same text,
// the "ſ" and the Kelvin sign that fold to ASCII letters included.
func foldName(name string) string {
	return strings.Map(func(r rune) rune {
		for {
			next := unicode.SimpleFold(r)
			if next <= r {
				return next
			}
			r = next
		}
	}, name)
}
