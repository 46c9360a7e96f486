package pushtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// identify verifies the sender's identity for the service at origin (RFC 8292, 2 and 3).
func identify(header, origin string, now time.Time) (key, subject string, err error) {
	scheme, rest, _ := strings.Cut(header, " ")
	members := map[string]string{}
	for _, part := range strings.Split(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		members[name] = value
	}
	token := strings.Split(members["t"], ".")
	if scheme != "vapid" || len(token) != 3 {
		return "", "", fmt.Errorf("authorization %q", header)
	}
	point, err := base64.RawURLEncoding.DecodeString(members["k"])
	if err != nil {
		return "", "", fmt.Errorf("key: %w", err)
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return "", "", fmt.Errorf("key: %w", err)
	}
	signature, err := base64.RawURLEncoding.DecodeString(token[2])
	if err != nil || len(signature) != 64 {
		return "", "", errors.New("the signature isn't one of ES256")
	}
	sum := sha256.Sum256([]byte(token[0] + "." + token[1]))
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return "", "", errors.New("the signature is wrong")
	}
	var head struct{ Alg string }
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	if err := errors.Join(part(token[0], &head), part(token[1], &claims)); err != nil {
		return "", "", err
	}
	until := time.Unix(claims.Exp, 0)
	switch {
	case head.Alg != "ES256":
		return "", "", fmt.Errorf("algorithm %q", head.Alg)
	case claims.Aud != origin:
		return "", "", fmt.Errorf("for %q", claims.Aud)
	case !now.Before(until) || until.Sub(now) > 24*time.Hour:
		return "", "", fmt.Errorf("valid until %v", until)
	case !strings.HasPrefix(claims.Sub, "mailto:") && !strings.HasPrefix(claims.Sub, "https:"):
		return "", "", fmt.Errorf("subject %q", claims.Sub)
	}
	return members["k"], claims.Sub, nil
}

func part(text string, into any) error {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}
