package platform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// AuthCodes are the codes by which a platform tells authentication errors (interface 7.5: not shown), such as
// "token-expired=4011,token-invalid=4012,token-invalid=4013". The names are signature, no-merchant, token-expired and
// token-invalid. An error without a part has our default code, and an error with the part "NAME=0" has no code.
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

// WithTokenInvalid returns c with a further code of [ErrTokenInvalid], which takes the code from any other error.
func (c AuthCodes) WithTokenInvalid(code int) AuthCodes {
	const name = "token-invalid"
	parts := c.parts()
	for _, e := range authErrors {
		if e.name == name || !slices.Contains(c.codes(e.name, e.code), code) {
			continue
		}
		taken := e.name + "=" + strconv.Itoa(code)
		parts = slices.DeleteFunc(parts, func(part string) bool { return part == taken })
		if !AuthCodes(strings.Join(parts, ",")).sets(e.name) {
			parts = append(parts, e.name+"=0")
		}
	}
	return AuthCodes(strings.Join(append(parts, name+"="+strconv.Itoa(code)), ","))
}

// parts are the parts of c, without the spaces around them.
func (c AuthCodes) parts() (parts []string) {
	if c == "" {
		return nil
	}
	for part := range strings.SplitSeq(string(c), ",") {
		parts = append(parts, strings.TrimSpace(part))
	}
	return parts
}

// sets reports whether c has a part with a name.
func (c AuthCodes) sets(name string) bool {
	return slices.ContainsFunc(c.parts(), func(part string) bool { return strings.HasPrefix(part, name+"=") })
}

// codes are the codes with a name, or else the one that is usual.
func (c AuthCodes) codes(name string, usual int) (codes []int) {
	for _, part := range c.parts() {
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
	for _, part := range c.parts() {
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
				remedy := ""
				for _, name := range []string{other, e.name} {
					if !c.sets(name) {
						remedy = fmt.Sprintf("; %s=0 takes its default code from %s", name, name)
					}
				}
				return fmt.Errorf("%d stands for %s and %s%s", code, other, e.name, remedy)
			}
			if code != 0 {
				seen[code] = e.name
			}
		}
	}
	return nil
}
