package httpio

import (
	"testing"
	"time"
)

func TestAtOnceBoundsSessionOperatorAndAll(t *testing.T) {
	t.Parallel()
	a := NewAtOnce(2, 3, 5)
	ann, tablet, ben, host := Caller{"a", 1}, Caller{"b", 1}, Caller{"c", 2}, Caller{"", 3}
	for i, step := range []struct {
		who   Caller
		leave bool
		want  bool
	}{
		{who: ann, want: true}, {who: ann, want: true}, {who: ann}, // the session's limit
		{who: tablet, want: true}, {who: tablet}, // the operator's limit
		{who: ben, want: true}, {who: host, want: true}, {who: host}, {who: ben}, // everybody's limit
		{who: ann, leave: true}, {who: tablet, want: true}, {who: ann},
		{who: host, leave: true}, {who: ben, want: true}, {who: ben},
	} {
		if step.leave {
			a.Release(step.who)
			continue
		}
		if got := a.Acquire(step.who); got != step.want {
			t.Errorf("step %d: %v", i, got)
		}
	}
	for _, who := range []Caller{ann, tablet, tablet, ben, ben} {
		a.Release(who)
	}
	if len(a.sessions) != 0 || len(a.operators) != 0 || a.count != 0 {
		t.Errorf("left behind: %v %v %d", a.sessions, a.operators, a.count)
	}
}

// A session has a limit of its own, and all sessions of an operator share the
// operator's limit. After a wait, calls are allowed again.
func TestRateBoundsSessionAndOperator(t *testing.T) {
	t.Parallel()
	r := NewRate(10)
	now := time.Unix(1_700_000_000, 0)
	burst := func(who Caller) (n int) {
		for r.Allow(who, now) {
			n++
		}
		return n
	}
	if n := burst(Caller{"a", 1}); n != 41 {
		t.Errorf("a session: %d calls at once", n)
	}
	if n := burst(Caller{"b", 1}); n != 41 {
		t.Errorf("another session: %d", n)
	}
	left := 0
	for _, session := range []string{"c", "d", "e", "f"} {
		left += burst(Caller{session, 1})
	}
	if left != 161-2*41 {
		t.Errorf("the operator's others: %d", left)
	}
	if n := burst(Caller{"z", 2}); n != 41 {
		t.Errorf("another operator: %d", n)
	}
	if n := burst(Caller{"", 3}); n != 161 {
		t.Errorf("a host's operator: %d", n)
	}
	now = now.Add(time.Second)
	if n := burst(Caller{"a", 1}); n != 10 {
		t.Errorf("a second later: %d", n)
	}
	now = now.Add(keepEvery)
	r.Allow(Caller{"y", 9}, now)
	if len(r.sessions) != 1 || len(r.operators) != 1 {
		t.Errorf("remembered for nothing: %d sessions, %d operators", len(r.sessions), len(r.operators))
	}
}
