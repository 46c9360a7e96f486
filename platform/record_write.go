package platform

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// Write writes v as encoding/json does, and gives what its records have kept
// back byte for byte.
func Write(v any) ([]byte, error) { return appendValue(nil, reflect.ValueOf(v)) }

// writeRecord writes record, a pointer to a struct that was read with extra or
// made anew. What extra has of a field stands for the field, unless that was set
// since and isn't what would be read from what is written.
func writeRecord(record any, extra Extra) ([]byte, error) {
	v := reflect.ValueOf(record).Elem()
	if extra == "" {
		return appendFields(nil, v, nil)
	}
	if raw, is := strings.CutPrefix(string(extra), wholly); is {
		before := reflect.New(v.Type()).Elem()
		readValue([]byte(raw), before)
		was, err := appendFields(nil, before, nil)
		if err != nil {
			return nil, err
		}
		now, err := appendFields(nil, v, nil)
		if bytes.Equal(was, now) {
			now = []byte(raw)
		}
		return now, err
	}
	s := shapeOf(v.Type())
	kept := make([]bool, len(s.fields)) // fields that extra stands for
	for _, m := range extra.members() {
		if i := s.find(&m); i >= 0 {
			kept[i] = true
		}
	}
	for i := range s.fields {
		kept[i] = kept[i] || s.fields[i].flat && !s.fields[i].in(v).IsZero()
	}
	out, err := appendKept(v, extra, kept)
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
	if !changed {
		return out, nil
	}
	return appendKept(v, extra, kept)
}

// appendKept writes the fields that aren't kept, and of extra the members that
// are or that have no field.
func appendKept(v reflect.Value, extra Extra, kept []bool) ([]byte, error) {
	out, err := appendFields(nil, v, kept)
	if err != nil {
		return nil, err
	}
	s := shapeOf(v.Type())
	out = out[:len(out)-1]
	for _, m := range extra.members() {
		if i := s.find(&m); i >= 0 && !kept[i] {
			continue
		}
		out = appendMember(out, &m)
	}
	return append(out, '}'), nil
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

// appendFields appends a struct's members, but for the kept ones.
func appendFields(out []byte, v reflect.Value, kept []bool) (_ []byte, err error) {
	out = append(out, '{')
	empty := len(out)
	s := shapeOf(v.Type())
	for i := range s.fields {
		f := &s.fields[i]
		value := f.in(v)
		if kept != nil && kept[i] || f.omits(value) {
			continue
		}
		if len(out) > empty {
			out = append(out, ',')
		}
		out = append(append(append(out, '"'), f.name...), '"', ':')
		if out, err = appendValue(out, value); err != nil {
			return nil, err
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
		return appendFields(out, v, nil)
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
