package platform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// What [DecodeStrict] refuses beyond malformed JSON.
var (
	ErrDuplicateKey = errors.New("platform: duplicate key")
	ErrTrailingData = errors.New("platform: data after the value")
	ErrUnknownField = errors.New("platform: unknown field")
	ErrTooDeep      = errors.New("platform: nested too deeply")
)

// MaxDepth is how deeply objects and lists may be nested in what [DecodeStrict]
// reads. Records of the interface have a quarter of it; what reads without a
// limit can be made to use hundreds of times the memory of its input.
const MaxDepth = 32

// DecodeStrict decodes one JSON value into v and refuses duplicate keys at any
// depth, anything after the value, members that v has no field for, members
// whose case differs from the field's, which encoding/json would take for it,
// nesting beyond [MaxDepth], and in records values that [Read] would take for what
// they aren't written as. Records that carry an [Extra] keep theirs. Two readers of
// one body can then never see two different requests.
func DecodeStrict(data []byte, v any) error {
	if err := checkKeys(data, reflect.TypeOf(v)); err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		// encoding/json has no error value for this case.
		if bytes.Contains([]byte(err.Error()), []byte("unknown field")) {
			return fmt.Errorf("%w: %w", ErrUnknownField, err)
		}
		return fmt.Errorf("platform: decode: %w", err)
	}
	return nil
}

// checkKeys walks data's tokens, once, beside the type they are meant for.
func checkKeys(data []byte, t reflect.Type) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := checkValue(dec, t, MaxDepth, false); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return ErrTrailingData
	}
	return nil
}

// checkValue checks one value. t is nil where the type has no say: inside an
// Extra, or a raw message. left is how much deeper it may be nested. exact is set
// for what a record holds: records read tolerantly, so that encoding/json wouldn't
// say that a value isn't what its field is written as.
func checkValue(dec *json.Decoder, t reflect.Type, left int, exact bool) error {
	token, err := dec.Token()
	if err != nil {
		return fmt.Errorf("platform: decode: %w", err)
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if token != nil && t != nil && (isRecord(t) || exact) && !takes(t, token) {
		return fmt.Errorf("%w: %v for %s", ErrShape, token, t)
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if left == 0 {
		return ErrTooDeep
	}
	if delim == '{' {
		err = checkObject(dec, t, left-1)
	} else {
		err = checkArray(dec, t, left-1, exact)
	}
	if err != nil {
		return err
	}
	if _, err = dec.Token(); err != nil {
		return fmt.Errorf("platform: decode: %w", err)
	}
	return nil
}

var ownUnmarshal = reflect.TypeFor[json.Unmarshaler]()

// isRecord reports whether t is a struct that keeps an Extra.
func isRecord(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && shapeOf(t).extra >= 0
}

// takes reports whether a value that begins with token is what a field of type t
// is written as.
func takes(t reflect.Type, token json.Token) bool {
	if isRecord(t) {
		return token == json.Delim('{')
	}
	if reflect.PointerTo(t).Implements(ownUnmarshal) {
		return true
	}
	number, isNumber := token.(json.Number)
	switch t.Kind() {
	case reflect.String:
		_, is := token.(string)
		return is
	case reflect.Bool:
		_, is := token.(bool)
		return is
	case reflect.Int, reflect.Int64:
		_, err := strconv.ParseInt(string(number), 10, t.Bits())
		return isNumber && err == nil
	case reflect.Float64:
		return isNumber
	case reflect.Slice:
		return token == json.Delim('[')
	}
	return true // whatever else there is, encoding/json checks
}

func checkArray(dec *json.Decoder, t reflect.Type, left int, exact bool) error {
	var elem reflect.Type
	if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
		elem = t.Elem()
	}
	for dec.More() {
		if err := checkValue(dec, elem, left, exact); err != nil {
			return err
		}
	}
	return nil
}

func checkObject(dec *json.Decoder, t reflect.Type, left int) error {
	var fields map[string]*field
	var elem reflect.Type
	switch {
	case t == nil:
	case t.Kind() == reflect.Struct:
		fields = foldedOf(t)
	case t.Kind() == reflect.Map:
		elem = t.Elem()
	}
	seen := map[string]bool{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return fmt.Errorf("platform: decode: %w", err)
		}
		name, _ := key.(string)
		f, known := fields[foldName(name)]
		inner, meant := elem, name
		if known {
			inner, meant = f.kind, f.name
		}
		switch {
		case seen[meant]:
			return fmt.Errorf("%w %q", ErrDuplicateKey, name)
		case meant != name:
			return fmt.Errorf("%w %q: it is %q", ErrUnknownField, name, meant)
		}
		seen[meant] = true
		if err := checkValue(dec, inner, left, t != nil && isRecord(t)); err != nil {
			return err
		}
	}
	return nil
}

var folds sync.Map // reflect.Type → map[string]*field

// foldedOf are the members that a struct knows, by folded name: that is how
// encoding/json matches them.
func foldedOf(t reflect.Type) map[string]*field {
	if fields, ok := folds.Load(t); ok {
		return fields.(map[string]*field)
	}
	s := shapeOf(t)
	fields := make(map[string]*field, len(s.fields))
	for i := range s.fields {
		fields[foldName(s.fields[i].name)] = &s.fields[i]
	}
	folds.Store(t, fields)
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
