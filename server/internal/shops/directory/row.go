package directory

import (
	"context"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// access tells how a shop is reached.
type access = func(shopID int64) api.Access

// accessOf is the access that shops were listed with.
func accessOf(shops []api.Shop) access {
	by := make(map[int64]api.Access, len(shops))
	for _, shop := range shops {
		by[shop.ShopID] = shop.Access
	}
	return func(shopID int64) api.Access { return by[shopID] }
}

// ownFacts holds the facts of shops that the platform doesn't know.
type ownFacts struct {
	access    access
	pauses    map[int64]api.Pause
	groups    map[int64][]string // ids, by the groups' names
	named     []store.Group
	names     map[int64][]store.DateName
	drifts    map[int64][]api.Drift
	templates []api.TemplateID
}

// paused gives the pauses that haven't ended, by shop.
func (s *Service) paused(ctx context.Context) (map[int64]api.Pause, error) {
	list, err := s.Pauses(ctx)
	pauses := make(map[int64]api.Pause, len(list))
	for _, p := range list {
		pauses[p.ShopID] = p
	}
	return pauses, err
}

// beside returns our own facts without the drift: a row of them may be told to every operator who sees the shop.
func (s *Service) beside(ctx context.Context, reached access) (b ownFacts, err error) {
	b.access = reached
	if b.pauses, err = s.paused(ctx); err != nil {
		return b, err
	}
	if b.named, err = s.Store.Groups(ctx); err != nil {
		return b, err
	}
	b.groups = map[int64][]string{}
	for _, g := range b.named {
		for _, shop := range g.Shops {
			b.groups[shop] = append(b.groups[shop], g.ID)
		}
	}
	// The day before yesterday in UTC is over everywhere.
	over := s.Now().UTC().AddDate(0, 0, -2).Format(time.DateOnly)
	if b.names, err = s.Store.DateNamesFrom(ctx, over); err != nil {
		return b, err
	}
	return b, nil
}

// row is the shop as lists show it.
func (s *Service) row(k *knownShop, b ownFacts, now int64) api.RosterShop {
	id := k.shop.ShopID
	row := api.RosterShop{
		ShopID: id, Today: []api.Shift{}, Phones: []string{}, Access: b.access(id),
		Groups: b.groups[id], Drift: b.drifts[id], ReadAt: k.readAt(), Failure: k.failure,
	}
	if p, paused := b.pauses[id]; paused {
		row.Pause = &p
	}
	if k.record.value != nil {
		row.Photo = change.PhotoState(k.record.value.MainPictures)
		row.PhotoVersion = change.PhotoVersion(k.record.value.MainPictures)
		for _, phone := range k.record.value.Phones {
			row.Phones = append(row.Phones, phone.String())
		}
	}
	open := false
	if k.week.value != nil && k.dates.value != nil {
		open = s.hours(&row, k, b.names[id], now)
	}
	if ends := row.Access.EndsAt; ends > now && (row.Until == 0 || ends < row.Until) {
		row.Until = ends
	}
	row.Standing = standing(&row, k, open, now)
	return row
}

// standing is the shop's standing now; open tells whether its hours have it open.
func standing(row *api.RosterShop, k *knownShop, open bool, now int64) api.Standing {
	switch {
	case api.ReadNeedsConsent(k.failure), row.Access.State == api.ConnectionSignIn && row.Access.EndsAt <= now:
		return api.StandingNoAccess
	case row.Pause != nil && row.Pause.State != api.PauseLeft:
		return api.StandingPaused
	case k.readAt() == 0:
		return api.StandingUnknown
	case open && k.record.value.Unsaid():
		return api.StandingUnknown
	case !k.record.value.Operating() && !k.record.value.Unsaid():
		return api.StandingSuspended
	case !open:
		return api.StandingClosed
	case !k.record.value.AvailableForOrder:
		return api.StandingSuspended
	}
	return api.StandingOpen
}

// hours fills in the hours of the shop's own today, and tells whether they have the shop open now.
func (s *Service) hours(row *api.RosterShop, k *knownShop, names []store.DateName, now int64) (open bool) {
	zone := k.zone()
	dates := *k.dates.value
	schedule := rules.NewSchedule(k.week.value, dates, s.Anchor, zone)
	today, clock := rules.Local(now, zone)
	hours := schedule.On(today)
	row.Special = hours.Source == rules.SourceSpecial

	next := platform.DaySeconds // when this row becomes outdated
	for _, segment := range hours.Segments {
		if segment.Spill && segment.End <= clock {
			continue // the night before is over
		}
		whole := segment.Period()
		row.Today = append(row.Today, api.Shift{whole.StartTime, whole.EndTime})
		open = open || segment.Start <= clock && clock < segment.End
		for _, edge := range []int{segment.Start, segment.End} {
			if edge > clock {
				next = min(next, edge)
			}
		}
	}
	if len(row.Today) == 0 {
		row.Today = append(row.Today, api.Shift{})
	}
	row.Until = rules.Instant(today, next, zone)
	row.Next = s.nextDate(dates, today, zone, names)
	return open
}

// nextDate is the first special date that begins after today.
func (s *Service) nextDate(dates []platform.SpecialDate, today rules.Date, zone rules.Zone,
	names []store.DateName) *api.RosterDate {
	var found *platform.SpecialDate
	var first, last rules.Date
	for i := range dates {
		from, to := rules.SpecialDays(dates[i], s.Anchor, zone)
		if today.Before(from) && (found == nil || from.Before(first)) {
			found, first, last = &dates[i], from, to
		}
	}
	if found == nil {
		return nil
	}
	next := &api.RosterDate{From: first.String(), To: last.String(), Shifts: rules.Pairs(found.BusinessHour)}
	if i := slices.IndexFunc(names, func(n store.DateName) bool {
		return n.First == next.From && n.Last == next.To
	}); i >= 0 {
		next.Name = names[i].Name
	}
	return next
}

// Standings gives the standing of each of the shops that has a record, as the list of shops shows it.
func (s *Service) Standings(ctx context.Context, shops []api.Shop) (map[int64]api.Standing, error) {
	all, err := s.known(ctx, auth.IDs(shops))
	if err != nil {
		return nil, err
	}
	pauses, err := s.paused(ctx)
	if err != nil {
		return nil, err
	}
	b := ownFacts{pauses: pauses, access: accessOf(shops)}
	now, standings := s.Millis(), make(map[int64]api.Standing, len(all))
	for _, k := range all {
		standings[k.shop.ShopID] = s.row(k, b, now).Standing
	}
	return standings, nil
}
