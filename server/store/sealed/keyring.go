package sealed

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
)

// Keyring holds the keys: the first key seals, all keys open. It is safe for concurrent use. Only
// [Load], [Parse] and [Keyring.Sub] make a ring with keys; a ring without keys refuses every call.
type Keyring struct {
	keys []*key
	home *home // only in rings made by Load and Parse
}

var (
	_ fmt.Formatter  = Keyring{}
	_ slog.LogValuer = Keyring{}
	_ json.Marshaler = Keyring{}
)

// Sub returns a ring of keys derived for one purpose, for example "tokens". A ring of another
// purpose can't open its texts.
func (r *Keyring) Sub(purpose string) (*Keyring, error) {
	if purpose == "" {
		return nil, errors.New("sealed: a purpose is required")
	}
	sub := &Keyring{keys: make([]*key, 0, len(r.keys))}
	for _, k := range r.keys {
		secret, err := k.derive("shopdesk/sub/v1/" + purpose)
		if err != nil {
			return nil, err
		}
		derived, err := newKey(k.id, secret)
		if err != nil {
			return nil, err
		}
		sub.keys = append(sub.keys, derived)
	}
	return sub, nil
}

// IDs returns the ids of the keys, the sealing key's first.
func (r *Keyring) IDs() []string {
	ids := make([]string, 0, len(r.keys))
	for _, k := range r.keys {
		ids = append(ids, k.id)
	}
	return ids
}

func (r *Keyring) byID(id string) *key {
	for _, k := range r.keys {
		if k.id == id {
			return k
		}
	}
	return nil
}

// Format writes the ids of the keys for every verb.
func (r Keyring) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "sealed.Keyring(%s)", strings.Join(r.IDs(), " "))
}

// LogValue returns the ids of the keys.
func (r Keyring) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(r)) }

// MarshalJSON returns the ids of the keys.
func (r Keyring) MarshalJSON() ([]byte, error) { return json.Marshal(fmt.Sprint(r)) }
