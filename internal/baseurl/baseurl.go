// Package baseurl reads the addresses that the console is told: the platform's and its own.
package baseurl

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"github.com/shopdesk/shopdesk/internal/loopback"
)

// Parse reads a base URL, the platform's or the console's own: scheme, host and
// perhaps a path. The scheme is https, or http on this machine only, because tokens
// and cookies travel over the URL. The result has no slash at its end, so that a
// path can be appended, and its host has the form that browsers send: lower case,
// without the scheme's default port. Errors describe the problem in a few words,
// and hold no password.
func Parse(raw string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(raw, "/"))
	switch {
	case raw == "":
		return nil, errors.New("missing")
	case err != nil:
		return nil, errors.New("not an address") // its text may hold a password
	case u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, fmt.Errorf("%q: want scheme, host and perhaps a path", u.Redacted())
	case u.Scheme != "https" && (u.Scheme != "http" || !loopback.Is(u.Hostname())):
		return nil, fmt.Errorf("%q: want https; http is for loopback addresses only", u.Redacted())
	}
	if err := ASCII(u.Host); err != nil {
		return nil, err
	}
	u.Host = strings.TrimSuffix(strings.ToLower(u.Host), map[string]string{"https": ":443", "http": ":80"}[u.Scheme])
	return u, nil
}

// Host checks the name of a host: lower case, without scheme and port. A dot in front means a whole domain.
func Host(name string) error {
	if name == "" || name != strings.ToLower(name) || strings.ContainsAny(name, "/: ") {
		return fmt.Errorf("%q: want a host's name in lower case, or a domain with a dot in front", name)
	}
	return ASCII(name)
}

// ASCII checks that a host is written as browsers send it: "xn--caf-dma.example" and not "café.example".
func ASCII(host string) error {
	if strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
		return fmt.Errorf("%q: write the host as browsers send it, xn--…", host)
	}
	return nil
}
