package change_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// now is a Friday noon in Hong Kong, and Thursday evening in Honolulu.
var now = time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC).UnixMilli()

const shopID = 100001

// facts is a shop that is open every day and has no special dates.
func facts(zone string, dates ...platform.SpecialDate) change.ShopFacts {
	week := &platform.Week{Extra: `"version":7`}
	for _, day := range platform.Days() {
		week.SetDay(day, []platform.Period{{StartTime: 36000, EndTime: 79200, Extra: `"label":"long"`}})
	}
	if dates == nil {
		dates = []platform.SpecialDate{}
	}
	return change.ShopFacts{
		Shop: store.Shop{ShopID: shopID, Zone: zone},
		Record: &platform.Shop{ShopID: shopID, Status: platform.ShopOperating,
			Phones:       []platform.Phone{{Number: "852-25460101"}},
			MainPictures: []platform.Picture{{URL: "https://a.example/old.jpg", Status: platform.PictureEffective}}},
		Week: week, Dates: &dates,
	}
}

// date is a special date that the shop has.
func date(m change.Planner, zone, from, to string, shifts ...platform.Period) platform.SpecialDate {
	z, _ := rules.LoadLocation(zone)
	first, _ := rules.ParseDate(from)
	last, _ := rules.ParseDate(to)
	d := platform.SpecialDate{BusinessHour: shifts, Extra: `"memo":"` + platform.Extra(from) + `"`}
	if len(shifts) == 0 {
		d.BusinessHour = []platform.Period{{}}
	}
	d.StartDate, d.EndDate = rules.SpecialRange(first, last, m.Anchor, z)
	return d
}

func give(from, to string, shifts ...api.Shift) api.ChangeDate {
	return api.ChangeDate{ChangeRange: api.ChangeRange{From: from, To: to}, Shifts: shifts}
}

// carried is the shop after the calls, as a platform would report it.
func carried(tb interface{ Fatalf(string, ...any) }, f change.ShopFacts, calls []change.Call) change.ShopFacts {
	record := *f.Record
	for _, c := range calls {
		switch r := c.Request.(type) {
		case platform.WeekUpdate:
			f.Week = r.Week
		case platform.SpecialUpdate:
			dates := []platform.SpecialDate(r.Dates)
			f.Dates = &dates
		case platform.ContactUpdate:
			record.Phones = r.Phones
		case platform.PictureUpdate: // reviewed at once
			record.MainPictures = []platform.Picture{{URL: r.PictureURL, Status: platform.PictureEffective}}
		case platform.ShopRef:
			record.Status, f.Pause = platform.ShopOperating, nil
			if c.Pause != nil {
				record.Status = platform.ShopSuspended
				f.Pause = &store.Pause{ShopID: shopID, Version: 1, State: store.PausePaused, Until: c.Pause.Until,
					Reason: string(c.Pause.Reason), Note: c.Pause.Note}
			}
		default:
			tb.Fatalf("a call with %T", c.Request)
		}
	}
	f.Record = &record
	return f
}

// Generators: shops in zones on both sides of the date line and of clock changes, with special dates that don't
// overlap, and changes of any part.
var zones = []string{"Asia/Hong_Kong", "Pacific/Honolulu", "Pacific/Kiritimati", "America/Sao_Paulo", "Asia/Riyadh",
	"Europe/Lisbon"}

var shiftsGen = rapid.Custom(func(t *rapid.T) []api.Shift {
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return []api.Shift{{0, 0}}
	case 1:
		return nil
	}
	open := rapid.IntRange(1, 40).Draw(t, "open") * 900
	shut := open + rapid.IntRange(1, 40).Draw(t, "long")*900
	shifts := []api.Shift{{open, min(shut, 86400)}}
	if shut < 80000 && rapid.Bool().Draw(t, "two") {
		shifts = append([]api.Shift{{shut + 900, 86400}}, shifts...)
	}
	return shifts
})

func day(n int) string {
	date, _ := rules.Local(now, rules.Fixed(0))
	return date.AddDays(n).String()
}

func factsGen(m change.Planner) *rapid.Generator[change.ShopFacts] {
	return rapid.Custom(func(t *rapid.T) change.ShopFacts {
		zone := rapid.SampledFrom(zones).Draw(t, "zone")
		var dates []platform.SpecialDate
		for at := -20; at < 60; {
			from := at + rapid.IntRange(1, 30).Draw(t, "gap")
			to := from + rapid.IntRange(0, 3).Draw(t, "days")
			var list []platform.Period
			for _, s := range shiftsGen.Draw(t, "shifts") {
				list = append(list, platform.Period{StartTime: s[0], EndTime: s[1], Extra: `"x":1`})
			}
			dates = append(dates, date(m, zone, day(from), day(to), list...))
			at = to
		}
		return facts(zone, dates...)
	})
}

var changeGen = rapid.Custom(func(t *rapid.T) api.Change {
	var c api.Change
	draw := func(name string) bool { return rapid.Bool().Draw(t, name) }
	if draw("week") {
		c.Week = &[7][]api.Shift{}
		for i := range c.Week {
			c.Week[i] = shiftsGen.Draw(t, "day")
		}
	}
	if draw("days") {
		c.Days = []api.ChangeDay{{Day: rapid.IntRange(0, 6).Draw(t, "day"), Shifts: shiftsGen.Draw(t, "shifts")}}
	}
	for at := -10; at < 50 && draw("date"); {
		from := at + rapid.IntRange(1, 20).Draw(t, "gap")
		at = from + rapid.IntRange(0, 4).Draw(t, "days")
		c.Dates = append(c.Dates, give(day(from), day(at), shiftsGen.Draw(t, "shifts")...))
	}
	if draw("clear") {
		from := rapid.IntRange(-20, 60).Draw(t, "from")
		to := from + rapid.IntRange(0, 30).Draw(t, "days")
		c.Clear = []api.ChangeRange{{From: day(from), To: day(to)}}
	}
	c.Replace = draw("replace")
	if draw("phones") {
		c.Phones = []string{"852-2546010" + rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "phone")}
	}
	if draw("picture") {
		c.Picture = "https://a.example/" + rapid.SampledFrom([]string{"old", "new"}).Draw(t, "name") + ".jpg"
	}
	switch rapid.IntRange(0, 2).Draw(t, "status") {
	case 1:
		c.Pause = &api.ChangePause{Until: now + rapid.Int64Range(1, 1e8).Draw(t, "until"), Reason: api.ReasonBusy}
	case 2:
		c.Resume = true
	}
	return c
})

func plan(t *testing.T, m change.Planner, f change.ShopFacts, c api.Change, want api.Verdict) change.Plan {
	t.Helper()
	p := m.Plan(f, c, now)
	if p.Verdict != want {
		t.Fatalf("verdict %q, want %q: %+v", p.Verdict, want, p)
	}
	return p
}
