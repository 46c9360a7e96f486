package sealed

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrNoKey means that a text was sealed with a key that isn't in the ring.
	ErrNoKey = errors.New("sealed: sealed with a key that isn't in the keys file")
	// ErrOpen means that a text was changed, belongs to another place, or was sealed with another key
	// of that id.
	ErrOpen = errors.New("sealed: doesn't open: changed, moved, or sealed with another key")
)

const version = "v1"

// encoding refuses unused bits that are set, so that every sealed text has only one spelling.
var encoding = base64.RawURLEncoding.Strict()

// Seal encrypts plaintext for the place where it will be kept, "table/row/column". One key may seal
// at most 2^32 texts.
func (r *Keyring) Seal(plaintext []byte, place string) (string, error) {
	if len(r.keys) == 0 {
		return "", errors.New("sealed: no keys")
	}
	if place == "" {
		return "", errors.New("sealed: a place is required")
	}
	k := r.keys[0]
	head := version + "." + k.id + "."
	box := k.aead().Seal(nil, nil, plaintext, []byte(head+place)) //nolint:gosec // it makes its own nonce
	return head + encoding.EncodeToString(box), nil
}

// Open decrypts a text that [Keyring.Seal] made for that place. It fails with [ErrNoKey] or
// [ErrOpen].
func (r *Keyring) Open(sealed, place string) ([]byte, error) {
	id, body, err := split(sealed)
	if err != nil {
		return nil, err
	}
	k := r.byID(id)
	if k == nil {
		return nil, fmt.Errorf("%w: %q", ErrNoKey, id)
	}
	plaintext, err := k.aead().Open(nil, nil, body, []byte(version+"."+id+"."+place))
	if err != nil {
		return nil, ErrOpen
	}
	return plaintext, nil
}

func split(sealed string) (id string, body []byte, err error) {
	head, rest, _ := strings.Cut(sealed, ".")
	id, text, _ := strings.Cut(rest, ".")
	if head != version || !validID(id) || strings.ContainsAny(text, "\r\n") { // base64 would skip line breaks
		return "", nil, ErrOpen
	}
	body, err = encoding.DecodeString(text)
	if err != nil {
		return "", nil, ErrOpen
	}
	return id, body, nil
}

// validID allows 1 to 32 letters, digits, "-" and "_".
func validID(id string) bool {
	if len(id) == 0 || len(id) > 32 {
		return false
	}
	for _, c := range []byte(id) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}
