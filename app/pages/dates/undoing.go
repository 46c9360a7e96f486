package dates

import (
	"context"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
)

// tellSaved tells of a save and offers to take it back, with its names, from
// wherever the person is by then.
func (p *Page) tellSaved(a attempt, words string) {
	d := p.Deps
	d.Offer(p.ctx, pages.Offer{Text: words, Action: text.T("shop.quick.undo"), Do: func(ctx app.Context) { a.takeBack(ctx, d) }})
}

// takeBack restores what the save replaced, if nobody has changed it since.
func (a attempt) takeBack(ctx app.Context, d pages.Deps) {
	id, now := d.Route.ShopID, a.sent
	if r := d.Record().Special; r != nil && sameList(r.Value, now) {
		now = r.Value // as the platform writes it
	}
	base, err := digestOf(now)
	before, unreadable := backend.RecordOf([]platform.SpecialDate(a.back))
	if err != nil || unreadable != nil {
		return // lists that were just decoded can be encoded
	}
	kept, _ := d.State.DateNames(id)
	names, back := a.oldNames(id), false
	pages.Load(ctx, new(pages.Generation), func(c context.Context) ([]api.DateName, error) {
		if base != before.Digest && !sameList(a.sent, a.back) {
			again := platform.SpecialUpdate{ShopID: id, Dates: a.back}
			if err := d.Backend.PlatformFrom(base).UpdateSpecialHours(c, again); err != nil {
				return kept, err
			}
		}
		if back = true; len(names.Put)+len(names.Drop) == 0 {
			return kept, nil
		}
		return d.Backend.ChangeDateNames(c, names)
	}, func(ctx app.Context, names []api.DateName, err error) {
		words := text.T("shop.quick.undone")
		outcome, _ := pages.OutcomeOf(err)
		switch {
		case back && err == nil:
			d.State.SetSpecial(id, before)
			d.State.SetDateNames(id, names)
			d.Changed(ctx)
		case back:
			words = text.T("dates.name.not")
		case outcome == pages.OutcomeChanged:
			words = text.T("shop.quick.kept")
		case outcome == pages.OutcomeUnknown:
			words = text.T("dates.unknown")
		default:
			title, _ := text.Error(err)
			words = text.T("error.both", text.T("dates.not.saved"), title)
		}
		d.Read(ctx)
		d.Toast(ctx, words)
	})
}

// oldNames are the changes that bring back the names from before.
func (a attempt) oldNames(shopID int64) api.ChangeDateNames {
	c := api.ChangeDateNames{ShopID: shopID}
	for _, n := range slices.Concat(a.put, a.drop) {
		i := slices.IndexFunc(a.names, func(old api.DateName) bool { return old.First == n.First && old.Last == n.Last })
		if i >= 0 {
			c.Put = append(c.Put, a.names[i])
		} else {
			c.Drop = append(c.Drop, api.DateName{First: n.First, Last: n.Last})
		}
	}
	return c
}
