package upstream

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// ParseBase checks the platform's {base_url} and returns it without a slash at
// its end, so that a path of the catalogue can be appended. Plain http is
// accepted for this machine only: the token and the client's secret travel
// over it.
func ParseBase(raw string) (string, error) {
	base, err := url.Parse(raw)
	switch {
	case err != nil:
		return "", errors.New("upstream: the platform's address is not a URL") // the text may hold a password
	case base.Scheme != "https" && base.Scheme != "http" || base.Host == "":
		return "", errors.New("upstream: the platform's address must be an http or https URL")
	case base.User != nil || base.RawQuery != "" || base.Fragment != "":
		return "", errors.New("upstream: the platform's address must have no user, query or fragment")
	case base.Scheme == "http" && !loopback(base.Hostname()):
		return "", fmt.Errorf("upstream: the platform's address must be https: tokens would travel to %s in the clear", base.Hostname())
	}
	return strings.TrimRight(base.String(), "/"), nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
