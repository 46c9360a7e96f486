package platform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// AuthCodes are the codes by which a platform tells authentication errors (interface 7.5: not shown), such as
// "token-expired=4011,token-invalid=4012,token-invalid=4013". The names are signature, no-merchant, token-expired and
// token-invalid; one that isn't there has our default, and one with the code 0 has no code.
type AuthCodes string

// authErrors are the authentication errors with their names and their default codes.
var authErrors = []struct {
	name string
	code int
	err  error
}{
	{"signature", CodeSignature, ErrSignature},
	{"no-merchant", CodeNoMerchant, ErrNoMerchant},
	{"token-expired", CodeTokenExpired, ErrTokenExpired},
	{"token-invalid", CodeTokenInvalid, ErrTokenInvalid},
}

// Of is the authentication error that a code stands for, nil for any other code.
func (c AuthCodes) Of(code int) error {
	for _, e := range authErrors {
		if slices.Contains(c.codes(e.name, e.code), code) && code != 0 {
			return e.err
		}
	}
	return nil
}

// codes are the codes with a name, or else the one that is usual.
func (c AuthCodes) codes(name string, usual int) (codes []int) {
	for part := range strings.SplitSeq(string(c), ",") {
		if number, named := strings.CutPrefix(part, name+"="); named {
			code, _ := strconv.Atoi(number)
			codes = append(codes, code)
		}
	}
	if codes == nil {
		return []int{usual}
	}
	return codes
}

// Valid fails for a part that isn't a name with a number, and for a code that stands for two errors.
func (c AuthCodes) Valid() error {
	if c == "" {
		return nil
	}
	for part := range strings.SplitSeq(string(c), ",") {
		name, number, _ := strings.Cut(part, "=")
		known := false
		for _, e := range authErrors {
			known = known || e.name == name
		}
		if code, err := strconv.Atoi(number); err != nil || code < 0 || !known {
			return fmt.Errorf("%q isn't signature, no-merchant, token-expired or token-invalid with a number, "+
				"such as token-expired=4011", part)
		}
	}
	seen := map[int]string{0: ""}
	for _, e := range authErrors {
		for _, code := range c.codes(e.name, e.code) {
			if other := seen[code]; other != "" && other != e.name {
				return fmt.Errorf("%d stands for %s and %s", code, other, e.name)
			}
			if code != 0 {
				seen[code] = e.name
			}
		}
	}
	return nil
}
