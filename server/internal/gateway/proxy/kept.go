package proxy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// replaced are the members that hold the record which a request replaces.
var replaced = map[string]string{
	platform.PathWeekUpdate:    "businessHourOfTheWeek",
	platform.PathSpecialUpdate: "specialBusinessHour",
}

// decodeKept reads a request that [decode] refused because parts of its record are of another shape. Such parts must be
// the platform's own, which [Proxy.kept] finds out. It returns the record as it came, or the refusal.
func decodeKept(e *platform.Endpoint, body []byte, request any, refusal error) (record json.RawMessage, err error) {
	member := replaced[e.Path]
	if member == "" || !errors.Is(platform.DecodeStrict(body, e.NewRequest()), platform.ErrShape) {
		return nil, refusal
	}
	var members map[string]json.RawMessage
	if platform.DecodeStrict(body, &members) != nil || len(members) != 2 || members["shopId"] == nil ||
		members[member] == nil {
		return nil, refusal
	}
	if json.Unmarshal(body, request) != nil {
		return nil, refusal
	}
	return members[member], nil
}

// kept refuses a record unless each part of another shape is as the platform has that part now.
func (p *Proxy) kept(ctx context.Context, e *platform.Endpoint, scope auth.ShopScope, record json.RawMessage) error {
	_, data, err := p.data(ctx, scope, e.Replaces)
	if err != nil {
		return err
	}
	present, err := platform.Write(data)
	if err != nil {
		return err
	}
	had, _ := platform.Split(present)
	parts, kind := platform.Split(record)
	for _, part := range parts {
		if exact(kind, part) {
			continue
		}
		same := false
		for _, one := range had {
			same = same || part.Text() == one.Text() && meaning(part.Value) == meaning(one.Value)
		}
		if !same {
			return httpio.Refusal(api.CodeMalformed, "The request is not well-formed JSON of the expected shape.")
		}
	}
	return nil
}

// exact reports whether a day of a week, or a special date, is of the interface's shape.
func exact(kind byte, part platform.Member) bool {
	if kind == '[' {
		return platform.DecodeStrict(part.Value, new(platform.SpecialDate)) == nil
	}
	day := append(append(append([]byte(`{"`), part.Name...), `":`...), part.Value...)
	return platform.DecodeStrict(append(day, '}'), new(platform.Week)) == nil
}

// meaning is the same for values that differ in spaces, escapes and the order of members alone.
func meaning(value []byte) string {
	dec := json.NewDecoder(bytes.NewReader(value))
	dec.UseNumber()
	var decoded any
	if dec.Decode(&decoded) != nil {
		return ""
	}
	text, _ := json.Marshal(decoded) // what was decoded can be encoded
	return string(text)
}
