package auth

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Tries to sign in are slowed down, never locked out: whoever keeps failing on
// an owner's login at dinner time must not keep the owner out.
//
//   - A device that has signed in to the login before (see device.go) has an
//     allowance of its own for it, which nobody else can use up.
//   - All other devices together have one for each login, and are held to one
//     for each client network and one for the whole server.
//   - After five failures in a row on a login and device, the next try has to
//     wait 1 second, then 2, 4, … up to 5 minutes.
//
// A try that is right gives back what it took. The numbers are kept in memory,
// for a bounded number of logins and networks, and each replica counts alone.
// Filling that memory to make it forget a login takes longer, at the server's
// rate, than the longest wait.
const (
	accountEvery = 5 * time.Second
	accountBurst = 10
	networkEvery = 2 * time.Second
	networkBurst = 30
	serverEvery  = 100 * time.Millisecond
	serverBurst  = 100

	freeFailures = 5
	firstWait    = time.Second
	longestWait  = 5 * time.Minute
	forgiveAfter = time.Hour // failures older than this don't count

	maxAccounts = 10_000
	maxNetworks = 10_000
)

// accountKey is a login and a device that has signed in to it, "" for all
// others.
type accountKey struct{ login, device string }

// account counts the failures of a login on a device.
type account struct {
	bucket *rate.Limiter
	fails  int
	last   time.Time // of the last failure
	until  time.Time // no try before
}

type throttle struct {
	mu       sync.Mutex
	server   *rate.Limiter
	networks *lru[netip.Prefix, *rate.Limiter]
	accounts *lru[accountKey, *account]
}

func newThrottle() *throttle {
	return &throttle{
		server:   rate.NewLimiter(rate.Every(serverEvery), serverBurst),
		networks: newLRU[netip.Prefix, *rate.Limiter](maxNetworks),
		accounts: newLRU[accountKey, *account](maxAccounts),
	}
}

// attempt is one allowed try.
type attempt struct {
	throttle *throttle
	account  *account // nil for one without a login
	taken    []*rate.Reservation
	began    time.Time
}

// begin allows a try to sign in, or says how long to wait.
func (t *throttle) begin(now time.Time, from netip.Prefix, key accountKey) (*attempt, time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, seen := t.accounts.get(key)
	if seen && now.Before(a.until) {
		return nil, a.until.Sub(now)
	}
	var buckets []*rate.Limiter
	if key.device == "" {
		buckets = t.shared(from)
	}
	if !seen {
		a = &account{bucket: rate.NewLimiter(rate.Every(accountEvery), accountBurst)}
	}
	got := &attempt{throttle: t, account: a, began: now}
	if wait := got.take(append(buckets, a.bucket)); wait > 0 {
		return nil, wait
	}
	if !seen {
		t.accounts.put(key, a)
	}
	return got, 0
}

// beginAnonymous allows a try that names no login.
func (t *throttle) beginAnonymous(now time.Time, from netip.Prefix) (*attempt, time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	got := &attempt{throttle: t, began: now}
	if wait := got.take(t.shared(from)); wait > 0 {
		return nil, wait
	}
	return got, 0
}

// shared is the allowances that all unknown devices share.
func (t *throttle) shared(from netip.Prefix) []*rate.Limiter {
	n, ok := t.networks.get(from)
	if !ok {
		n = rate.NewLimiter(rate.Every(networkEvery), networkBurst)
		t.networks.put(from, n)
	}
	return []*rate.Limiter{n, t.server}
}

// take takes one from each bucket, or nothing and says how long the first
// empty one needs.
func (a *attempt) take(buckets []*rate.Limiter) time.Duration {
	for _, b := range buckets {
		r := b.ReserveN(a.began, 1)
		a.taken = append(a.taken, r)
		if wait := r.DelayFrom(a.began); wait > 0 {
			a.giveBack()
			return wait
		}
	}
	return 0
}

func (a *attempt) giveBack() {
	for _, r := range a.taken {
		r.CancelAt(a.began)
	}
	a.taken = nil
}

// cancel ends a try that came to nothing, through no fault of who tried.
func (a *attempt) cancel() {
	a.throttle.mu.Lock()
	defer a.throttle.mu.Unlock()
	a.giveBack()
}

// succeeded ends a try that was right and returns how many failed before.
func (a *attempt) succeeded() int {
	a.throttle.mu.Lock()
	defer a.throttle.mu.Unlock()
	a.giveBack()
	if a.account == nil {
		return 0
	}
	fails := a.account.fails
	a.account.fails, a.account.until = 0, time.Time{}
	return fails
}

// failed ends a try that was wrong and returns how long the next one has to
// wait.
func (a *attempt) failed(now time.Time) time.Duration {
	a.throttle.mu.Lock()
	defer a.throttle.mu.Unlock()
	of := a.account
	if of == nil {
		return 0
	}
	if now.Sub(of.last) > forgiveAfter {
		of.fails = 0
	}
	of.fails, of.last = of.fails+1, now
	if of.fails < freeFailures {
		return 0
	}
	wait := longestWait
	if doublings := of.fails - freeFailures; doublings < 9 { // 2⁹ s is longer
		wait = min(wait, firstWait<<doublings)
	}
	of.until = now.Add(wait)
	return wait
}
