package push

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// endpoint returns the host of a browser's endpoint, and the push service to which the host belongs as [Hosts] and
// Options.More name it: "" for one to which we don't send. We send by https. The address that is dialled is checked
// again (see package fetch).
func (s *Service) endpoint(text string) (host, service string) {
	u, err := url.Parse(text)
	if err != nil || len(text) > longestEndpoint || u.User != nil || u.Fragment != "" {
		return "", ""
	}
	host = strings.ToLower(u.Hostname())
	if addr, err := netip.ParseAddr(host); err == nil {
		if s.Loopback && addr.IsLoopback() {
			return host, host
		}
		return host, ""
	}
	if u.Scheme != "https" || u.Port() != "" && u.Port() != "443" {
		return host, ""
	}
	for _, one := range slices.Concat(Hosts, s.More) {
		if host == one || strings.HasPrefix(one, ".") && len(host) > len(one) && strings.HasSuffix(host, one) {
			return host, one
		}
	}
	return host, ""
}
