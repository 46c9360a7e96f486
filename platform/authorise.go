//go:build !js

package platform

import (
	"net/url"
	"strconv"
)

// Authorisation is what a merchant is sent to the platform with. How a code is
// obtained isn't shown (interface 5); names and values are [K][I].
type Authorisation struct {
	AppID     int64
	Redirect  string // where the merchant is sent back to
	State     string
	Challenge string // S256 of the verifier, "" for none
}

// URL adds the members to the address of the platform's page. The error is for
// an address that can't be parsed.
func (a Authorisation) URL(page string) (string, error) {
	to, err := url.Parse(page)
	if err != nil {
		return "", err
	}
	query := to.Query()
	query.Set("responseType", "authorization_code")
	query.Set("appId", strconv.FormatInt(a.AppID, 10))
	query.Set("redirectUri", a.Redirect)
	query.Set("state", a.State)
	query.Set("scope", "all")
	if a.Challenge != "" {
		query.Set("code_challenge", a.Challenge)
		query.Set("code_challenge_method", "S256")
	}
	to.RawQuery = query.Encode()
	return to.String(), nil
}

// Names of what the platform sends a merchant back with [K].
const (
	BackCode  = "code"
	BackState = "state"
	BackApp   = "appId"
	BackError = "error" // of RFC 6749, 4.1.2.1: access_denied of one who refused [A]
)
