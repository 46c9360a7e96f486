package api

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"strconv"
)

// Digest is a short name for the JSON record in data, the same whatever its
// spacing and key order: browser and server compute it independently. It tells
// versions apart; it is no proof against forgery.
func Digest(data []byte) (string, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return "", err
	}
	canonical, err := json.Marshal(value) // maps are written in key order
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	_, _ = h.Write(canonical)
	return strconv.FormatUint(h.Sum64(), 36), nil
}
