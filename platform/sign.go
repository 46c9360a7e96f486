//go:build !js

// The browser never signs, and package crypto would cost it 38 KB.

package platform

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// SuffixSignature is the scheme [SHA256Suffix]: the lower-case hex SHA-256 of
// url, "?", the parameters sorted by key as k=v joined by "&", and secret. A
// parameter named sig is left out; an object value is its JSON text as sent;
// nothing is percent-encoded.
func SuffixSignature(url string, params map[string]string, secret string) string {
	sorted := make([]Param, 0, len(params))
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if name != "sig" {
			sorted = append(sorted, Param{name, params[name]})
		}
	}
	sum := SuffixSum(AppendSuffix(nil, url, sorted), secret)
	return string(sum[:])
}

// Param is a parameter that is signed.
type Param struct{ Name, Value string }

// AppendSuffix appends what [SHA256Suffix] signs in front of the secret. The
// parameters are sorted by name, and sig isn't one of them.
func AppendSuffix(text []byte, url string, sorted []Param) []byte {
	size := len(url) + 1 + 64 // of a secret
	for _, p := range sorted {
		size += len(p.Name) + len(p.Value) + 2
	}
	text = slices.Grow(text, size)
	text = append(append(text, url...), '?')
	for i, p := range sorted {
		if i > 0 {
			text = append(text, '&')
		}
		text = append(append(append(text, p.Name...), '='), p.Value...)
	}
	return text
}

// SuffixSum is the signature of such a text under a secret. The text's spare
// capacity is written to.
func SuffixSum(text []byte, secret string) (sum [2 * sha256.Size]byte) {
	digest := sha256.Sum256(append(text, secret...))
	hex.Encode(sum[:], digest[:])
	return sum
}

// Signed is what a webhook's signature covers by the rule: a URL and parameters. public is our address as it
// is registered, received the address as the sender may have used it.
func (r HookRule) Signed(params []Param, public string, received func() string) (url string, signed []Param) {
	before, text, _ := strings.Cut(string(r), "+")
	switch before {
	case "public_url":
		url = public
	case "received_url":
		url = received()
	}
	if text != "compact" {
		return url, params
	}
	signed = slices.Clone(params)
	for i := range signed {
		// Content that isn't JSON stays as it is.
		var compact bytes.Buffer
		if signed[i].Name == "message" && json.Compact(&compact, []byte(signed[i].Value)) == nil {
			signed[i].Value = compact.String()
		}
	}
	return url, signed
}

// HeaderSignature is the scheme [HMACHeader], the value of X-App-Signature:
// base64 of HMAC-SHA256 over the URL without its query, the sorted query and
// the body as canonical JSON, joined by "&", empty parts left out. The error is
// for a body that isn't JSON.
func HeaderSignature(rawURL string, body []byte, secret string) (string, error) {
	base, query, _ := strings.Cut(rawURL, "?")
	parts := []string{base}
	if query != "" {
		pairs := strings.Split(query, "&")
		slices.Sort(pairs)
		parts = append(parts, strings.Join(pairs, "&"))
	}
	if len(bytes.TrimSpace(body)) > 0 {
		text, err := canonicalJSON(body)
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(mac, strings.Join(parts, "&"))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

// SignedFields are the parameters of a webhook's signature (interface 6.1).
func (m *Webhook) SignedFields() map[string]string {
	return map[string]string{
		"eventId":   strconv.Itoa(int(m.EventID)),
		"appId":     strconv.FormatInt(m.AppID, 10),
		"messageId": m.MessageID,
		"shopId":    strconv.FormatInt(m.ShopID, 10),
		"message":   m.Message,
		"timestamp": strconv.FormatInt(m.Timestamp, 10),
	}
}

// SignedFields are the parameters of the callback's signature (interface 4.5).
func (r *CallbackSet) SignedFields() map[string]string {
	return map[string]string{
		"appId":     strconv.FormatInt(r.AppID, 10),
		"timestamp": r.Timestamp,
		"eventId":   strconv.Itoa(r.EventID),
		"url":       r.URL,
		"isTest":    strconv.Itoa(r.IsTest),
	}
}

// canonicalJSON is body with sorted keys and no space; numbers keep their text.
func canonicalJSON(body []byte) (string, error) {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return "", fmt.Errorf("platform: sign: %w", err)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return "", fmt.Errorf("platform: sign: %w", err)
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}
