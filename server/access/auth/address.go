package auth

import (
	"net/http"
	"net/netip"
	"strings"
)

// ClientAddress is the address of the client that sent r: who connects, or,
// when that is a trusted proxy, the last hop of X-Forwarded-For that isn't
// one. What an untrusted hop claims is never believed; a hop that can't be
// read ends the search at the one before. The zero Addr means that the
// connection has no address.
func (s *Service) ClientAddress(r *http.Request) netip.Addr {
	addr := parseAddr(r.RemoteAddr)
	if len(s.cfg.TrustedProxies) == 0 || !s.trusts(addr) {
		return addr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && s.trusts(addr); i-- {
		hop := parseAddr(strings.TrimSpace(hops[i]))
		if !hop.IsValid() {
			break
		}
		addr = hop
	}
	return addr
}

func (s *Service) trusts(addr netip.Addr) bool {
	for _, p := range s.cfg.TrustedProxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// parseAddr reads an address with or without a port; the zero Addr if it is
// neither.
func parseAddr(text string) netip.Addr {
	if ap, err := netip.ParseAddrPort(text); err == nil {
		return ap.Addr().Unmap().WithZone("")
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}
	}
	return addr.Unmap().WithZone("")
}

// addressText is the address as logs and the audit keep it, "" for none.
func (s *Service) addressText(r *http.Request) string {
	addr := s.ClientAddress(r)
	if !addr.IsValid() {
		return ""
	}
	return addr.String()
}

// ClientNetwork is the network a request comes from, as tries are counted.
func (s *Service) ClientNetwork(r *http.Request) netip.Prefix { return network(s.ClientAddress(r)) }

// network is what one client is thought to control: an IPv4 address, or the
// /64 of an IPv6 one.
func network(addr netip.Addr) netip.Prefix {
	bits := 32
	if addr.Is6() {
		bits = 64
	}
	p, err := addr.Prefix(bits)
	if err != nil {
		return netip.Prefix{} // no address: all such clients share one
	}
	return p
}
