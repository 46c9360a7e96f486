package fetch

import (
	"net"
	"testing"
)

func TestEverySpecialRangeIsRefused(t *testing.T) {
	t.Parallel()
	f := New(Options{})
	for text, want := range map[string]bool{
		"8.8.8.8": true, "1.1.1.1": true, "100.63.255.255": true, "100.128.0.0": true, "172.15.255.255": true,
		"172.32.0.0": true, "198.17.255.255": true, "198.20.0.0": true, "223.255.255.255": true, "192.167.255.255": true,
		"2606:4700:4700::1111": true, "2a00:1450:4001::1": true, "2001:4860:4860::8888": true, "::ffff:8.8.8.8": true,

		"0.0.0.0": false, "0.1.2.3": false, "10.0.0.0": false, "10.255.255.255": false, "100.64.0.0": false,
		"100.127.255.255": false, "127.0.0.1": false, "127.255.255.255": false, "169.254.0.0": false,
		"169.254.169.254": false, "172.16.0.0": false, "172.31.255.255": false, "192.0.0.1": false, "192.0.2.1": false,
		"192.31.196.1": false, "192.52.193.1": false, "192.88.99.1": false, "192.168.0.0": false, "192.168.255.255": false,
		"192.175.48.1": false, "198.18.0.0": false, "198.19.255.255": false, "198.51.100.1": false, "203.0.113.1": false,
		"224.0.0.1": false, "239.255.255.255": false, "240.0.0.1": false, "255.255.255.255": false,

		"::": false, "::1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::ffff:169.254.169.254": false,
		"::127.0.0.1": false, "64:ff9b::7f00:1": false, "64:ff9b:1::1": false, "100::1": false, "2001::1": false,
		"2001:0:7f00:1::": false, "2001:db8::1": false, "2002:7f00:1::": false, "2620:4f:8000::1": false, "3fff::1": false,
		"5f00::1": false, "fc00::1": false, "fd12:3456::1": false, "fe80::1": false, "fe80::1%eth0": false,
		"2606:4700::1%eth0": false, "fec0::1": false, "ff02::1": false,
	} {
		if err := f.judge("tcp", net.JoinHostPort(text, "443"), nil); (err == nil) != want {
			t.Errorf("%s: %v, want permitted: %t", text, err, want)
		}
	}
	for _, address := range []string{"", "8.8.8.8", "example.org:443", ":443", "8.8.8.8:22", "8.8.8.8:8080"} {
		if f.judge("tcp", address, nil) == nil {
			t.Errorf("%q is permitted", address)
		}
	}
}
