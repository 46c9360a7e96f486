package auth

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestClientAddressBelievesOnlyTrustedProxies(t *testing.T) {
	t.Parallel()
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, test := range []struct {
		name    string
		trusted []netip.Prefix
		remote  string
		forward []string
		want    string
	}{
		{"direct", nil, "192.0.2.7:1234", nil, "192.0.2.7"},
		{"no proxy is trusted by default", nil, "10.0.0.1:1234", []string{"198.51.100.1"}, "10.0.0.1"},
		{"a stranger claims", proxies, "192.0.2.7:1234", []string{"198.51.100.1"}, "192.0.2.7"},
		{"through a proxy", proxies, "10.0.0.1:1234", []string{"198.51.100.1"}, "198.51.100.1"},
		{"with a claim before", proxies, "10.0.0.1:1234", []string{"127.0.0.1, 198.51.100.1"}, "198.51.100.1"},
		{"two proxies", proxies, "10.0.0.1:1234", []string{"198.51.100.1, 10.9.9.9"}, "198.51.100.1"},
		{"two headers", proxies, "10.0.0.1:1234", []string{"203.0.113.5", "198.51.100.1"}, "198.51.100.1"},
		{"only proxies", proxies, "10.0.0.1:1234", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		{"not an address", proxies, "10.0.0.1:1234", []string{"198.51.100.1, unknown"}, "10.0.0.1"},
		{"no header", proxies, "10.0.0.1:1234", nil, "10.0.0.1"},
		{"a port in the header", proxies, "10.0.0.1:1234", []string{"198.51.100.1:9"}, "198.51.100.1"},
		{"version 6", proxies, "[fd00::1]:1234", []string{"2001:db8::5"}, "2001:db8::5"},
		{"4 in 6", proxies, "[::ffff:10.0.0.1]:1234", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"a zone", nil, "[fe80::1%eth0]:1234", nil, "fe80::1"},
		{"a Unix socket", nil, "@", []string{"198.51.100.1"}, "127.0.0.1"},
		{"a proxy at a Unix socket", []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, "@", []string{"198.51.100.1"},
			"198.51.100.1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := &Service{Config: Config{TrustedProxies: test.trusted}}
			r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
			r.RemoteAddr = test.remote
			r.Header["X-Forwarded-For"] = test.forward
			if got := s.ClientAddress(r).String(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestNetworkIsAnIPv4AddressOrAnIPv6Slash64(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"192.0.2.7":     "192.0.2.7/32",
		"2001:db8::1:5": "2001:db8::/64",
	} {
		if got := network(netip.MustParseAddr(in)).String(); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	if network(netip.Addr{}) != (netip.Prefix{}) {
		t.Error("no address has a network")
	}
}

// Bug: behind a proxy at a Unix socket all clients counted as one, so one of them locked out all, and nothing told.
func TestProxyAtAUnixSocketIsTold(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
	r.RemoteAddr = "@"
	r.Header.Set("X-Forwarded-For", "198.51.100.1")
	if got := new(Service).ForwardedByStranger(r).String(); got != "127.0.0.1" {
		t.Errorf("got %s", got)
	}
}
