package platform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// What [DecodeStrict] refuses beyond malformed JSON.
var (
	ErrDuplicateKey = errors.New("platform: duplicate key")
	ErrTrailingData = errors.New("platform: data after the value")
	ErrUnknownField = errors.New("platform: unknown field")
)

// DecodeStrict decodes one JSON value into v and refuses duplicate keys at any
// depth, anything after the value, and members that v has no field for.
// Records of the interface that carry an [Extra] keep theirs. Two readers of
// one body can then never see two different requests.
func DecodeStrict(data []byte, v any) error {
	if err := checkKeys(data); err != nil {
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

// checkKeys walks data's tokens, once, for duplicate keys and trailing data.
func checkKeys(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := checkValue(dec); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return ErrTrailingData
	}
	return nil
}

func checkValue(dec *json.Decoder) error {
	token, err := dec.Token()
	if err != nil {
		return fmt.Errorf("platform: decode: %w", err)
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for dec.More() {
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return fmt.Errorf("platform: decode: %w", err)
			}
			name, _ := key.(string)
			if seen[name] {
				return fmt.Errorf("%w %q", ErrDuplicateKey, name)
			}
			seen[name] = true
		}
		if err := checkValue(dec); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}
