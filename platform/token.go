package platform

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// Token is the token endpoint's answer (interface 4.1). ExpiresIn is in
// seconds, 0 when it isn't told; RefreshToken is absent for the
// application-level grant.
type Token struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int64  `json:"expires_in"`
	RefreshToken string `json:"refresh_token,omitempty"`
	Extra        Extra  `json:"-"`
}

// UnmarshalJSON reads as [Read] does. Only a text or a number is a token, only a
// text is a type. Parts of a second are left out.
func (t *Token) UnmarshalJSON(b []byte) error {
	err := readRecord(b, t, &t.Extra)
	for name, word := range map[string]*string{
		"access_token": &t.AccessToken, "token_type": &t.TokenType, "refresh_token": &t.RefreshToken,
	} {
		for _, m := range t.Extra.members() {
			number := strings.IndexByte("{[tf", m.Value[0]) < 0
			if m.Named(name) && *word == string(m.Value) && (!number || name == "token_type") {
				*word = ""
			}
		}
	}
	seconds, odd := strconv.ParseFloat(strings.TrimSpace(t.Extra.Raw("expires_in")), 64)
	if t.ExpiresIn == 0 && odd == nil && math.Abs(seconds) < math.MaxInt32 {
		t.ExpiresIn = int64(seconds)
	}
	return err
}

// MarshalJSON gives back what was kept.
func (t Token) MarshalJSON() ([]byte, error) { return writeRecord(&t, t.Extra) }

// OpenToken reads the token endpoint's answer: the token alone (interface 4.1), or a
// token in the data of an envelope. The error is an [*Error], whose Code is 0 for a refusal
// in words alone: a message, or an error and an error_description that are texts.
func OpenToken(reply Reply) (*Token, error) {
	var wire struct {
		Code    *int   `json:"code"`
		Message string `json:"message"`
	}
	body := Content(reply.Body)
	failed := &Error{Path: PathToken, Status: reply.Status, AuthCodes: reply.AuthCodes}
	if Read(body, &wire) != nil {
		failed.Malformed = true
		return nil, failed
	}
	if wire.Code != nil && *wire.Code != 0 {
		failed.Code, failed.Message = *wire.Code, wire.Message
		return nil, failed
	}
	if token := tokenIn(body); token != nil && reply.Status >= 200 && reply.Status <= 299 {
		return token, nil
	}
	failed.Message = cmp.Or(wire.Message, oauthWords(body))
	failed.Malformed = !refuses(reply.Status, failed.Message)
	return nil, failed
}

// oauthWords are the texts of an OAuth failure (RFC 6749, 5.2).
func oauthWords(body []byte) string {
	parts, _ := Split(body)
	var words []string
	for _, m := range only(parts) {
		if (m.Named("error") || m.Named("error_description")) && isJSONString(m.Value) {
			words = append(words, shown(m.Value))
		}
	}
	return strings.Join(words, ": ")
}

// tokenIn finds the token in an answer, or in its data. It is nil for none.
func tokenIn(body []byte) *Token {
	const depth = 4 // of data within data; the envelope has one
	for range depth {
		if parts, kind := Split(body); kind == '[' && len(parts) == 1 {
			body = parts[0].Value
		}
		var token Token
		if Read(body, &token) != nil {
			return nil
		}
		if token.AccessToken != "" {
			return &token
		}
		body = []byte(token.Extra.Raw("data"))
	}
	return nil
}
