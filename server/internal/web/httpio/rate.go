package httpio

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	together  = 4           // an operator's limit in sessions, and a session's burst in seconds
	keepEvery = time.Minute // time between two sweeps of unused limiters
)

// Caller is the session and the operator for which calls are counted. The
// operator's limit is larger, because one operator may use several tablets. A
// host's people have no session and are counted only as operators. The zero value
// is an unknown caller, for whom only the limit of all holds. Each replica counts
// by itself.
type Caller struct {
	Session  string
	Operator int64
}

// Rate bounds calls a second. Make a Rate with [NewRate].
type Rate struct {
	AtOnce int // calls that may come at once where those of four seconds are fewer

	session, operator rate.Limit

	mu        sync.Mutex
	sessions  map[string]*rate.Limiter
	operators map[int64]*rate.Limiter
	looked    time.Time
}

// NewRate allows a session perSecond calls a second, and an operator four times as
// many. The calls of four seconds may come at once.
func NewRate(perSecond float64) *Rate {
	return &Rate{
		session: rate.Limit(perSecond), operator: rate.Limit(together * perSecond),
		sessions: map[string]*rate.Limiter{}, operators: map[int64]*rate.Limiter{},
	}
}

// Allow counts a call at now, or reports false if there were too many. A call that
// one of the two limits refuses counts for neither.
func (r *Rate) Allow(who Caller, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now.Sub(r.looked) >= keepEvery {
		forget(r.sessions, now)
		forget(r.operators, now)
		r.looked = now
	}
	if who == (Caller{}) {
		return true // sign-in has limits of its own for callers that aren't signed in
	}
	all := of(r.operators, who.Operator, r.operator, r.AtOnce)
	if who.Session == "" {
		return all.AllowN(now, 1)
	}
	one := of(r.sessions, who.Session, r.session, r.AtOnce)
	return one.TokensAt(now) >= 1 && all.AllowN(now, 1) && one.AllowN(now, 1)
}

func of[K comparable](all map[K]*rate.Limiter, key K, limit rate.Limit, atOnce int) *rate.Limiter {
	one := all[key]
	if one == nil {
		one = rate.NewLimiter(limit, max(int(together*limit)+1, atOnce))
		all[key] = one
	}
	return one
}

// forget drops the limiters that are full again.
func forget[K comparable](all map[K]*rate.Limiter, now time.Time) {
	for key, one := range all {
		if one.TokensAt(now) >= float64(one.Burst()) {
			delete(all, key)
		}
	}
}

// Concurrency bounds the calls under way. Make one with [NewAtOnce].
type Concurrency struct {
	session, operator, all int

	mu        sync.Mutex
	sessions  map[string]int
	operators map[int64]int
	count     int
}

// NewAtOnce sets the numbers of calls that a session, an operator, and all together
// may have under way. Zero or less is no limit.
func NewAtOnce(session, operator, all int) *Concurrency {
	return &Concurrency{session: session, operator: operator, all: all, sessions: map[string]int{},
		operators: map[int64]int{}}
}

// Acquire counts one more call of who, or reports false if there are too many. Each
// call that entered must [Concurrency.Release].
func (a *Concurrency) Acquire(who Caller) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.all > 0 && a.count >= a.all,
		a.operator > 0 && who.Operator != 0 && a.operators[who.Operator] >= a.operator,
		a.session > 0 && who.Session != "" && a.sessions[who.Session] >= a.session:
		return false
	}
	a.count++
	a.operators[who.Operator]++
	a.sessions[who.Session]++
	return true
}

// Count returns the number of calls under way.
func (a *Concurrency) Count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.count
}

// Release counts one call of who as ended.
func (a *Concurrency) Release(who Caller) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count--
	if a.operators[who.Operator]--; a.operators[who.Operator] == 0 {
		delete(a.operators, who.Operator)
	}
	if a.sessions[who.Session]--; a.sessions[who.Session] == 0 {
		delete(a.sessions, who.Session)
	}
}
