package auth

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alexedwards/argon2id"
)

func TestOnlyTheRightPasswordMatchesItsHash(t *testing.T) {
	t.Parallel()
	h := newHasher(cheap)
	phc, err := h.hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(phc, "$argon2id$v=19$m=64,t=1,p=1$") || strings.Contains(phc, password) {
		t.Error(phc)
	}
	again, _ := h.hash(t.Context(), password)
	if again == phc {
		t.Error("two hashes of one password are equal: no salt")
	}
	if p, err := costs(h.dummy); err != nil || *p != cheap {
		t.Errorf("an unknown login costs %+v, %v", p, err)
	}
	long := strings.Repeat("x", MaxPassword)
	longPHC, _ := h.hash(t.Context(), long)
	for _, test := range []struct {
		name, phc, password string
		right               bool
	}{
		{"right", phc, password, true},
		{"wrong", phc, password + "!", false},
		{"other case", phc, strings.ToUpper(password), false},
		{"empty", phc, "", false},
		{"no hash", "", password, false},
		{"no hash, no password", "", "", false},
		{"damaged hash", phc[:len(phc)-1], password, false},
		{"long", longPHC, long, true},
		{"differs in the last character", longPHC, long[:len(long)-1] + "y", false},
		{"longer", longPHC, long + "x", false},
		{"the dummy", h.dummy, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			right, _, err := h.check(context.Background(), test.phc, test.password, true)
			if err != nil || right != test.right {
				t.Errorf("right %t, %v", right, err)
			}
		})
	}
}

// A hash made by other software checks out, because the format states the costs.
func TestHashOfOtherSoftwareMatches(t *testing.T) {
	t.Parallel()
	// RFC 9106's reference program: argon2id, "somesalt", m=65536 t=2 p=1, "password".
	const phc = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	right, _, err := newHasher(cheap).check(t.Context(), phc, "password", true)
	if err != nil || !right {
		t.Errorf("right %t, %v", right, err)
	}
}

func TestHashWithLowerCostsIsOutdated(t *testing.T) {
	t.Parallel()
	phc, err := newHasher(cheap).hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name     string
		now      argon2id.Params
		outdated bool
	}{
		{"the same", cheap, false},
		{"lower", costing(32, 1), false},
		{"more memory", costing(128, 1), true},
		{"more passes", costing(64, 2), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHasher(test.now)
			right, outdated, err := h.check(t.Context(), phc, password, true)
			if err != nil || !right || outdated != test.outdated {
				t.Errorf("right %t, outdated %t, %v", right, outdated, err)
			}
			if _, outdated, _ = h.check(t.Context(), phc, "wrong", true); outdated {
				t.Error("a wrong password asks for a new hash")
			}
		})
	}
}

func TestHashGivesUpAfterTwoSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(cheap)
		n := int64(0)
		for h.turns.TryAcquire(1) {
			n++
		}
		start := time.Now()
		// An unknown login waits and hashes, too.
		if _, _, err := h.check(t.Context(), "", password, true); !errors.Is(err, errBusy) {
			t.Errorf("got %v", err)
		}
		if waited := time.Since(start); waited != hashWait {
			t.Errorf("waited %v", waited)
		}
		h.turns.Release(n)
		if _, err := h.hash(t.Context(), password); err != nil {
			t.Error(err)
		}
	})
}

// Any number of waiting strangers leaves one turn to known operators.
func TestStrangersLeaveATurnToKnownOperators(t *testing.T) {
	t.Parallel()
	h := newHasher(cheap)
	for h.lines.TryAcquire(1) { // strangers hold all their turns
		if !h.turns.TryAcquire(1) {
			t.Fatal("strangers have all turns")
		}
	}
	if _, _, err := h.check(t.Context(), "", password, true); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := h.check(ctx, "", password, false); err == nil {
		t.Error("a stranger took the last turn")
	}
}

func TestHashStopsWithItsCaller(t *testing.T) {
	t.Parallel()
	h := newHasher(cheap)
	for h.turns.TryAcquire(1) {
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.hash(ctx, password); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkPassword(b *testing.B) {
	h := newHasher(defaultParams)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.hash(b.Context(), password); err != nil {
			b.Fatal(err)
		}
	}
}
