//go:build !js

// Like sign.go, not for the browser: it never holds a token.

package platform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// Presenter puts the access token on a call, by the profile's presentation and
// signature. It is used anew for each attempt: the signature holds the time.
type Presenter struct {
	Profile Profile
	AppID   int64  // of the application; needed with BodyFields
	Secret  string // the application's client_secret
}

// Presented is a call ready to send.
type Presented struct {
	Body          []byte // to send, perhaps with members added
	Authorization string // header, "" for none
	Signature     string // header X-App-Signature, "" for none
}

// Present returns the body and headers that carry token to url, an absolute
// address; "" is no token, with the header alone. The error is for a body that isn't a JSON object.
func (p *Presenter) Present(url string, body []byte, token string, now time.Time) (Presented, error) {
	if p.Profile.Presentation == BodyFields {
		return p.inBody(url, body, token, now)
	}
	call := Presented{Body: body}
	if token != "" {
		call.Authorization = "Bearer " + token
	}
	if p.Profile.Signature != HMACHeader {
		return call, nil
	}
	sig, err := HeaderSignature(url, body, p.Secret)
	call.Signature = sig
	return call, err
}

func (p *Presenter) inBody(url string, body []byte, token string, now time.Time) (Presented, error) {
	fields := map[string]json.RawMessage{}
	if len(bytes.TrimSpace(body)) > 0 {
		if err := json.Unmarshal(body, &fields); err != nil {
			return Presented{}, fmt.Errorf("platform: present token: %w", err)
		}
	}
	own := map[string]string{
		"accessToken": token,
		"appId":       strconv.FormatInt(p.AppID, 10),
		"timestamp":   strconv.FormatInt(now.Unix(), 10),
	}
	params := make(map[string]string, len(fields)+len(own))
	for name, value := range fields {
		// Signed and sent must be one text: the encoder below compacts too.
		var compact bytes.Buffer
		if err := json.Compact(&compact, value); err != nil {
			return Presented{}, fmt.Errorf("platform: present token: %w", err)
		}
		params[name] = parameterText(compact.Bytes())
	}
	for name, value := range own {
		params[name] = value
	}
	fields["accessToken"] = quote(own["accessToken"])
	fields["appId"] = json.RawMessage(own["appId"])
	fields["timestamp"] = quote(own["timestamp"])

	call := Presented{}
	if p.Profile.Signature == SHA256Suffix {
		fields["sig"] = quote(SuffixSignature(url, params, p.Secret))
	}
	var signed bytes.Buffer
	enc := json.NewEncoder(&signed)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(fields); err != nil {
		return Presented{}, fmt.Errorf("platform: present token: %w", err)
	}
	call.Body = bytes.TrimSuffix(signed.Bytes(), []byte("\n"))
	if p.Profile.Signature != HMACHeader {
		return call, nil
	}
	var err error
	call.Signature, err = HeaderSignature(url, call.Body, p.Secret)
	return call, err
}

// parameterText is a value as the signature sees it: a string without its
// quotes, anything else its JSON text.
func parameterText(value json.RawMessage) string {
	var text string
	if isJSONString(value) && json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

func quote(s string) json.RawMessage {
	b, _ := json.Marshal(s) // a string always encodes
	return b
}
