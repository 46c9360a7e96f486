package state_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/state"
)

func TestChosenShopsAreHandedOverOnce(t *testing.T) {
	t.Parallel()
	storage := new(state.Memory)
	s := newState(t, storage, "/c")
	s.SetSession(signedIn(1))
	s.SetChosen([]int64{9007199254740993, 5})

	other := newState(t, storage, "/c")
	other.SetSession(signedIn(2))
	if got := other.TakeChosen(); got != nil {
		t.Errorf("somebody else gets %v", got)
	}
	again := newState(t, storage, "/c")
	again.SetSession(signedIn(1))
	if diff := cmp.Diff([]int64{9007199254740993, 5}, again.TakeChosen()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := s.TakeChosen(); got != nil {
		t.Errorf("twice: %v", got)
	}
}
