package pushtest

import (
	"crypto/ecdh"
	"encoding/base64"
	"testing"
)

// The example of RFC 8291, 5.
func TestDeviceOpensExampleOfRFC8291(t *testing.T) {
	t.Parallel()
	raw := func(text string) []byte {
		b, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	private, err := ecdh.P256().NewPrivateKey(raw("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
	if err != nil {
		t.Fatal(err)
	}
	d := &Device{private: private, secret: raw("BTBZMqHH6r4Tts7J_aSIgg")}
	body := raw("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml" +
		"mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT" +
		"pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
	if text, err := d.open(body); err != nil || string(text) != "When I grow up, I want to be a watermelon" {
		t.Errorf("%q, %v", text, err)
	}
	body[len(body)-1] ^= 1
	if text, err := d.open(body); err == nil {
		t.Errorf("a forged message opens: %q", text)
	}
}
