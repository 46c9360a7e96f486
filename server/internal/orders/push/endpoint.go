package push

import (
	"net/netip"
	"net/url"
	"strings"
)

// endpoint returns the host of a browser's endpoint, and whether we send to it: the host must be
// one of the known push services, by https. The address that is dialled is checked again (see
// package fetch).
func (s *Service) endpoint(text string) (host string, ok bool) {
	u, err := url.Parse(text)
	if err != nil || len(text) > longestEndpoint || u.User != nil || u.Fragment != "" {
		return "", false
	}
	host = strings.ToLower(u.Hostname())
	if addr, err := netip.ParseAddr(host); err == nil {
		return host, s.Loopback && addr.IsLoopback()
	}
	if u.Scheme != "https" || u.Port() != "" && u.Port() != "443" {
		return host, false
	}
	return host, known(host, Hosts) || known(host, s.More)
}

func known(host string, list []string) bool {
	for _, one := range list {
		if host == one || strings.HasPrefix(one, ".") && len(host) > len(one) && strings.HasSuffix(host, one) {
			return true
		}
	}
	return false
}
