package auth

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/alexedwards/scs/v2"
)

// codec writes a session's data as JSON. scs's own, gob, costs a compilation
// of its types at each read.
type codec struct{}

var _ scs.Codec = codec{}

// sessionData is a session as the store keeps it: its latest end, in milliseconds,
// and a few small strings.
type sessionData struct {
	Until  int64             `json:"until"`
	Values map[string]string `json:"values"`
}

// Encode refuses values that aren't strings.
func (codec) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	data := sessionData{Until: deadline.UnixMilli(), Values: make(map[string]string, len(values))}
	for key, value := range values {
		text, ok := value.(string)
		if !ok {
			return nil, fmt.Errorf("auth: session value %q is no string", key)
		}
		data.Values[key] = text
	}
	return json.Marshal(data)
}

func (codec) Decode(b []byte) (time.Time, map[string]any, error) {
	data, err := decodeSession(b)
	if err != nil {
		return time.Time{}, nil, err
	}
	values := make(map[string]any, len(data.Values))
	for key, text := range data.Values {
		values[key] = text
	}
	return time.UnixMilli(data.Until), values, nil
}

func decodeSession(b []byte) (sessionData, error) {
	var data sessionData
	if err := json.Unmarshal(b, &data); err != nil {
		return data, fmt.Errorf("auth: session data: %w", err)
	}
	return data, nil
}
