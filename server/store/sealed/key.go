package sealed

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"log/slog"
)

// keySize is the size of AES-256 keys and of the secrets in the keys file, in bytes.
const keySize = 32

// key is a line of the keys file, or a key derived from one. Its secret is hidden inside functions:
// fmt prints unexported fields of an enclosing struct without calling Format, but it doesn't print
// the inside of functions.
type key struct {
	id     string
	derive func(info string) ([]byte, error)
	aead   func() cipher.AEAD
	mac    func(message []byte) []byte
}

func newKey(id string, secret []byte) (*key, error) {
	derive := func(info string) ([]byte, error) {
		derived, err := hkdf.Key(sha256.New, secret, nil, info, keySize)
		if err != nil {
			return nil, fmt.Errorf("sealed: derive: %w", err)
		}
		return derived, nil
	}
	sealing, err := derive("shopdesk/seal/v1")
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(sealing)
	if err != nil {
		return nil, fmt.Errorf("sealed: key %q: %w", id, err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("sealed: key %q: %w", id, err)
	}
	signing, err := derive("shopdesk/mac/v1")
	if err != nil {
		return nil, err
	}
	mac := func(message []byte) []byte {
		h := hmac.New(sha256.New, signing)
		_, _ = h.Write(message)
		return h.Sum(nil)
	}
	return &key{id: id, derive: derive, aead: func() cipher.AEAD { return aead }, mac: mac}, nil
}

// Format writes the key's id for every verb.
func (k *key) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "sealed.key(%s)", k.id) }

// LogValue returns the key's id.
func (k *key) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(k)) }
