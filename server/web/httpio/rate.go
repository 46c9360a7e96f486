package httpio

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	together  = 4           // sessions of one operator, or seconds of a session's calls, at once
	keepEvery = time.Minute // between two looks for what needn't be remembered
)

// Caller is who is counted: a session and, more generously, its operator, since one
// operator may use several tablets. A host's people have no session and are counted as
// operators alone; the zero value is an unknown caller, who only has everybody's limit.
// Each replica counts for itself.
type Caller struct {
	Session  string
	Operator int64
}

// Rate bounds calls a second. Make it with [NewRate].
type Rate struct {
	session, operator rate.Limit

	mu        sync.Mutex
	sessions  map[string]*rate.Limiter
	operators map[int64]*rate.Limiter
	looked    time.Time
}

// NewRate allows a session so many calls a second, and an operator four times as
// many; four seconds' worth may come at once.
func NewRate(perSecond float64) *Rate {
	return &Rate{
		session: rate.Limit(perSecond), operator: rate.Limit(together * perSecond),
		sessions: map[string]*rate.Limiter{}, operators: map[int64]*rate.Limiter{},
	}
}

// Allow counts a call at now, or reports that there were too many. A call that
// one of the two limits refuses is counted by neither.
func (r *Rate) Allow(who Caller, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now.Sub(r.looked) >= keepEvery {
		forget(r.sessions, now)
		forget(r.operators, now)
		r.looked = now
	}
	if who == (Caller{}) {
		return true // whoever isn't signed in is throttled where they sign in
	}
	all := of(r.operators, who.Operator, r.operator)
	if who.Session == "" {
		return all.AllowN(now, 1)
	}
	one := of(r.sessions, who.Session, r.session)
	return one.TokensAt(now) >= 1 && all.AllowN(now, 1) && one.AllowN(now, 1)
}

func of[K comparable](all map[K]*rate.Limiter, key K, limit rate.Limit) *rate.Limiter {
	one := all[key]
	if one == nil {
		one = rate.NewLimiter(limit, int(together*limit)+1)
		all[key] = one
	}
	return one
}

// forget drops those that nothing was asked of for so long that they are as new.
func forget[K comparable](all map[K]*rate.Limiter, now time.Time) {
	for key, one := range all {
		if one.TokensAt(now) >= float64(one.Burst()) {
			delete(all, key)
		}
	}
}
