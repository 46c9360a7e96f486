package shops

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Ids of the form's controls.
const (
	fieldIDs  = "shops-add-ids"
	fieldZone = "shops-add-zone"
)

// maxAdded is how many shops the server adds at once.
const maxAdded = 100

// adding is the form that adds shops.
type adding struct {
	open bool
	ids  string // as typed
	zone string

	attempts int
	faults   pages.Faults
	busy     bool
	sent     []int64 // what the call under way asks for
	err      error   // of the last try
}

// submit checks the form against the shops that are there. The request is for
// when ok is true.
func (a *adding) submit(there []api.Shop) (request api.AddShops, ok bool) {
	a.attempts++
	a.err = nil
	ids := a.check(there)
	if len(a.faults) > 0 || a.busy {
		return api.AddShops{}, false
	}
	a.busy, a.sent = true, ids
	return api.AddShops{ShopIDs: ids, Zone: a.zone}, true
}

// check looks at the fields anew, but says nothing before the first submit.
func (a *adding) check(there []api.Shop) []int64 {
	a.faults = nil
	ids, fault := parseIDs(a.ids, there)
	if a.attempts == 0 {
		return ids
	}
	if fault != "" {
		a.faults.Add(fieldIDs, fault)
	}
	if a.zone == "" {
		a.faults.Add(fieldZone, text.T("shops.add.zone.need"))
	}
	return ids
}

// parseIDs reads numbers separated by anything that isn't part of one, each
// once, and says what is wrong with them.
func parseIDs(typed string, there []api.Shop) (ids []int64, fault string) {
	known := map[int64]bool{}
	for _, shop := range there {
		known[shop.ShopID] = true
	}
	seen := map[int64]bool{}
	for _, word := range pages.ShopNumbers(typed) {
		id, ok := pages.ShopNumber(word)
		switch {
		case !ok:
			return nil, text.T("shops.add.bad", word)
		case known[id]:
			return nil, text.T("shops.add.there", id)
		case !seen[id]:
			seen[id] = true
			ids = append(ids, id)
		}
	}
	switch {
	case len(ids) == 0:
		return nil, text.T("shops.add.need")
	case len(ids) > maxAdded:
		return nil, text.T("shops.add.many", maxAdded)
	}
	return ids, ""
}

// failed takes the reason why no shop was added. What was typed stays.
func (a *adding) failed(err error) {
	a.busy = false
	outcome, refusal := pages.OutcomeOf(err)
	if outcome != pages.OutcomeInvalid || len(refusal.Problems) == 0 {
		a.err = err
		return
	}
	a.attempts++ // the summary is news again
	a.faults = nil
	for _, p := range refusal.Problems {
		switch {
		case p.Path == "zone":
			a.faults.Add(fieldZone, text.T("shops.add.zone.bad"))
		case p.Code == api.ProblemListed:
			a.faults.Add(fieldIDs, text.T("shops.add.there", a.named(p.Path)))
		default:
			a.faults.Add(fieldIDs, text.T("shops.add.unknown", a.named(p.Path)))
		}
	}
}

// named is the shop that a problem's path is about ("shopIds[1]"), by what was
// sent: a number that came back in JSON may have been rounded.
func (a *adding) named(path string) string {
	index := strings.TrimSuffix(strings.TrimPrefix(path, "shopIds["), "]")
	if i, err := strconv.Atoi(index); err == nil && i >= 0 && i < len(a.sent) {
		return strconv.FormatInt(a.sent[i], 10)
	}
	return a.ids
}

// form adds shops by number. Where there is no shop yet, it can't be closed.
func (p *Page) form(empty bool) app.UI {
	a := &p.adding
	title := text.T("shops.add")
	if empty {
		title = text.T("shops.empty")
	}
	return components.Card{ID: "shops-adding", Title: title}.With(
		pages.Form(p.submit).Class("stack", "shops-form").Body(
			components.Only(empty, pages.Soft(text.T("shops.empty.owner"))),
			pages.MaybeFailure(text.T("shops.add.failed"), a.err, nil),
			a.faults.Summary("shops-add-summary", a.attempts),
			&components.TextField{
				ID: fieldIDs, Label: text.T("shops.add.ids"), Hint: text.T("shops.add.ids.hint"), Value: a.ids,
				Error: a.faults.At(fieldIDs), Dir: "ltr", Autocomplete: "off", Keep: p.State.Typed(fieldIDs, 0),
				OnInput: p.typeIDs,
			},
			&components.Select{
				ID: fieldZone, Label: text.T("shops.add.zone"), Hint: text.T("shops.add.zone.hint"), Value: p.zone(),
				Error: a.faults.At(fieldZone), Options: pages.ZoneOptions(p.zone()), OnChange: pages.Bind(&a.zone),
			},
			pages.Row(
				&components.Button{Label: text.T("action.add"), Kind: components.KindGo, Submit: true, Busy: a.busy},
				components.Only(!empty, &components.Button{ID: "shops-add-cancel", Label: text.T("action.cancel"),
					Kind: components.KindBare, OnClick: p.closeForm}),
			),
		),
	)
}
