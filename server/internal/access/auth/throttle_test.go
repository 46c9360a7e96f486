package auth

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var (
	noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	here = netip.MustParsePrefix("192.0.2.1/32")
)

func network4(i int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 32)
}

// network6 gives one of the networks in a /48.
func network6(i int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 0, 0, byte(i >> 8), byte(i)}), 64)
}

func TestEachFailureDoublesTheWait(t *testing.T) {
	t.Parallel()
	th := newThrottle()
	now := noon
	var waits []time.Duration
	for range 16 {
		a, wait := th.begin(now, here, accountKey{"mei", "tablet"})
		if wait > 0 {
			t.Fatalf("after %v: wait %v", waits, wait)
		}
		waits = append(waits, a.failed(now))
		now = now.Add(max(accountEvery, waits[len(waits)-1]))
	}
	s := time.Second
	want := []time.Duration{0, 0, 0, 0, s, 2 * s, 4 * s, 8 * s, 16 * s, 32 * s, 64 * s, 128 * s, 256 * s, 300 * s,
		300 * s, 300 * s}
	if diff := cmp.Diff(want, waits); diff != "" {
		t.Error(diff)
	}
}

func TestWaitIsReturnedAndEnds(t *testing.T) {
	t.Parallel()
	th := newThrottle()
	key := accountKey{"mei", ""}
	fail(t, th, noon, key, freeFailures)
	if _, wait := th.begin(noon, here, key); wait != firstWait {
		t.Errorf("wait %v", wait)
	}
	if _, wait := th.begin(noon.Add(600*time.Millisecond), here, key); wait != 400*time.Millisecond {
		t.Errorf("wait %v", wait)
	}
	a, wait := th.begin(noon.Add(firstWait), here, key)
	if wait != 0 {
		t.Fatalf("wait %v", wait)
	}
	if fails := a.succeeded(); fails != freeFailures {
		t.Errorf("failed %d times before", fails)
	}
	a, wait = th.begin(noon.Add(firstWait), here, key)
	if wait != 0 || a.failed(noon) != 0 {
		t.Error("a success didn't reset the count")
	}
}

func TestOldFailuresAreForgiven(t *testing.T) {
	t.Parallel()
	th := newThrottle()
	key := accountKey{"mei", ""}
	fail(t, th, noon, key, freeFailures-1)
	later := noon.Add(forgiveAfter + time.Second)
	a, _ := th.begin(later, here, key)
	if wait := a.failed(later); wait != 0 {
		t.Errorf("wait %v", wait)
	}
}

func TestStrangersCannotSlowAKnownDevice(t *testing.T) {
	t.Parallel()
	th := newThrottle()
	for i := range 10 * serverBurst { // from many networks and from her own, at once
		for _, key := range []accountKey{{"mei", ""}, {fmt.Sprint(i), ""}} {
			for _, from := range []netip.Prefix{here, network4(i)} {
				if a, wait := th.begin(noon, from, key); wait == 0 {
					a.failed(noon)
				}
			}
		}
	}
	if _, wait := th.begin(noon, here, accountKey{"mei", ""}); wait == 0 {
		t.Error("a stranger needn't wait")
	}
	if _, wait := th.begin(noon, here, accountKey{"mei", "tablet"}); wait != 0 {
		t.Errorf("her own tablet waits %v", wait)
	}
}

// Strangers guess an operator's password all the time, from many networks and as
// fast as the throttle allows. A new device of the operator still gets its try
// within five minutes.
func TestStrangersCannotKeepANewDeviceOut(t *testing.T) {
	t.Parallel()
	for _, networks := range []int{1, 30, 300} {
		for _, login := range []string{"mei", ""} { // guesses on her login, or on any login
			th := newThrottle()
			now, waited := noon, time.Duration(0)
			guess := func() {
				for i := range networks {
					who := login
					if who == "" {
						who = fmt.Sprint(i)
					}
					for range 3 {
						for _, from := range []netip.Prefix{network4(i), network6(i)} {
							if a, wait := th.begin(now, from, accountKey{who, ""}); wait == 0 {
								a.failed(now)
							}
						}
					}
				}
			}
			const step = 5 * time.Second
			for range 60 { // five minutes of guesses
				guess()
				now = now.Add(step)
			}
			for ; ; waited += step {
				guess() // the guesses come before her try
				if _, wait := th.begin(now, here, accountKey{"mei", ""}); wait == 0 {
					break
				}
				if now = now.Add(step); waited > 10*time.Minute {
					t.Fatalf("%d networks that guess %q keep her out", networks, login)
				}
			}
			if waited > 5*time.Minute {
				t.Errorf("%d networks that guess %q keep her waiting for %v", networks, login, waited)
			}
		}
	}
}

func TestAllowancesHaveTheirSizes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		where func(i int) netip.Prefix
		who   func(i int) accountKey
		want  int // tries at one moment
		every time.Duration
	}{
		{"a login on strangers' devices in a network", func(int) netip.Prefix {
			return here
		}, func(int) accountKey { return accountKey{"mei", ""} }, accountBurst, accountEvery},
		{"a login on a known device", network4, func(int) accountKey {
			return accountKey{"mei", "d"}
		}, accountBurst, accountEvery},
		{"a network", func(int) netip.Prefix {
			return here
		}, func(i int) accountKey { return accountKey{fmt.Sprint(i), ""} }, networkBurst, networkEvery},
		{"the server", network4, func(i int) accountKey { return accountKey{fmt.Sprint(i), ""} }, serverBurst, serverEvery},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			th := newThrottle()
			now, allowed, refused := noon, 0, time.Duration(0)
			for i := range 2 * serverBurst {
				_, wait := th.begin(now, test.where(i), test.who(i))
				if wait == 0 {
					allowed++
				} else {
					refused = wait
				}
			}
			if allowed != test.want || refused != test.every {
				t.Errorf("%d tries, then wait %v; want %d, then %v", allowed, refused, test.want, test.every)
			}
			i := 2 * serverBurst
			if _, wait := th.begin(now.Add(refused), test.where(i), test.who(i)); wait != 0 {
				t.Errorf("after the wait: wait %v", wait)
			}
		})
	}
}

// Right sign-ins use up no allowance, in any number.
func TestRightTriesAreFree(t *testing.T) {
	t.Parallel()
	th := newThrottle()
	for i := range 3 * serverBurst {
		a, wait := th.begin(noon, here, accountKey{"mei", ""})
		if wait != 0 {
			t.Fatalf("try %d waits %v", i, wait)
		}
		if i%2 == 0 {
			a.succeeded()
		} else {
			a.cancel()
		}
	}
}

func TestThrottleMemoryIsBounded(t *testing.T) {
	t.Parallel()
	th := newThrottle()
	now := noon
	for i := range maxAccounts + 50 {
		now = now.Add(serverEvery)
		if _, wait := th.begin(now, network4(i), accountKey{fmt.Sprint(i), ""}); wait != 0 {
			t.Fatalf("try %d waits %v", i, wait)
		}
	}
	if a, n := th.accounts.Len(), th.networks.Len(); a != maxAccounts || n != maxNetworks {
		t.Errorf("%d accounts, %d networks", a, n)
	}
	// Filling the memory must take longer than the longest wait; see throttle.go.
	if fill := maxAccounts / 2 / 2 * serverEvery; fill <= longestWait { // two allowances, up to two entries for a try
		t.Errorf("memory can be filled in %v", fill)
	}
}

// fail fails n times, far enough apart for the allowances.
func fail(tb testing.TB, th *throttle, now time.Time, key accountKey, n int) {
	tb.Helper()
	for range n {
		a, wait := th.begin(now, here, key)
		if wait > 0 {
			tb.Fatalf("wait %v", wait)
		}
		a.failed(now)
	}
}
