package pushtest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"
)

// Device is a browser's subscription, together with the browser's private keys.
type Device struct {
	Endpoint, P256dh, Auth string

	private *ecdh.PrivateKey
	secret  []byte
}

func newDevice(t testing.TB, endpoint string) *Device {
	t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	secret := make([]byte, 16)
	_, _ = rand.Read(secret) // can't fail
	text := base64.RawURLEncoding.EncodeToString
	return &Device{Endpoint: endpoint, P256dh: text(private.PublicKey().Bytes()), Auth: text(secret),
		private: private, secret: secret}
}

// open decrypts a message of one record (RFC 8188, 2.1) with the keys of RFC 8291, 3.4.
func (d *Device) open(body []byte) ([]byte, error) {
	const saltSize, header = 16, 16 + 4 + 1
	if len(body) < header {
		return nil, errors.New("no header")
	}
	salt, recordSize, idSize := body[:saltSize], binary.BigEndian.Uint32(body[saltSize:]), int(body[header-1])
	if len(body) < header+idSize || len(body) > int(recordSize) {
		return nil, fmt.Errorf("%d bytes are no record of %d", len(body), recordSize)
	}
	senderKey, sealed := body[header:header+idSize], body[header+idSize:]
	sender, err := ecdh.P256().NewPublicKey(senderKey)
	if err != nil {
		return nil, fmt.Errorf("sender's key: %w", err)
	}
	shared, err := d.private.ECDH(sender)
	if err != nil {
		return nil, err
	}
	info := "WebPush: info\x00" + string(d.private.PublicKey().Bytes()) + string(senderKey)
	ikm, err := hkdf.Key(sha256.New, shared, d.secret, info, 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := gcm.Open(nil, nonce, sealed, nil)
	if err != nil {
		return nil, fmt.Errorf("decrypt: %w", err)
	}
	for i := len(plain) - 1; i >= 0; i-- { // skip the padding behind the mark of the last record
		switch plain[i] {
		case 0:
		case 2:
			return plain[:i], nil
		default:
			return nil, errors.New("not the last record")
		}
	}
	return nil, errors.New("nothing but padding")
}
