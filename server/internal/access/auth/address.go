package auth

import (
	"net/http"
	"net/netip"
	"strings"
)

// ClientAddress gives the address of the client that sent r. This is the
// connection's address or, when a trusted proxy connects, the last hop of
// X-Forwarded-For that isn't a trusted proxy. Claims of untrusted hops are ignored.
// A hop that can't be read ends the search at the hop after it. The zero Addr means
// that the connection has no address.
func (s *Service) ClientAddress(r *http.Request) netip.Addr {
	addr := peer(r)
	if len(s.TrustedProxies) == 0 || !s.trusts(addr) {
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

// ForwardedByStranger gives the address of the connection if the request has an X-Forwarded-For that isn't believed,
// because the connection isn't a trusted proxy's. Otherwise it gives the zero Addr.
func (s *Service) ForwardedByStranger(r *http.Request) netip.Addr {
	addr := peer(r)
	if r.Header.Get("X-Forwarded-For") == "" || s.trusts(addr) {
		return netip.Addr{}
	}
	return addr
}

func (s *Service) trusts(addr netip.Addr) bool {
	for _, p := range s.TrustedProxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// peer gives the connection's address. A Unix socket has none: its peer is on this machine.
func peer(r *http.Request) netip.Addr {
	if r.RemoteAddr == "@" {
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	return parseAddr(r.RemoteAddr)
}

// parseAddr reads an address with or without a port. Other text gives the zero
// Addr.
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

// addressText gives the client's address as logs and the audit keep it, "" for
// none.
func (s *Service) addressText(r *http.Request) string {
	addr := s.ClientAddress(r)
	if !addr.IsValid() {
		return ""
	}
	return addr.String()
}

// ClientNetwork gives the network that a request comes from. Tries are counted by
// this network.
func (s *Service) ClientNetwork(r *http.Request) netip.Prefix { return network(s.ClientAddress(r)) }

// network gives the network that one client is assumed to control: an IPv4 address,
// or the /64 of an IPv6 address.
func network(addr netip.Addr) netip.Prefix {
	bits := 32
	if addr.Is6() {
		bits = 64
	}
	p, err := addr.Prefix(bits)
	if err != nil {
		return netip.Prefix{} // clients without an address share the zero network
	}
	return p
}
