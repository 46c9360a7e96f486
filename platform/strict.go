package platform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// What [DecodeStrict] refuses beyond malformed JSON.
var (
	ErrDuplicateKey = errors.New("platform: duplicate key")
	ErrTrailingData = errors.New("platform: data after the value")
	ErrUnknownField = errors.New("platform: unknown field")
)

// DecodeStrict decodes one JSON value into v and refuses duplicate keys at any
// depth, anything after the value, members that v has no field for, and
// members whose case differs from the field's, which encoding/json would take
// for it. Records of the interface that carry an [Extra] keep theirs. Two
// readers of one body can then never see two different requests.
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
	if err := checkValue(dec, t); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return ErrTrailingData
	}
	return nil
}

// checkValue checks one value. t is nil where the type has no say: inside an
// Extra, or a raw message.
func checkValue(dec *json.Decoder, t reflect.Type) error {
	token, err := dec.Token()
	if err != nil {
		return fmt.Errorf("platform: decode: %w", err)
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if delim == '{' {
		err = checkObject(dec, t)
	} else {
		err = checkArray(dec, t)
	}
	if err != nil {
		return err
	}
	if _, err = dec.Token(); err != nil {
		return fmt.Errorf("platform: decode: %w", err)
	}
	return nil
}

func checkArray(dec *json.Decoder, t reflect.Type) error {
	var elem reflect.Type
	if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
		elem = t.Elem()
	}
	for dec.More() {
		if err := checkValue(dec, elem); err != nil {
			return err
		}
	}
	return nil
}

func checkObject(dec *json.Decoder, t reflect.Type) error {
	var fields map[string]field
	var elem reflect.Type
	switch {
	case t == nil:
	case t.Kind() == reflect.Struct:
		fields = fieldsOf(t)
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
		if err := checkValue(dec, inner); err != nil {
			return err
		}
	}
	return nil
}
