package templates_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
)

var (
	anyDay  = rapid.SampledFrom([][]api.Shift{nine, late, closed, {{9 * 3600, 14 * 3600}, {18 * 3600, 1 * 3600}}})
	anyWeek = rapid.Custom(func(t *rapid.T) *[7][]api.Shift {
		var week [7][]api.Shift
		for i := range week {
			week[i] = anyDay.Draw(t, "day")
		}
		return &week
	})
	anyDates = rapid.Custom(func(t *rapid.T) (list []api.ChangeDate) {
		from, _ := rules.ParseDate("2026-11-15")
		for range rapid.IntRange(0, 4).Draw(t, "dates") {
			from = from.AddDays(rapid.IntRange(1, 6).Draw(t, "gap"))
			to := from.AddDays(rapid.IntRange(0, 3).Draw(t, "length"))
			list = append(list, date(from.String(), to.String(), anyDay.Draw(t, "hours")))
			from = to
		}
		return list
	})
	anyPhones = rapid.SampledFrom([][]string{{"852-25460101"}, {"852-25460102", "852-25460103"}})
	anyParts  = rapid.Custom(func(t *rapid.T) api.TemplateParts {
		parts := api.TemplateParts{Dates: anyDates.Draw(t, "dates")}
		if rapid.Bool().Draw(t, "week?") {
			parts.Week = anyWeek.Draw(t, "week")
		}
		if rapid.Bool().Draw(t, "phones?") || parts.Week == nil && len(parts.Dates) == 0 {
			parts.Phones = anyPhones.Draw(t, "phones")
		}
		return parts
	})
)

// drawFacts draws a shop that often equals the template.
func drawFacts(t *rapid.T, parts api.TemplateParts) change.ShopFacts {
	f := newChain(1).facts[1]
	week, dates, phones := parts.Week, parts.Dates, parts.Phones
	if week == nil || rapid.Bool().Draw(t, "another week") {
		week = anyWeek.Draw(t, "week")
	}
	if rapid.Bool().Draw(t, "other dates") {
		dates = anyDates.Draw(t, "dates")
	}
	if phones == nil || rapid.Bool().Draw(t, "other phones") {
		phones = anyPhones.Draw(t, "phones")
	}
	f.Week, f.Dates, f.Record = platformWeek(week), &[]platform.SpecialDate{}, &platform.Shop{}
	for _, d := range dates {
		*f.Dates = append(*f.Dates, special(d.From, d.To, d.Shifts))
	}
	for _, p := range phones {
		f.Record.Phones = append(f.Record.Phones, platform.Phone{Number: p})
	}
	return f
}

// A shop drifts exactly when a run would change it; a finished run leaves no drift. An acceptance holds while nothing
// changes, and no unseen change of the shop or the template is accepted.
func TestDriftEqualsThePlanOfARun(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	one := f.save("ann", named("x", api.TemplateParts{Phones: []string{"852-25460109"}}, "1"))
	version := one.Version
	rapid.Check(t, func(rt *rapid.T) {
		parts := anyParts.Draw(rt, "parts")
		save := func(parts api.TemplateParts) {
			saved := f.save("ann", api.SaveTemplate{TemplateID: one.TemplateID, Version: version, Parts: parts,
				Shops: []string{"1"}})
			version = saved.Version
		}
		save(parts)
		facts := drawFacts(rt, parts)
		see := func() api.ShopDrift {
			f.chain.read(1, func(k *change.ShopFacts) { *k = facts })
			return of(t, f.drift("ann", one.ID), 1)
		}
		planned := func(parts api.TemplateParts) change.Plan {
			return change.Planner{}.Plan(facts, change.FromTemplate(parts), f.now.UnixMilli())
		}
		f.accept("ann", api.AcceptDrift{Template: one.ID, Revoke: true, Shops: []api.DriftSeen{{ShopID: 1}}})
		d, plan := see(), planned(parts)
		if (len(d.Differences) == 0) != (plan.Verdict == api.VerdictUnchanged) {
			rt.Fatalf("drift %+v, but a run would be %s", d.Differences, plan.Verdict)
		}
		if len(d.Differences) == 0 {
			return
		}
		f.accept("ann", api.AcceptDrift{Template: one.ID, Shops: []api.DriftSeen{{ShopID: 1, Digest: d.Digest}}})
		if got := see(); !got.Accepted {
			rt.Fatalf("not accepted: %+v", got)
		}
		before := differences(plan)
		if rapid.Bool().Draw(rt, "the template changes") {
			parts = anyParts.Draw(rt, "parts")
			save(parts)
		} else {
			facts = drawFacts(rt, parts)
		}
		got := see()
		for _, now := range differences(planned(parts)) {
			if !contains(before, now) && !contains(got.Differences, now) {
				rt.Fatalf("%+v was never accepted, and isn't shown: %+v", now, got)
			}
			if contains(before, now) && !contains(got.Meant, now) {
				rt.Fatalf("%+v was accepted, and is shown: %+v", now, got)
			}
		}
	})
}

func differences(p change.Plan) []api.Difference { return p.Differences }
