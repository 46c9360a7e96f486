package engine

import "encoding/json"

// remoteValue is a JavaScript value in WebDriver BiDi's form.
type remoteValue struct {
	Type     string          `json:"type"`
	Value    json.RawMessage `json:"value"`
	SharedID string          `json:"sharedId"` // of an element
}

// plain is the value as encoding/json takes it. An element is true; what JSON has no form for is nil.
func (r remoteValue) plain() any {
	switch r.Type {
	case "string", "boolean":
		return r.Value
	case "number":
		if r.Value[0] == '"' { // NaN, Infinity
			return nil
		}
		return r.Value
	case "array":
		list := []any{}
		for _, element := range decoded[[]remoteValue](r.Value) {
			list = append(list, element.plain())
		}
		return list
	case "object":
		object := members{}
		for _, pair := range decoded[[][2]json.RawMessage](r.Value) {
			object[decoded[string](pair[0])] = decoded[remoteValue](pair[1]).plain()
		}
		return object
	case "node":
		return true
	}
	return nil
}

// decoded is the value of JSON that the browser wrote, or the zero value.
func decoded[T any](raw json.RawMessage) (v T) {
	_ = json.Unmarshal(raw, &v)
	return v
}
