package auth

import (
	"strings"
	"testing"
)

const goodHash = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

func TestHashOutsideTheLimitsIsRefused(t *testing.T) {
	t.Parallel()
	replace := func(old, with string) string { return strings.Replace(goodHash, old, with, 1) }
	for _, test := range []struct {
		name, phc string
		ok        bool
	}{
		{"good", goodHash, true},
		{"empty", "", false},
		{"bcrypt", "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy", false},
		{"argon2i", replace("argon2id", "argon2i"), false},
		{"other version", replace("v=19", "v=16"), false},
		{"no version", replace("v=19$", ""), false},
		{"other order", replace("m=19456,t=2", "t=2,m=19456"), false},
		{"sign", replace("t=2", "t=+2"), false},
		{"no passes", replace("t=2", "t=0"), false},
		{"too many passes", replace("t=2", "t=65"), false},
		{"memory of the whole machine", replace("19456", "4194304"), false},
		{"memory beyond 32 bits", replace("19456", "4294967296"), false},
		{"too little memory", replace("19456", "7"), false},
		{"256 threads", replace("p=1", "p=256"), false},
		{"short salt", replace("$AAAAAAAAAAAAAAAAAAAAAA$", "$AAAA$"), false},
		{"short key", goodHash[:len(goodHash)-30], false},
		{"padded", goodHash + "=", false},
		{"stray bits", goodHash[:len(goodHash)-1] + "B", false},
		{"trailing field", goodHash + "$", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := costs(test.phc); (err == nil) != test.ok {
				t.Errorf("costs(%q): %v", test.phc, err)
			}
		})
	}
}

// A text that is read costs no more than the limits.
func FuzzCosts(f *testing.F) {
	f.Add(goodHash)
	f.Add("")
	f.Add("$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc")
	f.Add("$argon2id$v=19$m=,t=,p=$$")
	f.Fuzz(func(t *testing.T, phc string) {
		p, err := costs(phc)
		if err != nil {
			return
		}
		if p.Memory > maxMemory || p.Iterations < 1 || p.Iterations > maxPasses || p.Parallelism < 1 ||
			p.Parallelism > maxThreads || p.SaltLength > maxSalt || p.KeyLength > maxKey {
			t.Errorf("%q asks for %+v", phc, p)
		}
	})
}
