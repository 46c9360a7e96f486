package state

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// RemindAfter is how long a pause lasts before somebody is asked whether it was
// forgotten, and how long an answer holds.
const RemindAfter = 2 * time.Hour

// reminder is whether somebody wants to be asked about a pause, and when that was said.
type reminder struct {
	On bool  `json:"on"`
	At int64 `json:"at"`
}

// remindWithin is how far a pause's beginning by the server's clock may be from a
// reminder of it by what the device knows of that clock.
const remindWithin = 10 * time.Minute

// Pause is the shop's pause as the server knows it; ok is false when it has
// none that hasn't ended.
func (s *State) Pause(shopID int64) (p api.Pause, ok bool) {
	p, ok = s.pauses[shopID]
	return p, ok
}

// PauseAt is when a pause of the shop was last taken.
func (s *State) PauseAt(shopID int64) time.Time { return s.pausesAt[shopID] }

// SetPauses takes the server's list, which was asked for at a moment. Pauses that were taken since are newer.
func (s *State) SetPauses(list []api.Pause, asked time.Time) {
	newer := func(shopID int64) bool { return s.TakenAfter(s.pausesAt[shopID], asked) }
	maps.DeleteFunc(s.pauses, func(shopID int64, _ api.Pause) bool { return !newer(shopID) })
	maps.DeleteFunc(s.pauseVersions, func(shopID int64, _ int64) bool { return !newer(shopID) })
	for _, p := range list {
		if !newer(p.ShopID) {
			s.pauses[p.ShopID], s.pauseVersions[p.ShopID] = p, p.Version
		}
	}
	s.revision++
}

// TakenAfter reports whether something was taken after a question was asked, and is newer than its answer. What lies
// ahead was taken before the device's clock was set back.
func (s *State) TakenAfter(at, asked time.Time) bool { return at.After(asked) && !at.After(s.now()) }

// SetPause takes one pause as the server answered it, and the shop's details
// if they came along. An answer that comes behind the event of a later version changes nothing.
func (s *State) SetPause(p api.Pause) {
	if p.Version < s.pauseVersions[p.ShopID] {
		return
	}
	s.pausesAt[p.ShopID], s.pauseVersions[p.ShopID] = s.now(), p.Version
	shop := new(platform.Shop)
	if len(p.Shop) > 0 && json.Unmarshal(p.Shop, shop) == nil {
		s.SetShop(p.ShopID, shop)
	}
	p.Shop = nil
	s.pauses[p.ShopID] = p
	if p.State == api.PauseEnded {
		delete(s.pauses, p.ShopID)
	}
	s.revision++
}

// Forgotten lists the pauses that began two hours ago or earlier, in shops that the
// operator may resume, but for those that somebody answered on this device within
// two hours: pauses without an end unless the operator wants no reminder, and those
// with one if the operator wants one. The oldest comes first.
func (s *State) Forgotten() []api.Pause {
	var list []api.Pause
	long := func(since int64) bool { return s.ServerNow().Sub(time.UnixMilli(since)) >= RemindAfter }
	for _, p := range s.pauses {
		if p.State != api.PausePaused || !long(p.StartedAt) || !s.May(p.ShopID, platform.PermissionShopPause) {
			continue // most of them, at each drawing: without a look into the browser's storage
		}
		var answered int64
		if s.read(s.own(of(keyKept, p.ShopID)), &answered) && answered > p.StartedAt && !long(answered) {
			continue
		}
		if s.reminds(p) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b api.Pause) int {
		return cmp.Or(cmp.Compare(a.StartedAt, b.StartedAt), cmp.Compare(a.ShopID, b.ShopID))
	})
	return list
}

// Remind notes whether the operator wants to be asked on this device about the pause
// of a shop that begins now.
func (s *State) Remind(shopID int64, on bool) {
	// a convenience: without it, only pauses without an end are asked about
	_ = s.write(s.own(of(keyRemind, shopID)), reminder{On: on, At: s.ServerNow().UnixMilli()})
}

// reminds reports whether the operator wants to be asked about a pause.
func (s *State) reminds(p api.Pause) bool {
	var said reminder
	if s.read(s.own(of(keyRemind, p.ShopID)), &said) &&
		time.Duration(max(said.At-p.StartedAt, p.StartedAt-said.At))*time.Millisecond <= remindWithin {
		return said.On
	}
	return p.Until == 0
}

// KeepPaused notes that a pause wasn't forgotten.
func (s *State) KeepPaused(p api.Pause) {
	// a convenience: without it the question comes back
	_ = s.write(s.own(of(keyKept, p.ShopID)), s.ServerNow().UnixMilli())
	s.revision++
}
