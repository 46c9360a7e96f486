// Package baseurl reads the addresses that the console is told: the platform's and its own.
package baseurl

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/idna"

	"github.com/shopdesk/shopdesk/internal/loopback"
)

// Parse reads a base URL, the platform's or the console's own: scheme, host and
// perhaps a path. The scheme is https, or http on this machine only, because tokens
// and cookies travel over the URL. The result has no slash at its end, so that a
// path can be appended, and its host has the form that browsers send (see [Host]).
// Errors describe the problem in a few words, and hold no password.
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
	if u.Host, err = Host(u.Scheme, u.Host); err != nil {
		return nil, err
	}
	return u, nil
}

// Host returns a host, with its port if any, as browsers send it by a scheme: in lower case, in ASCII
// ("xn--caf-dma.example" for "café.example"), and without the scheme's default port.
func Host(scheme, host string) (string, error) {
	u := url.URL{Host: host}
	name, port := u.Hostname(), u.Port()
	if ip, err := netip.ParseAddr(name); err == nil && ip.Is6() {
		name = "[" + ip.String() + "]"
	} else if name, err = ascii(name); err != nil {
		return "", fmt.Errorf("%q: want a host with its port if any, without scheme, path and *", host)
	}
	if port != "" && port != map[string]string{"https": "443", "http": "80"}[scheme] {
		name += ":" + port
	}
	return name, nil
}

// Domain returns the name of a host, or with a dot in front of a whole domain, as browsers write it: in lower case and
// in ASCII, without a port.
func Domain(name string) (string, error) {
	bare, whole := strings.CutPrefix(name, ".")
	bare, err := ascii(bare)
	if err != nil {
		return "", fmt.Errorf("%q: want a host's name, or a domain with a dot in front", name)
	}
	if whole {
		bare = "." + bare
	}
	return bare, nil
}

var names = regexp.MustCompile(`^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$`)

// ascii returns a name in lower case and ASCII.
func ascii(name string) (string, error) {
	lower := strings.ToLower(name)
	if names.MatchString(lower) {
		return lower, nil // also a name that the rules for other letters refuse, such as r1---sn.example
	}
	lower, err := idna.Lookup.ToASCII(name)
	if err == nil && !names.MatchString(lower) {
		err = errors.New("no name of a host")
	}
	return lower, err
}
