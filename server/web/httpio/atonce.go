package httpio

import "sync"

// AtOnce counts what is under way. Make it with [NewAtOnce].
type AtOnce struct {
	session, operator, all int

	mu        sync.Mutex
	sessions  map[string]int
	operators map[int64]int
	count     int
}

// NewAtOnce allows so much at once to a session, to an operator, and to all
// together. Zero or less is no limit.
func NewAtOnce(session, operator, all int) *AtOnce {
	return &AtOnce{session: session, operator: operator, all: all, sessions: map[string]int{}, operators: map[int64]int{}}
}

// Enter counts one more of who's, or reports that there are too many. Each that
// entered must [AtOnce.Leave].
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

// Leave counts one of who's as over.
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
