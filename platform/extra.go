package platform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Extra holds the members of a JSON object that this version doesn't know, as
// they came and in their order: `"a":1,"b":{}`. Keeping them as text makes the
// records that carry them comparable, and gives them back to the platform
// unchanged when a record is read, modified and written.
type Extra string

// decodeKeeping decodes the object in data into known and puts every member
// that known has no field for into extra.
func decodeKeeping(data []byte, known any, extra *Extra) error {
	if err := json.Unmarshal(data, known); err != nil {
		return err
	}
	*extra = ""
	if bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		return nil
	}
	fields := fieldsOf(reflect.TypeOf(known).Elem())
	dec := json.NewDecoder(bytes.NewReader(data))
	if _, err := dec.Token(); err != nil {
		return err
	}
	var rest []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		name, _ := key.(string)
		if _, known := fields[foldName(name)]; known {
			continue
		}
		quoted, err := json.Marshal(name)
		if err != nil {
			return err
		}
		rest = append(rest, string(quoted)+":"+string(value))
	}
	*extra = Extra(strings.Join(rest, ","))
	return nil
}

// encodeKeeping encodes known, an object, and appends the members in extra.
func encodeKeeping(known any, extra Extra) ([]byte, error) {
	data, err := json.Marshal(known)
	if err != nil || extra == "" {
		return data, err
	}
	if len(data) < 2 || data[len(data)-1] != '}' {
		return nil, fmt.Errorf("platform: %T is not an object", known)
	}
	data = data[:len(data)-1]
	if len(data) > 1 {
		data = append(data, ',')
	}
	data = append(data, extra...)
	return append(data, '}'), nil
}
