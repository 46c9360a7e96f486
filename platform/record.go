package platform

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

func shown(value []byte) string {
	if value[0] == '"' {
		return unquote(string(value))
	}
	return string(value)
}

var null = []byte("null")

// ErrShape is JSON of a shape of which nothing can be used.
var ErrShape = errors.New("platform: JSON of another shape")

// Read reads one JSON value into v, a pointer, tolerantly: it takes numbers that
// are written as text and text that is written as a number, one object for a
// list of them, and null or an empty list for anything. What can't be used stays
// in the [Extra] of the record around it. The error is for text that isn't JSON,
// and ErrShape for a value of which nothing can be used.
func Read(data []byte, v any) error {
	if !json.Valid(data) {
		return errors.New("platform: not JSON")
	}
	if usable, _ := readValue(bytes.TrimSpace(data), reflect.ValueOf(v).Elem()); !usable {
		return ErrShape
	}
	return nil
}

// readRecord reads an object into record, a pointer to a struct with extra among
// its fields, as [Read] does. bare are the fields that take a record which is
// nothing but a text, or a number: the first of that kind does.
func readRecord(data []byte, record any, extra *Extra, bare ...any) error {
	v := reflect.ValueOf(record).Elem()
	v.SetZero()
	*extra = ""
	parts, kind := Split(data)
	listed := kind == '['
	if listed && len(parts) == 1 && parts[0].Value[0] == '{' {
		parts, kind = Split(parts[0].Value)
	}
	if len(data) == 0 {
		return ErrShape
	}
	if kind != '{' {
		*extra = wholly + Extra(data)
		if listed && len(parts) == 0 || bytes.Equal(data, null) {
			return nil
		}
		return readBare(data, bare)
	}
	s := shapeOf(v.Type())
	seen := make([]bool, len(s.fields))
	named := make([]bool, len(s.fields))
	var rest []byte
	for i := range parts {
		m := &parts[i]
		at := s.find(m)
		if at >= 0 {
			named[at] = true
		}
		if at >= 0 && s.fields[at].reads(m.Value) {
			f := &s.fields[at]
			into := f.in(v)
			into.SetZero() // a member may be there twice
			if _, exact := readValue(m.Value, into); exact && !f.omits(into) || f.writesNull(into) &&
				bytes.Equal(m.Value, null) {
				seen[at] = true
				continue
			}
		}
		rest = appendMember(rest, m)
	}
	for i := range s.fields {
		if f := &s.fields[i]; f.flat && !seen[i] {
			inner := f.in(v)
			readValue(data, inner)
			inner.Field(shapeOf(f.kind).extra).SetString("") // it is in ours
		}
	}
	*extra = Extra(rest)
	if listed {
		*extra = wholly + Extra(data)
		return nil
	}
	var absent []byte
	for i := range s.fields {
		if f := &s.fields[i]; !named[i] && !f.omits(reflect.Zero(f.kind)) {
			absent = append(append(absent, f.name...), ' ')
		}
	}
	if absent != nil {
		*extra = Extra(append(absent, rest...))
	}
	return nil
}

func readBare(value []byte, bare []any) error {
	for _, target := range bare {
		v := reflect.ValueOf(target).Elem()
		if (v.Kind() == reflect.String) == (value[0] == '"') && (value[0] == '"' || !decimal(value)) {
			if usable, _ := readValue(value, v); usable {
				return nil
			}
		}
	}
	return ErrShape
}

// readValue reads a value into v, which stays zero if it isn't usable. exact
// tells that v is written as the value came, so that it needn't be kept.
func readValue(value []byte, v reflect.Value) (usable, exact bool) {
	if v.Kind() != reflect.Pointer {
		if own, ok := v.Addr().Interface().(json.Unmarshaler); ok {
			return own.UnmarshalJSON(value) == nil, true
		}
	}
	if bytes.Equal(value, null) {
		v.SetZero()
		return true, false
	}
	switch v.Kind() {
	case reflect.Pointer:
		inner := reflect.New(v.Type().Elem())
		if usable, exact = readValue(value, inner.Elem()); usable || exact {
			v.Set(inner)
		}
		return usable, exact
	case reflect.Slice:
		return readList(value, v)
	case reflect.Map:
		return readMap(value, v)
	case reflect.Struct:
		var rest Extra
		return readRecord(value, v.Addr().Interface(), &rest) == nil, rest == ""
	case reflect.Bool:
		text := shown(value)
		v.SetBool(text == "true" || text == "1")
		usable = v.Bool() || text == "false" || text == "0"
		return usable, value[0] == 't' || value[0] == 'f'
	case reflect.String:
		text := shown(value)
		v.SetString(text)
		return true, value[0] == '"' && !strings.ContainsRune(text, utf8.RuneError)
	}
	return readNumber(value, v)
}

func readNumber(value []byte, v reflect.Value) (usable, exact bool) {
	text := strings.TrimSpace(shown(value))
	if v.CanFloat() {
		float, err := strconv.ParseFloat(text, 64)
		if strings.Trim(text, "0123456789.-+eE") != "" { // not even "Inf" and "0x1p-2"
			return false, false
		}
		if err == nil {
			v.SetFloat(float)
		}
		// Another spelling, and digits that a float hasn't, are kept.
		return err == nil, err == nil && strconv.FormatFloat(float, 'f', -1, 64) == string(value) && len(value) <= 20
	}
	if !v.CanInt() {
		return false, false
	}
	whole, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		whole, err = readDecimal(text)
	}
	if err != nil || v.OverflowInt(whole) {
		return false, false
	}
	v.SetInt(whole)
	return true, string(strconv.AppendInt(nil, whole, 10)) == string(value)
}

// decimal reports whether a number is written with decimals or an exponent.
func decimal(number []byte) bool { return bytes.ContainsAny(number, ".eE") }

// readDecimal reads a whole number that is written as some programs write all
// numbers: 7200.0, 1.7980704e+12.
func readDecimal(text string) (int64, error) {
	if whole, zeros, ok := strings.Cut(text, "."); ok && zeros != "" && strings.Trim(zeros, "0") == "" {
		return strconv.ParseInt(whole, 10, 64)
	}
	float, err := strconv.ParseFloat(text, 64)
	const exactly = 1 << 53 // beyond, a float may be another whole number
	if err != nil || !strings.ContainsAny(text, "eE") || strings.Trim(text, "0123456789.-+eE") != "" ||
		float != math.Trunc(float) || math.Abs(float) >= exactly {
		return 0, ErrShape
	}
	return int64(float), nil
}

func readList(value []byte, v reflect.Value) (usable, exact bool) {
	parts, kind := Split(value)
	exact = kind == '['
	if !exact && (kind == 0 || len(parts) > 0) {
		if t := v.Type().Elem(); kind == '{' && t.Kind() == reflect.Struct && countKnown(t, parts) == 0 {
			return false, false // it says nothing of a record
		}
		parts = []Member{{Value: value}}
	}
	list := reflect.MakeSlice(v.Type(), len(parts), len(parts))
	for i := range parts {
		usable, same := readValue(parts[i].Value, list.Index(i))
		if kind != '[' && !usable {
			return false, false
		}
		exact = exact && same
	}
	v.Set(list)
	return true, exact
}

func readMap(value []byte, v reflect.Value) (usable, exact bool) {
	parts, kind := Split(value)
	if kind == 0 || kind == '[' && len(parts) > 0 {
		return false, false
	}
	exact = kind == '{'
	all := reflect.MakeMap(v.Type())
	for i := range parts {
		inner := reflect.New(v.Type().Elem()).Elem()
		_, same := readValue(parts[i].Value, inner)
		exact = exact && same
		all.SetMapIndex(reflect.ValueOf(parts[i].Text()), inner)
	}
	v.Set(all)
	return true, exact
}
