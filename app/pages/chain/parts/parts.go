package parts

import (
	"context"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// calendar is what it takes to understand a shop's dates.
type calendar struct {
	anchor platform.Anchor
	zone   rules.Zone
	now    int64 // milliseconds of Unix time
}

// From asks for all that a shop has; ok is false for one that the operator hasn't. Names of dates come from our own
// records.
func From(d pages.Deps, id int64) (call backend.Call[api.TemplateParts], ok bool) {
	zone, ok := d.State.Zone(id)
	at := calendar{d.State.Anchor(), zone, d.ServerNow().UnixMilli()}
	record := d.Backend.ShopRecord(id)
	return func(ctx context.Context) (has api.TemplateParts, err error) {
		r, err := record(ctx)
		if err == nil && r.Err != nil {
			err = r.Err
		}
		if err != nil {
			return has, err
		}
		return at.parts(r.Shop, r.Week.Value, r.Special.Value, r.Names), nil
	}, ok
}

// parts leaves out the special dates that are over.
func (at calendar) parts(
	shop *platform.Shop, week platform.Week, list []platform.SpecialDate, names []api.DateName,
) api.TemplateParts {
	var days [7][]api.Shift
	for _, d := range platform.Days() {
		days[d] = rules.Pairs(rules.NormalizeDay(week.Day(d)))
	}
	has := api.TemplateParts{Week: &days}
	today, _ := rules.Local(at.now, at.zone)
	for _, entry := range list {
		first, last := rules.SpecialDays(entry, at.anchor, at.zone)
		if last.Before(today) {
			continue
		}
		d := api.ChangeDate{
			ChangeRange: api.ChangeRange{From: first.String(), To: last.String()},
			Shifts:      rules.Pairs(rules.NormalizeDay(entry.BusinessHour)),
		}
		for _, n := range names {
			if n.First == d.From && n.Last == d.To {
				d.Name = n.Name
			}
		}
		has.Dates = append(has.Dates, d)
	}
	for _, phone := range shop.Phones {
		has.Phones = append(has.Phones, phone.String())
	}
	has.Picture = rules.PictureInEffect(shop.MainPictures)
	return has
}

// Of lists the parts that there are, in the order of a shop's pages.
func Of(p api.TemplateParts) (list []api.Part) {
	for _, one := range []struct {
		part api.Part
		has  bool
	}{
		{api.PartWeek, p.Week != nil}, {api.PartDates, len(p.Dates) > 0},
		{api.PartPhones, len(p.Phones) > 0}, {api.PartPicture, p.Picture != ""},
	} {
		if one.has {
			list = append(list, one.part)
		}
	}
	return list
}

// Only is p without the parts that keep doesn't want.
func Only(p api.TemplateParts, keep func(api.Part) bool) api.TemplateParts {
	if !keep(api.PartWeek) {
		p.Week = nil
	}
	if !keep(api.PartDates) {
		p.Dates = nil
	}
	if !keep(api.PartPhones) {
		p.Phones = nil
	}
	if !keep(api.PartPicture) {
		p.Picture = ""
	}
	return p
}
