package httpio

import "sync"

// AtOnce bounds the calls under way. Make an AtOnce with [NewAtOnce].
type AtOnce struct {
	session, operator, all int

	mu        sync.Mutex
	sessions  map[string]int
	operators map[int64]int
	count     int
}

// NewAtOnce sets the numbers of calls that a session, an operator, and all together
// may have under way. Zero or less is no limit.
func NewAtOnce(session, operator, all int) *AtOnce {
	return &AtOnce{session: session, operator: operator, all: all, sessions: map[string]int{}, operators: map[int64]int{}}
}

// Enter counts one more call of who, or reports false if there are too many. Each
// call that entered must [AtOnce.Leave].
func (a *AtOnce) Enter(who Caller) bool {
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

// Leave counts one call of who as ended.
func (a *AtOnce) Leave(who Caller) {
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
