package activity

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// back is a change that is being set back.
type back struct {
	entry *api.ActivityEntry // nil: none
	busy  bool
	err   error
	calls pages.Generation
}

// permissions tells what setting a change back needs. What isn't listed can't
// be set back.
var permissions = map[string]platform.Permission{
	"hours.week.update":    platform.PermissionHoursEdit,
	"hours.special.update": platform.PermissionHoursEdit,
	"phones.update":        platform.PermissionShopEdit,
}

// mayGoBack reports whether the change can be set back, as far as the list
// tells: whether it still applies is found out when it is tried.
func (p *Page) mayGoBack(e api.ActivityEntry) bool {
	permission, ok := permissions[e.Action]
	shop, mine := p.State.Shop(e.ShopID)
	return ok && mine && e.Outcome == api.OutcomeDone && len(e.Before) > 0 &&
		slices.Contains(shop.Permissions, string(permission))
}

// leaveBack closes the question, unless its answer is on the way.
func (p *Page) leaveBack(app.Context) {
	if !p.back.busy {
		p.back.entry = nil
	}
}

// goBack reads what the shop has now, and sets it back only if that still is
// what the change made it.
func (p *Page) goBack(ctx app.Context) {
	if p.back.entry == nil || p.back.busy {
		return
	}
	p.back.busy, p.back.err = true, nil
	entry := *p.back.entry
	anchor := p.State.Anchor()
	zone, _ := p.State.Zone(entry.ShopID)
	now := p.ServerNow()
	pages.Send(p.ctx, &p.back.calls, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, setBack(ctx, p.Backend, entry, anchor, zone, now)
	}, func(ctx app.Context, _ struct{}, err error) {
		p.back.busy, p.back.err = false, err
		if err != nil {
			return
		}
		p.back.entry = nil
		p.Toast(ctx, text.T("activity.back.done"))
		p.ctx.Defer(p.read) // once the dialog has given the keyboard back to the row
	})
}

// errMoved tells that the change doesn't apply any more.
var errMoved error = &api.Error{Code: api.CodeChanged}

// setBack sets a change back. Where the shop has again what it had before, an earlier try has done so, whose answer was
// lost.
func setBack(
	ctx context.Context, b *backend.Backend, e api.ActivityEntry, anchor platform.Anchor, zone rules.Zone, at time.Time,
) error {
	switch e.Action {
	case "hours.week.update":
		return weekBack(ctx, b, e)
	case "hours.special.update":
		return specialBack(ctx, b, e, anchor, zone, at)
	}
	return phonesBack(ctx, b, e)
}

func weekBack(ctx context.Context, b *backend.Backend, e api.ActivityEntry) error {
	request, before, ok := read[platform.WeekUpdate, platform.Week](e)
	if !ok || before == nil {
		return errMoved
	}
	now, err := b.WeeklyHours(ctx, e.ShopID)
	if err != nil {
		return err
	}
	if len(rules.Changes(&now.Value, before)) == 0 {
		return nil
	}
	if len(rules.Changes(&now.Value, request.Week)) > 0 {
		return errMoved
	}
	update := platform.WeekUpdate{ShopID: e.ShopID, Week: rules.Normalize(before)} // names every day
	return b.PlatformFrom(now.Digest).UpdateWeeklyHours(ctx, update)
}

func specialBack(
	ctx context.Context, b *backend.Backend, e api.ActivityEntry, anchor platform.Anchor, zone rules.Zone, at time.Time,
) error {
	request, before, ok := read[platform.SpecialUpdate, []platform.SpecialDate](e)
	if !ok || before == nil {
		return errMoved
	}
	now, err := b.SpecialHours(ctx, e.ShopID)
	if err != nil {
		return err
	}
	dates, back := datesBack(now.Value, *before, *before, anchor, zone, at)
	if back {
		// A list without dates that our server knows doesn't tell that they are gone.
		if known, err := b.ShopRecord(e.ShopID)(ctx); err != nil || len(known.Unlisted) == 0 {
			return err
		}
	} else if dates, ok = datesBack(now.Value, request.Dates, *before, anchor, zone, at); !ok {
		return errMoved
	}
	return b.PlatformFrom(now.Digest).UpdateSpecialHours(ctx, platform.SpecialUpdate{ShopID: e.ShopID, Dates: dates})
}

// datesBack returns the list from before by the profile's anchor: the server takes no other. It is false if the shop
// has other dates now than those that were sent. Dates that are over don't count: platforms don't list them any more.
func datesBack(
	now, sent, before []platform.SpecialDate, anchor platform.Anchor, zone rules.Zone, at time.Time,
) (platform.SpecialDates, bool) {
	if zone == nil { // nobody knows which days an entry means
		return before, special.Same(now, sent)
	}
	today, _ := rules.Local(at.UnixMilli(), zone)
	ahead := func(list []platform.SpecialDate) []platform.SpecialDate {
		return slices.DeleteFunc(slices.Clone(list), func(d platform.SpecialDate) bool {
			_, last := rules.SpecialDays(d, anchor, zone)
			return last.Before(today)
		})
	}
	if !special.Same(ahead(now), ahead(sent)) {
		return nil, false
	}
	return rules.ReadCalendar(ahead(before), anchor, zone).Entries(), true
}

func phonesBack(ctx context.Context, b *backend.Backend, e api.ActivityEntry) error {
	request, before, ok := read[platform.ContactUpdate, []platform.Phone](e)
	if !ok || before == nil {
		return errMoved
	}
	shop, err := b.Platform().Shop(ctx, platform.ShopRef{ShopID: e.ShopID})
	if err != nil {
		return err
	}
	now, err := backend.RecordOf(shop.Phones)
	if err != nil {
		return err
	}
	if slices.Equal(now.Value, *before) {
		return nil
	}
	if !slices.Equal(now.Value, request.Phones) {
		return errMoved
	}
	return b.PlatformFrom(now.Digest).UpdateContact(ctx, platform.ContactUpdate{ShopID: e.ShopID, Phones: *before})
}

// backDialog shows what would be again as it was.
func (p *Page) backDialog() app.UI {
	return pages.Question{
		ID: "activity-back", Title: text.T("runs.undo"), Open: p.back.entry != nil, Body: p.backBody,
		Keep: text.T("activity.back.leave"), Close: p.leaveBack,
		Go: components.Button{
			ID: "activity-back-go", Label: text.T("action.undo"), Kind: components.KindGo, Busy: p.back.busy,
			OnClick: p.goBack,
		},
	}.Dialog()
}

func (p *Page) backBody() []app.UI {
	if p.back.entry == nil {
		return nil
	}
	changes := reader{p.State}.changes(*p.back.entry)
	for i := range changes {
		c := &changes[i]
		c.Before, c.After = c.After, c.Before
		if c.After == "" {
			c.After = text.T("edit.clash.gone")
		}
	}
	words := ""
	if p.back.err != nil {
		words = text.Failure(p.back.err)
	}
	if errors.Is(p.back.err, errMoved) {
		words = text.T("activity.back.moved")
	}
	return []app.UI{
		app.P().Text(text.T("activity.back.text", p.shopName(p.back.entry.ShopID))),
		p.changeList(api.ActivityEntry{}, changes),
		components.Shown(words != "", &components.Note{
			Tone: components.ToneBad, Title: pages.Failed(text.T("activity.back.failed"), p.back.err), Text: words, Alert: true,
		}),
	}
}
