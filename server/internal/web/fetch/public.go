package fetch

import "net/netip"

// special4 are the IPv4 ranges without public hosts (IANA's registry of special
// purposes, and multicast).
var special4 = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16",
	"192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
)

// global6 is the IPv6 range of public hosts; special6 are the ranges in it without
// public hosts.
var (
	global6  = netip.MustParsePrefix("2000::/3")
	special6 = prefixes(
		"2001::/23",     // protocols, Teredo among them, which holds an IPv4 address
		"2001:db8::/32", // examples
		"2002::/16",     // 6to4, which holds an IPv4 address
		"2620:4f:8000::/48", "3fff::/20",
	)
)

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

// Public reports whether an address belongs to a host on the public internet. An
// IPv4 address mapped into IPv6 is checked as an IPv4 address; translated addresses
// (64:ff9b::/96 and similar) are refused.
func Public(addr netip.Addr) bool {
	addr = addr.Unmap()
	switch {
	case !addr.IsValid() || addr.Zone() != "":
		return false
	case addr.Is4():
		return !within(addr, special4)
	}
	return global6.Contains(addr) && !within(addr, special6)
}

func within(addr netip.Addr, list []netip.Prefix) bool {
	for _, p := range list {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}
