package state_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/state"
)

func TestChosenShopsAreHandedOverOnce(t *testing.T) {
	t.Parallel()
	s := newState(t, new(state.Memory), "/c")
	s.SetSession(signedIn(1))
	s.SetChosen([]int64{9007199254740993, 5})
	s.SetSession(signedIn(1))
	if diff := cmp.Diff([]int64{9007199254740993, 5}, s.TakeChosen()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := s.TakeChosen(); got != nil {
		t.Errorf("twice: %v", got)
	}
	s.SetChosen([]int64{5})
	s.SetSession(signedIn(2))
	if got := s.TakeChosen(); got != nil {
		t.Errorf("another person gets %v", got)
	}
}
