package httpio

import "net/netip"

// LargerNetwork gives the larger network that the owner of a network may also own: the /48 of an IPv6 network, which
// holds 65,536 client networks.
func LargerNetwork(from netip.Prefix) netip.Prefix {
	if from.Addr().Is6() {
		return netip.PrefixFrom(from.Addr(), 48).Masked()
	}
	return from
}
