package sealed

import (
	"crypto/hmac"
	"errors"
	"fmt"
)

// Errors of [Keyring.CheckMAC].
var (
	ErrForged     = errors.New("sealed: the signature doesn't belong to the message")
	ErrUnknownKey = errors.New("sealed: signed by a key that isn't in the ring")
)

// MAC signs the message with the first key (HMAC-SHA256) and returns that key's id.
func (r *Keyring) MAC(message []byte) (keyID string, mac []byte) {
	if len(r.keys) == 0 {
		return "", nil
	}
	return r.keys[0].id, r.keys[0].mac(message)
}

// CheckMAC verifies that mac is the message's MAC by the key of that id. Otherwise the error is
// [ErrForged] or [ErrUnknownKey].
func (r *Keyring) CheckMAC(keyID string, message, mac []byte) error {
	k := r.byID(keyID)
	if k == nil {
		return fmt.Errorf("%w: %q", ErrUnknownKey, keyID)
	}
	if !hmac.Equal(k.mac(message), mac) {
		return ErrForged
	}
	return nil
}
