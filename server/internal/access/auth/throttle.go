package auth

import (
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// Tries to sign in are slowed down, never locked out: a stranger who keeps failing
// on an owner's login at dinner time must not keep the owner out.
//
//   - A device that has signed in to the login before (see device.go) has an
//     allowance of its own for the login, which no other device can use up. So has
//     a session whose operator proves who they are.
//   - On any other device, a login has an allowance for each client network, so
//     that failures in other networks don't use the allowance up. Each network also
//     has one allowance for all logins.
//   - The whole server has two allowances: one for networks from which fewer than
//     five tries have failed in the last hour, and one for all other networks. The
//     other networks also share one allowance for each login. A stranger who
//     guesses from many networks soon uses only the second allowance, and no longer
//     slows other operators down.
//   - After five failures in a row on a login and device, or network, the next try
//     has to wait 1 second, then 2, 4, … up to 5 minutes.
//   - One-time links, redirects and passkeys need no allowance, because they can't be
//     guessed. The set-up of the first owner has one, because it hashes a password.
//
// A right try gives its allowances back. Each replica counts alone, in memory, for
// a bounded number of logins and networks. Filling that memory to evict a login
// takes longer, at the server's rate, than the longest wait.
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

	maxAccounts = 20_000
	maxNetworks = 10_000
)

// accountKey is a login and a device that has signed in to the login before. The
// device "" means all other devices, counted for each network.
type accountKey struct{ login, device string }

// placeKey is an account and the network of its tries. from is zero for a known
// device.
type placeKey struct {
	accountKey
	from netip.Prefix
}

// account counts the failed tries of a placeKey or network.
type account struct {
	bucket *rate.Limiter
	fails  int
	last   time.Time // time of the last failure
	until  time.Time // no try is allowed before this time
}

// failure counts one more failure, and forgets failures older than forgiveAfter.
func (a *account) failure(now time.Time) {
	if now.Sub(a.last) > forgiveAfter {
		a.fails = 0
	}
	a.fails, a.last = a.fails+1, now
}

// failedLately reports whether many tries have failed lately.
func (a *account) failedLately(now time.Time) bool {
	return a.fails >= freeFailures && now.Sub(a.last) <= forgiveAfter
}

type throttle struct {
	mu           sync.Mutex
	quiet, noisy *rate.Limiter // the server's, for networks without and with many failures
	networks     *simplelru.LRU[netip.Prefix, *account]
	accounts     *simplelru.LRU[placeKey, *account]
}

func newThrottle() *throttle {
	server := func() *rate.Limiter { return rate.NewLimiter(rate.Every(serverEvery), serverBurst) }
	// NewLRU fails only for a size below 1
	networks, _ := simplelru.NewLRU[netip.Prefix, *account](maxNetworks, nil)
	accounts, _ := simplelru.NewLRU[placeKey, *account](maxAccounts, nil)
	return &throttle{quiet: server(), noisy: server(), networks: networks, accounts: accounts}
}

// attempt is one allowed try.
type attempt struct {
	throttle *throttle
	account  *account
	network  *account // counts the failed tries of the site; nil on a known device
	taken    []*rate.Reservation
	began    time.Time
}

// begin allows a try to sign in, or returns the time to wait.
func (t *throttle) begin(now time.Time, from netip.Prefix, key accountKey) (*attempt, time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	place := placeKey{accountKey: key}
	if key.device == "" {
		place.from = from
	}
	a, seen := t.accounts.Get(place)
	if seen && now.Before(a.until) {
		return nil, a.until.Sub(now)
	}
	if !seen {
		a = newAccount()
	}
	got, buckets := &attempt{throttle: t, account: a, began: now}, []*rate.Limiter{a.bucket}
	if key.device == "" {
		got.network = t.network(httpio.LargerNetwork(from))
		if buckets = append(buckets, t.network(from).bucket); got.network.failedLately(now) {
			buckets = append(buckets, t.account(placeKey{accountKey: key}).bucket, t.noisy)
		} else {
			buckets = append(buckets, t.quiet)
		}
	}
	if wait := got.take(buckets); wait > 0 {
		return nil, wait
	}
	if !seen {
		t.accounts.Add(place, a)
	}
	return got, 0
}

func newAccount() *account {
	return &account{bucket: rate.NewLimiter(rate.Every(accountEvery), accountBurst)}
}

func (t *throttle) account(key placeKey) *account {
	a, ok := t.accounts.Get(key)
	if !ok {
		a = newAccount()
		t.accounts.Add(key, a)
	}
	return a
}

// network is the allowance of a client network.
func (t *throttle) network(from netip.Prefix) *account {
	n, ok := t.networks.Get(from)
	if !ok {
		n = &account{bucket: rate.NewLimiter(rate.Every(networkEvery), networkBurst)}
		t.networks.Add(from, n)
	}
	return n
}

// take takes one from each bucket. If a bucket is empty, take takes nothing and
// returns the time until that bucket fills.
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

// cancel ends a try that failed because of the server, and counts no failure.
func (a *attempt) cancel() {
	a.throttle.mu.Lock()
	defer a.throttle.mu.Unlock()
	a.giveBack()
}

// succeeded ends a right try and returns the number of failed tries before.
func (a *attempt) succeeded() int {
	a.throttle.mu.Lock()
	defer a.throttle.mu.Unlock()
	a.giveBack()
	fails := a.account.fails
	a.account.fails, a.account.until = 0, time.Time{}
	return fails
}

// failed ends a wrong try and returns the time that the next try has to wait.
func (a *attempt) failed(now time.Time) time.Duration {
	a.throttle.mu.Lock()
	defer a.throttle.mu.Unlock()
	of := a.account
	of.failure(now)
	if a.network != nil {
		a.network.failure(now)
	}
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
