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

// Past returns the shop's special dates that are over and no longer listed, in JSON, by the profile's anchor: the
// latest first, nil without any.
func (s *Service) Past(ctx context.Context, shopID int64) (json.RawMessage, error) {
	all, err := s.known(ctx, []int64{shopID})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	at := all[0].zone()
	today, _ := rules.Local(s.Millis(), at)
	seen, err := s.Store.SeenDates(ctx, shopID, today.AddDays(-store.DaysKept).String(), today.String())
	if err != nil {
		return nil, err
	}
	var listed []store.SnapshotDate
	if now := all[0].dates; now.value != nil {
		if list := s.listed(store.SnapshotPart{ShopID: shopID, Body: now.body}); list != nil {
			listed = list.Entries
		}
	}
	var past []platform.SpecialDate
	for _, d := range seen {
		first, okFirst := rules.ParseDate(d.First)
		last, okLast := rules.ParseDate(d.Last)
		entry := platform.SpecialDate{}
		if !okFirst || !okLast || json.Unmarshal(d.Hours, &entry.BusinessHour) != nil ||
			slices.ContainsFunc(listed, func(l store.SnapshotDate) bool { return l.First <= d.Last && d.First <= l.Last }) {
			continue
		}
		entry.StartDate, entry.EndDate = rules.SpecialRange(first, last, s.Anchor, at)
		past = append(past, entry)
	}
	if past == nil {
		return nil, nil
	}
	return json.Marshal(past)
}
