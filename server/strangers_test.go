package server

import (
	"fmt"
	"testing"
	"time"
)

// A sender who asks too often is refused alone, and stays refused while others ask. The bug: once 4,096 networks had
// been seen, all were forgotten, and each could begin anew.
func TestRateOfStrangersIsBoundedBySender(t *testing.T) {
	t.Parallel()
	s, now := newStrangers(), time.Now()
	burst := func(sender string) (n int) {
		for s.allow(sender, now) {
			n++
		}
		return n
	}
	if n := burst("a network"); n != strangersBurst {
		t.Errorf("%d requests at once", n)
	}
	for i := range 2 * strangersKept {
		if !s.allow(fmt.Sprint(i), now) {
			t.Fatalf("sender %d is refused", i)
		}
		if s.allow("a network", now) {
			t.Fatalf("the first sender may go on after %d others", i)
		}
	}
	if now = now.Add(strangersEvery); burst("a network") != 1 {
		t.Error("the rate isn't 25 a second")
	}
}
