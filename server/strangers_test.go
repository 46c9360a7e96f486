package server

import (
	"net/netip"
	"testing"
)

// A single network can't take all places, many networks can, and places are given back.
func TestPlacesOfStrangersAreBoundedByNetwork(t *testing.T) {
	t.Parallel()
	s := newStrangers()
	network := func(i int) netip.Prefix {
		return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 32)
	}
	fill := func(i int) (leaves []func()) {
		for {
			leave, wait := s.enter(network(i))
			if wait > 0 {
				return leaves
			}
			leaves = append(leaves, leave)
		}
	}
	var all []func()
	for i := range strangersAll / strangersOne {
		got := fill(i)
		if len(got) != strangersOne {
			t.Fatalf("network %d has %d places", i, len(got))
		}
		all = append(all, got...)
	}
	if got := fill(99); len(got) != 0 {
		t.Errorf("%d places more than there are", len(got))
	}
	for _, leave := range all {
		leave()
	}
	for i := range 3 * strangersKept {
		leave, wait := s.enter(network(1000 + i))
		if wait > 0 {
			t.Fatalf("no place for network %d", i)
		}
		leave()
	}
	if len(s.networks) > strangersKept || s.all != 0 {
		t.Errorf("%d networks are kept, %d requests", len(s.networks), s.all)
	}
	// The burst of one network ends without ending another's.
	n := 0
	for ; n < 2*strangersBurst; n++ {
		leave, wait := s.enter(network(7))
		if wait > 0 {
			break
		}
		leave()
	}
	if n < strangersBurst || n == 2*strangersBurst {
		t.Errorf("a network had %d requests in a row", n)
	}
	if _, wait := s.enter(network(8)); wait > 0 {
		t.Error("one network's burst stops another")
	}
}
