package state

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

func visit(t *testing.T, storage Storage, now time.Time, operator int64) *State {
	t.Helper()
	s, err := New(Options{Storage: storage, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	s.SetSession(api.Session{Operator: &api.Operator{ID: operator}})
	return s
}

func readAll(s *State, shopID int64) {
	s.BeginRead(shopID)
	s.SetShop(shopID, &platform.Shop{Name: "Noodle " + strconv.FormatInt(shopID, 10)})
	s.SetWeek(shopID, backend.Record[platform.Week]{Digest: "w"})
	s.SetSpecial(shopID, backend.Record[[]platform.SpecialDate]{Digest: "s"})
	s.EndRead(shopID, nil)
}

// What was read is there on the next visit, with its age, until it is read
// again.
func TestRecordOutlivesTheVisit(t *testing.T) {
	t.Parallel()
	storage := new(Memory)
	monday := time.UnixMilli(1_790_000_000_000)
	readAll(visit(t, storage, monday, 7), 1)

	next := visit(t, storage, monday.Add(time.Hour), 7)
	r := next.Record(1)
	if !r.Complete() || !r.Kept || r.Shop.Name != "Noodle 1" || r.Week.Digest != "w" || r.Special.Digest != "s" ||
		next.Now().Sub(r.ReadAt) != time.Hour {
		t.Fatalf("%+v", r)
	}
	next.BeginRead(1)
	next.EndRead(1, errors.New("no network"))
	if r := next.Record(1); !r.Kept || r.Err == nil || r.Shop == nil {
		t.Errorf("after a read that failed: %+v", r)
	}
	readAll(next, 1)
	if r := next.Record(1); r.Kept || next.Now().Sub(r.ReadAt) != 0 {
		t.Errorf("after a read: %+v", r)
	}
	if r := next.Record(2); r.Complete() || r.Kept {
		t.Errorf("a shop never read: %+v", r)
	}
}

// An operator finds no record that was read for another operator, and a sign-out
// leaves no record.
func TestRecordIsTheOperators(t *testing.T) {
	t.Parallel()
	storage := new(Memory)
	s := visit(t, storage, time.UnixMilli(1), 7)
	readAll(s, 1)
	if r := visit(t, storage, time.UnixMilli(2), 8).Record(1); r.Complete() {
		t.Errorf("somebody else's: %+v", r)
	}
	visit(t, storage, time.UnixMilli(3), 7).SignOut()
	for key, value := range storage.values {
		if strings.Contains(value, "Noodle") {
			t.Errorf("left after the sign-out: %s", key)
		}
	}
}

// keepAll has every cache keep something.
func keepAll(s *State) {
	s.SetShops([]api.Shop{{ShopID: 1, Name: "Noodle 1"}})
	readAll(s, 1)
	s.SetRoster(&api.Roster{Groups: []api.Group{{ID: "1", Name: "Noodles"}}})
	s.KeepRoster()
	s.KeepToday(KeptToday{ShopID: 1})
	s.KeepBoard(KeptBoard{At: 1, Orders: []api.Order{{OrderID: 1, Note: "Noodle for 2"}}})
	s.KeepSeenOrders([]int64{1})
}

// next is a visit later, before the server has told who is here.
func next(t *testing.T, storage Storage) *State {
	t.Helper()
	s, err := New(Options{Storage: storage, Now: func() time.Time { return time.UnixMilli(2) }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// However a session ends, here or elsewhere, the device keeps nothing of its
// shops from the next contact on. Drafts are the person's work and stay.
func TestNothingIsKeptAfterTheSession(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, storage Storage, s *State){
		"a sign-out":              func(_ *testing.T, _ Storage, s *State) { s.SignOut() },
		"a call is refused":       func(_ *testing.T, _ Storage, s *State) { s.ForgetKept() },
		"the server knows nobody": func(_ *testing.T, _ Storage, s *State) { s.SetSession(api.Session{}) },
		"somebody else signs in": func(_ *testing.T, _ Storage, s *State) {
			s.SetSession(api.Session{Operator: &api.Operator{ID: 8}})
		},
		"the server knows nobody any more": func(t *testing.T, storage Storage, _ *State) {
			next(t, storage).SetSession(api.Session{})
		},
		"somebody else is here by now": func(t *testing.T, storage Storage, _ *State) {
			next(t, storage).SetSession(api.Session{Operator: &api.Operator{ID: 8}})
		},
		"it ends, and a late read comes in": func(_ *testing.T, _ Storage, s *State) {
			s.SetSession(api.Session{})
			keepAll(s)
		},
		"a call is refused, and a late read comes in": func(_ *testing.T, _ Storage, s *State) {
			s.ForgetKept()
			keepAll(s)
		},
		"a sign-out in another window, and this one is left": func(t *testing.T, storage Storage, s *State) {
			next(t, storage).SignOut()
			keepAll(s)
		},
		"somebody else is here in another window, and this one is left": func(t *testing.T, storage Storage, s *State) {
			next(t, storage).SetSession(api.Session{Operator: &api.Operator{ID: 8}})
			keepAll(s)
		},
		"it ended, and something was left": func(t *testing.T, storage Storage, s *State) {
			storage.Remove(s.key(keySession))
			next(t, storage).SetSession(api.Session{Operator: &api.Operator{ID: 8}})
		},
		"it ended, something was left, and nobody is here": func(t *testing.T, storage Storage, s *State) {
			storage.Remove(s.key(keySession))
			next(t, storage).SetSession(api.Session{})
		},
	} {
		storage := new(Memory)
		s := visit(t, storage, time.UnixMilli(1), 7)
		keepAll(s)
		if err := s.SaveDraft("week", 1, "my Noodle draft"); err != nil {
			t.Fatal(err)
		}
		if err := s.SaveDraft(DraftPhoto, 1, "Noodle in a picture"); err != nil {
			t.Fatal(err)
		}
		end(t, storage, s)
		drafts := 0
		for key, value := range storage.values {
			if strings.Contains(value, "draft") {
				drafts++
				continue
			}
			if strings.Contains(value, "picture") && (strings.HasPrefix(name, "a call is refused") ||
				strings.HasPrefix(name, "it ended,")) {
				continue // the same person may sign in again
			}
			if strings.Contains(value, "Noodle") || strings.Contains(key, keyToday) || strings.Contains(key, keySeen) {
				t.Errorf("%s: left: %s", name, key)
			}
		}
		if drafts == 0 {
			t.Errorf("%s: the draft is gone", name)
		}
	}
}

func TestRecordsKeptAreBounded(t *testing.T) {
	t.Parallel()
	storage := new(Memory)
	s := visit(t, storage, time.UnixMilli(1), 7)
	for id := int64(1); id <= keptShops+2; id++ {
		readAll(s, id)
		readAll(s, 3) // looked at all the time
	}
	next := visit(t, storage, time.UnixMilli(2), 7)
	for id, want := range map[int64]bool{1: false, 2: false, 3: true, keptShops + 2: true} {
		if got := next.Record(id).Complete(); got != want {
			t.Errorf("shop %d kept: %v", id, got)
		}
	}
}

// Without room nothing is kept and nothing breaks; what is damaged is absent.
func TestRecordWithoutStorage(t *testing.T) {
	t.Parallel()
	full := &Memory{Full: true}
	readAll(visit(t, full, time.UnixMilli(1), 7), 1)
	if visit(t, full, time.UnixMilli(2), 7).Record(1).Complete() {
		t.Error("a full storage kept something")
	}
	storage := new(Memory)
	s := visit(t, storage, time.UnixMilli(1), 7)
	readAll(s, 1)
	_ = storage.Set(s.own(of(keyRecord, 1)), `{"shop":`)
	if visit(t, storage, time.UnixMilli(2), 7).Record(1).Complete() {
		t.Error("a damaged record was taken")
	}
}

// The same person signed in again over the page: the server said that the list of shops is as before, and the device
// kept none for a start without a network.
func TestListIsAskedForAnewAfterTheSession(t *testing.T) {
	t.Parallel()
	s := visit(t, new(Memory), time.UnixMilli(1), 7)
	s.SetListing([]api.Shop{{ShopID: 1, Name: "Noodle 1"}}, `"tag"`)
	s.ForgetKept()
	if tag := s.ShopsTag(); tag != "" {
		t.Errorf("the server is asked whether the list is still %s", tag)
	}
	if shops, _ := s.Shops(); len(shops) != 1 {
		t.Errorf("the page has %v", shops)
	}
}
