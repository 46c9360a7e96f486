package state

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// forgotten is how long a pause without an end lasts before somebody is asked
// whether it was forgotten, and how long an answer holds.
const forgotten = 2 * time.Hour

// Pause is the shop's pause as the server knows it; ok is false when it has
// none that hasn't ended.
func (s *State) Pause(shopID int64) (p api.Pause, ok bool) {
	p, ok = s.pauses[shopID]
	return p, ok
}

// SetPauses takes the server's list.
func (s *State) SetPauses(list []api.Pause) {
	s.pauses = make(map[int64]api.Pause, len(list))
	for _, p := range list {
		s.pauses[p.ShopID] = p
	}
	s.revision++
}

// SetPause takes one pause as the server answered it, and the shop's details
// if they came along.
func (s *State) SetPause(p api.Pause) {
	if s.pauses == nil {
		s.pauses = map[int64]api.Pause{}
	}
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

// Forgotten lists the pauses without an end that began two hours ago or
// earlier, in shops that the operator may resume, but for those that somebody
// answered on this device within two hours. The oldest comes first.
func (s *State) Forgotten() []api.Pause {
	var list []api.Pause
	for _, p := range s.pauses {
		since := time.UnixMilli(p.StartedAt)
		var answered int64
		if s.read(s.keptKey(p), &answered) && answered > p.StartedAt {
			since = time.UnixMilli(answered)
		}
		if p.State == api.PausePaused && p.Until == 0 && s.now().Sub(since) >= forgotten &&
			s.May(p.ShopID, platform.PermissionShopPause) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b api.Pause) int { return int(min(max(a.StartedAt-b.StartedAt, -1), 1)) })
	return list
}

// KeepPaused notes that a pause wasn't forgotten.
func (s *State) KeepPaused(p api.Pause) {
	_ = s.write(s.keptKey(p), s.now().UnixMilli()) // a convenience: without it the question comes back
	s.revision++
}

func (s *State) keptKey(p api.Pause) string {
	return s.own(keyKept + ":" + strconv.FormatInt(p.ShopID, 10))
}
