package state

import (
	"encoding/json"
	"time"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Record is what was last read of one shop.
type Record struct {
	backend.Parts

	ReadAt  time.Time // when the oldest of its parts was read
	Reading bool      // a read is under way
	Err     error     // why the last read failed, nil when it didn't
	Kept    bool      // an earlier visit left it: no read of this one has ended yet
	Heard   bool      // a part came by itself since the last read failed: another read may succeed

	ShopAt    time.Time // when each part was read or saved
	WeekAt    time.Time
	SpecialAt time.Time
	NamesAt   time.Time
	DriftsAt  time.Time
}

// Record is what was last read of the shop. Its parts are shared: treat them
// as read-only.
func (s *State) Record(shopID int64) Record {
	return *s.record(shopID)
}

// record is the shop's, from an earlier visit if there is none of this one.
func (s *State) record(shopID int64) *Record {
	r := s.records[shopID]
	if r == nil {
		if r = s.keptRecord(shopID); r == nil {
			r = &Record{}
		}
		s.records[shopID] = r
	}
	return r
}

// SetShop takes the shop's details as just read.
func (s *State) SetShop(shopID int64, shop *platform.Shop) {
	s.put(shopID, func(r *Record, now time.Time) { r.Shop, r.ShopAt = shop, now })
}

// SetWeek takes the weekly hours as just read.
func (s *State) SetWeek(shopID int64, week backend.Record[platform.Week]) {
	s.put(shopID, func(r *Record, now time.Time) { r.Week, r.WeekAt = &week, now })
}

// SetSpecial takes the special hours as just read.
func (s *State) SetSpecial(shopID int64, dates backend.Record[[]platform.SpecialDate]) {
	s.put(shopID, func(r *Record, now time.Time) { r.Special, r.SpecialAt = &dates, now })
}

// BeginRead notes that the shop is being read.
func (s *State) BeginRead(shopID int64) {
	s.change(shopID, func(r *Record, _ time.Time) { r.Reading, r.Err, r.Heard = true, nil, false })
}

// EndRead notes that the read is over, and why it failed if it did.
func (s *State) EndRead(shopID int64, err error) {
	s.change(shopID, func(r *Record, _ time.Time) {
		r.Reading, r.Err = false, err
		r.Kept = r.Kept && err != nil
	})
}

// DropRead notes that the read is over without an answer.
func (s *State) DropRead(shopID int64) {
	s.change(shopID, func(r *Record, _ time.Time) { r.Reading = false })
}

// put is change for a part that the server answers.
func (s *State) put(shopID int64, set func(*Record, time.Time)) {
	s.change(shopID, func(r *Record, now time.Time) {
		set(r, now)
		r.Heard = r.Err != nil
	})
}

func (s *State) change(shopID int64, set func(*Record, time.Time)) {
	r := s.record(shopID)
	set(r, s.now())
	r.setReadAt()
	s.revision++
	if !r.Reading && r.Err == nil {
		s.keepRecord(shopID, r)
	}
}

func (r *Record) setReadAt() {
	r.ReadAt = r.ShopAt
	for _, t := range []time.Time{r.WeekAt, r.SpecialAt} {
		if t.Before(r.ReadAt) {
			r.ReadAt = t
		}
	}
}

// Taken reports whether a part of the shop's record was read or saved after a moment.
func (s *State) Taken(shopID int64, after time.Time) bool {
	r := s.record(shopID)
	return s.TakenAfter(r.ShopAt, after) || s.TakenAfter(r.WeekAt, after) || s.TakenAfter(r.SpecialAt, after)
}

// DateNames is what the shop's special dates are called, as last read; known is
// false until then. The list is shared: treat it as read-only.
func (s *State) DateNames(shopID int64) (names []api.DateName, known bool) {
	names = s.record(shopID).Names
	return names, names != nil
}

// SetOtherDates takes the Past and the Unlisted of an [api.ShopRecord].
func (s *State) SetOtherDates(shopID int64, past, unlisted json.RawMessage) {
	s.change(shopID, func(r *Record, _ time.Time) { r.Past, r.Unlisted = past, unlisted })
}

// SetDrifts takes how the shop differs from its templates as just read.
func (s *State) SetDrifts(shopID int64, drifts []*api.Drifts) {
	s.change(shopID, func(r *Record, now time.Time) { r.Drifts, r.DriftsAt = drifts, now })
}

// SetDateNames takes the server's list.
func (s *State) SetDateNames(shopID int64, names []api.DateName) {
	if names == nil {
		names = []api.DateName{}
	}
	s.change(shopID, func(r *Record, now time.Time) { r.Names, r.NamesAt = names, now })
}
