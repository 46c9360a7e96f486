package templates

import (
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
)

// templateInShop is a template in one shop: the parts in which the template applies, and those in which another
// template applies instead.
type templateInShop struct {
	*template
	parts  api.TemplateParts
	yields []api.DriftYield
}

// idle tells whether other templates apply in all parts of the template.
func (a templateInShop) idle() bool {
	return len(a.yields) > 0 && a.parts.Week == nil && len(a.parts.Dates) == 0 && len(a.parts.Phones) == 0 &&
		a.parts.Picture == ""
}

// apply goes through the templates assigned to a shop in the order in which they apply. Dates that end before today,
// "2006-01-02", are left out.
func apply(assigned []*template, today string) []templateInShop {
	var week, phones, picture *template // the templates that apply
	var dates []dateDecision
	list := make([]templateInShop, 0, len(assigned))
	for _, t := range assigned {
		a := templateInShop{template: t}
		give := func(part api.Part, to *template) {
			a.yields = append(a.yields, api.DriftYield{Part: part, Template: to.ID})
		}
		switch {
		case t.parts.Week == nil:
		case week == nil:
			week, a.parts.Week = t, t.parts.Week
		case !sameWeek(t.parts.Week, week.parts.Week):
			give(api.PartWeek, week)
		}
		switch {
		case len(t.parts.Phones) == 0:
		case phones == nil:
			phones, a.parts.Phones = t, t.parts.Phones
		case !slices.Equal(t.parts.Phones, phones.parts.Phones):
			give(api.PartPhones, phones)
		}
		switch {
		case t.parts.Picture == "":
		case picture == nil:
			picture, a.parts.Picture = t, t.parts.Picture
		case t.parts.Picture != picture.parts.Picture:
			give(api.PartPicture, picture)
		}
		dates = a.applyDates(dates, today)
		list = append(list, a)
	}
	return list
}

// dateDecision is a special date that a template decides.
type dateDecision struct {
	api.ChangeDate
	by *template
}

func (a *templateInShop) applyDates(taken []dateDecision, today string) []dateDecision {
	own := taken
	for _, d := range a.template.parts.Dates {
		if d.To < today {
			continue
		}
		i := slices.IndexFunc(taken, func(c dateDecision) bool { return c.From <= d.To && d.From <= c.To })
		switch {
		case i < 0:
			a.parts.Dates = append(a.parts.Dates, d)
			own = append(own, dateDecision{d, a.template})
		case taken[i].ChangeRange != d.ChangeRange || !slices.Equal(taken[i].Shifts, d.Shifts):
			a.yields = append(a.yields, api.DriftYield{Part: api.PartDates, From: d.From, To: d.To, Template: taken[i].by.ID})
		}
	}
	return own
}

func sameWeek(a, b *[7][]api.Shift) bool {
	return slices.EqualFunc(a[:], b[:], slices.Equal[[]api.Shift])
}
