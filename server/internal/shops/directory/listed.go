package directory

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
)

// clockSkew is how far the clock of the platform or of another replica may be ahead of ours.
const clockSkew = time.Minute

// listed is a list of special dates by days, in the anchor that the list fits. A date that is missing from a read may
// be over by the anchor's calendar; a date that is missing from our own write was removed, unless it is over at the
// shop.
func (s *Service) listed(p store.SnapshotPart) *store.SnapshotDates {
	k := s.shop(p.ShopID)
	var dates []platform.SpecialDate
	if k == nil || platform.Read(p.Body, &dates) != nil {
		return nil
	}
	at := k.zone()
	anchor, _ := rules.DetectAnchor(dates, s.Anchor, at)
	today, _ := rules.Local(p.At, at)
	open := today
	if !p.Written {
		asked := p.At + clockSkew.Milliseconds()
		open, _ = rules.Local(asked, at)
		if day, _ := rules.Local(asked, rules.AnchorZone(anchor, at)); open.Before(day) {
			open = day
		}
	}
	list := &store.SnapshotDates{Open: open.String(), Forget: today.AddDays(-store.DaysKept).String()}
	for _, d := range dates {
		first, last := rules.SpecialDays(d, anchor, at)
		hours, err := json.Marshal(d.BusinessHour)
		if err != nil || last.Before(first) || last.Year > 9999 {
			continue
		}
		list.Entries = append(list.Entries, store.SnapshotDate{First: first.String(), Last: last.String(), Hours: hours})
	}
	return list
}

// Past returns the special dates of shops that ended within so many days and are no longer listed, by the profile's
// anchor: by shop, the latest first.
func (s *Service) Past(ctx context.Context, shops []int64, days int) (map[int64][]platform.SpecialDate, error) {
	all, err := s.known(ctx, shops)
	if err != nil {
		return nil, err
	}
	now := s.Now().UTC()
	seen, err := s.Store.SeenDates(ctx, shops, now.AddDate(0, 0, -days).Format(time.DateOnly),
		now.AddDate(0, 0, 1).Format(time.DateOnly)) // no shop's today is later
	past := map[int64][]platform.SpecialDate{}
	for _, k := range all {
		id, at := k.shop.ShopID, k.zone()
		if len(seen[id]) == 0 {
			continue
		}
		today, _ := rules.Local(now.UnixMilli(), at)
		var listed []store.SnapshotDate
		if k.dates.value != nil {
			if list := s.listed(store.SnapshotPart{ShopID: id, Body: k.dates.body}); list != nil {
				listed = list.Entries
			}
		}
		for _, d := range seen[id] {
			first, okFirst := rules.ParseDate(d.First)
			last, okLast := rules.ParseDate(d.Last)
			entry := platform.SpecialDate{}
			if !okFirst || !okLast || !last.Before(today) || json.Unmarshal(d.Hours, &entry.BusinessHour) != nil ||
				slices.ContainsFunc(listed, func(l store.SnapshotDate) bool { return l.First <= d.Last && d.First <= l.Last }) {
				continue
			}
			entry.StartDate, entry.EndDate = rules.SpecialRange(first, last, s.Anchor, at)
			past[id] = append(past[id], entry)
		}
	}
	return past, err
}
