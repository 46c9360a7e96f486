package platform

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Write writes v as encoding/json does, and gives what its records have kept
// back byte for byte. Its errors are those of encoding/json.
func Write(v any) ([]byte, error) { return appendValue(nil, reflect.ValueOf(v)) }

// writeRecord writes record, a pointer to a struct that was read with extra or
// made anew. What extra has of a field stands for the field, and so does its absence,
// unless the field was set since and isn't what would be read from what is written.
func writeRecord(record any, extra Extra) ([]byte, error) {
	v := reflect.ValueOf(record).Elem()
	if extra == "" {
		return appendFields(nil, v, nil, nil)
	}
	s := shapeOf(v.Type())
	members := extra.members()
	kept := make([]bool, len(s.fields)) // fields that extra stands for
	for i := range members {
		if at := s.find(&members[i]); at >= 0 {
			kept[at] = true
		}
	}
	whole := extra.whole()
	for i := range s.fields {
		f := &s.fields[i]
		kept[i] = kept[i] || whole != "" || f.flat && !f.in(v).IsZero() || extra.Lacks(f.name)
	}
	out, err := []byte(whole), error(nil)
	if whole == "" {
		out, err = appendFields(nil, v, members, kept)
	}
	if err != nil {
		return nil, err
	}
	before, changed := reflect.New(v.Type()).Elem(), false
	readValue(out, before)
	for i := range s.fields {
		if f := &s.fields[i]; kept[i] && !sameValue(f.in(before), f.in(v)) {
			kept[i], changed = false, true
		}
	}
	switch {
	case !changed:
		return out, nil
	case whole != "":
		kept = nil
	}
	return appendFields(nil, v, members, kept)
}

// appendMember appends a member to others.
func appendMember(out []byte, m *Member) []byte {
	if n := len(out); n > 0 && out[n-1] != '{' {
		out = append(out, ',')
	}
	return append(append(append(append(out, '"'), m.Name...), '"', ':'), m.Value...)
}

func sameValue(a, b reflect.Value) bool {
	x, err := appendValue(nil, a)
	y, fail := appendValue(nil, b)
	return err == nil && fail == nil && bytes.Equal(x, y)
}

// appendFields appends a struct's members, but for the kept ones, and those members
// that are kept or have no field.
func appendFields(out []byte, v reflect.Value, members []Member, kept []bool) (_ []byte, err error) {
	s := shapeOf(v.Type())
	out = append(out, '{')
	for i := range s.fields {
		f := &s.fields[i]
		value := f.in(v)
		if kept != nil && kept[i] || f.omits(value) {
			continue
		}
		out = appendMember(out, &Member{Name: []byte(f.name)})
		if out, err = appendValue(out, value); err != nil {
			return nil, err
		}
	}
	for i := range members {
		if at := s.find(&members[i]); at < 0 || kept[at] {
			out = appendMember(out, &members[i])
		}
	}
	return append(out, '}'), nil
}

// appendValue appends a value. Records in maps are spelt as encoding/json does.
func appendValue(out []byte, v reflect.Value) (_ []byte, err error) {
	if new(field).writesNull(v) {
		return append(out, null...), nil
	}
	if own, ok := v.Interface().(json.Marshaler); ok {
		text, err := own.MarshalJSON()
		return append(out, text...), err
	}
	switch v.Kind() {
	case reflect.Pointer:
		return appendValue(out, v.Elem())
	case reflect.Struct:
		return appendFields(out, v, nil, nil)
	case reflect.Slice:
		out = append(out, '[')
		for i := range v.Len() {
			if i > 0 {
				out = append(out, ',')
			}
			if out, err = appendValue(out, v.Index(i)); err != nil {
				return nil, err
			}
		}
		return append(out, ']'), nil
	}
	text, err := json.Marshal(v.Interface())
	return append(out, text...), err
}
