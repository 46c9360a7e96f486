package change_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

const hongKong = "Asia/Hong_Kong"

var closed = []api.Shift{{0, 0}}

// A change's date is a date of the shop in every zone; the midnights of the entry are those of the profile.
func TestDatesAreCountedInTheShopsZone(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		for _, zone := range zones {
			p := plan(t, m, facts(zone), api.Change{Dates: []api.ChangeDate{give("2026-12-25", "2026-12-26", api.Shift{0, 0})}},
				api.VerdictChanges)
			sent := p.Calls[0].Request.(platform.SpecialUpdate).Dates[0]
			z, _ := rules.LoadLocation(zone)
			at := rules.AnchorZone(m.Anchor, z)
			first, clock := rules.Local(sent.StartDate, at)
			last, end := rules.Local(sent.EndDate, at)
			if first.String() != "2026-12-25" || clock != 0 || last.String() != "2026-12-26" || end != 86399 {
				t.Errorf("%s: %v %d to %v %d", zone, first, clock, last, end)
			}
		}
	})
}

func TestWeekChangeKeepsRulesAndUnknownMembers(t *testing.T) {
	t.Parallel()
	var m change.Planner
	f := facts(hongKong)
	late := api.Shift{64800, 7200} // past midnight
	p := plan(t, m, f, api.Change{Days: []api.ChangeDay{{Day: 4, Shifts: []api.Shift{{36000, 79200}, {82800, 7200}}}}},
		api.VerdictChanges)
	want := []api.Difference{{Part: api.PartWeek, Day: 4, BeforeShifts: []api.Shift{{36000, 79200}},
		AfterShifts: []api.Shift{{36000, 79200}, {82800, 7200}}}}
	if diff := cmp.Diff(want, p.Differences); diff != "" {
		t.Error(diff)
	}
	sent := p.Calls[0].Request.(platform.WeekUpdate).Week
	if sent.Extra != f.Week.Extra || sent.Mon[0].Extra == "" || sent.Fri[0].Extra == "" || sent.Fri[1].Extra != "" {
		t.Errorf("what else the platform said: %+v", sent)
	}
	// A late shift runs into the shop's own next morning.
	f.Week.Sat = []platform.Period{{StartTime: 3600, EndTime: 7000}}
	overnight := api.Change{Days: []api.ChangeDay{{Day: 4, Shifts: []api.Shift{late}}}}
	plan(t, m, f, overnight, api.VerdictChanges) // the interface doesn't forbid it
	m.Leaves = rules.Leaves{rules.CodeSpillOverlap: platform.LeaveRefused}
	p = plan(t, m, f, overnight, api.VerdictBroken)
	if p.Problems[0].Path != "week.fri[0].endTime" || p.Problems[0].Code != rules.CodeSpillOverlap || p.Calls != nil {
		t.Errorf("%+v", p)
	}
	// Each way to write a closed day counts as closed.
	f.Week.Sun = nil
	plan(t, m, f, api.Change{Days: []api.ChangeDay{{Day: 6, Shifts: closed}}}, api.VerdictUnchanged)
	f.Week = nil
	plan(t, m, f, api.Change{Days: []api.ChangeDay{{Day: 6, Shifts: closed}}}, api.VerdictUnknown)
	plan(t, m, f, api.Change{Days: []api.ChangeDay{{Day: 7}}}, api.VerdictBroken)
	// A part that breaks a rule keeps the whole shop out.
	p = plan(t, m, facts(hongKong), api.Change{Phones: []string{"nope"}, Days: []api.ChangeDay{{Day: 6, Shifts: closed}}},
		api.VerdictBroken)
	if len(p.Problems) != 1 || p.Problems[0].Path != "phones[0]" || p.Calls != nil {
		t.Errorf("%+v", p)
	}
}

// A late shift of a date is checked against the week of the next day, as the same change makes that week. The check
// doesn't apply where the next day is a special date. The platform of this test refuses such shifts.
func TestLateShiftOfADateIsCheckedAgainstTheNextDay(t *testing.T) {
	t.Parallel()
	m := change.Planner{Leaves: rules.Leaves{rules.CodeSpillOverlap: platform.LeaveRefused}}
	late := give("2026-12-24", "2026-12-24", api.Shift{64800, 39600}) // until 11:00; Friday is from 10:00
	only := func(dates ...api.ChangeDate) api.Change { return api.Change{Dates: dates} }
	p := plan(t, m, facts(hongKong), only(late), api.VerdictBroken)
	if diff := cmp.Diff(api.Problems{{Path: "dates[0].shifts[0].endTime", Code: rules.CodeSpillOverlap,
		Args: []any{"fri", 0, 36000, 79200}}}, p.Problems); diff != "" {
		t.Error(diff)
	}
	c := only(late)
	c.Days = []api.ChangeDay{{Day: 4, Shifts: closed}}
	plan(t, m, facts(hongKong), c, api.VerdictChanges)
	plan(t, m, facts(hongKong), only(late, give("2026-12-25", "2026-12-25", closed...)), api.VerdictChanges)
	theirs := facts(hongKong, date(m, hongKong, "2026-12-24", "2026-12-24",
		platform.Period{StartTime: 64800, EndTime: 39600}))
	plan(t, m, theirs, only(give("2026-12-27", "2026-12-27", closed...)), api.VerdictChanges)
}

func TestOverlappingDatesAreRefusedOrReplaced(t *testing.T) {
	t.Parallel()
	var m change.Planner
	xmas := date(m, hongKong, "2026-12-24", "2026-12-26")
	other := date(m, hongKong, "2027-01-01", "2027-01-01")
	over := date(m, hongKong, "2026-11-01", "2026-11-01")
	f := facts(hongKong, over, xmas, other)
	c := api.Change{Dates: []api.ChangeDate{
		give("2026-11-19", "2026-11-19", api.Shift{0, 0}), // over: changes nothing
		give("2026-12-25", "2026-12-25", api.Shift{36000, 50400}),
	}}
	p := plan(t, m, f, c, api.VerdictBroken)
	want := api.Problems{{Path: "dates[1]", Code: rules.CodeDatesOverlap, Args: []any{1, "2026-12-24", "2026-12-26"}}}
	if diff := cmp.Diff(want, p.Problems); diff != "" {
		t.Error(diff)
	}
	c.Replace = true
	p = plan(t, m, f, c, api.VerdictChanges)
	differences := []api.Difference{
		{Part: api.PartDates, From: "2026-12-24", To: "2026-12-24", AfterShifts: closed},
		{Part: api.PartDates, From: "2026-12-24", To: "2026-12-26", BeforeShifts: closed},
		{Part: api.PartDates, From: "2026-12-25", To: "2026-12-25", AfterShifts: []api.Shift{{36000, 50400}}},
		{Part: api.PartDates, From: "2026-12-26", To: "2026-12-26", AfterShifts: closed},
	}
	if diff := cmp.Diff(differences, p.Differences); diff != "" {
		t.Error(diff)
	}
	sent := p.Calls[0].Request.(platform.SpecialUpdate).Dates
	rest := func(day string) platform.SpecialDate {
		d := xmas
		cut := date(m, hongKong, day, day)
		d.StartDate, d.EndDate = cut.StartDate, cut.EndDate
		return d
	}
	others := []platform.SpecialDate{sent[0], sent[1], sent[3], sent[4]} // sent[2] is the change's own date
	if diff := cmp.Diff([]platform.SpecialDate{over, rest("2026-12-24"), rest("2026-12-26"), other}, others); diff != "" ||
		len(sent) != 5 {
		t.Errorf("sent %+v", sent)
	}
	names := []api.DateName{{First: "2026-12-24", Last: "2026-12-26", Name: "Christmas"}}
	if diff := cmp.Diff([]api.DateName{{First: "2026-12-24", Last: "2026-12-24", Name: "Christmas"},
		{First: "2026-12-26", Last: "2026-12-26", Name: "Christmas"}}, p.Calls[0].Named(names)); diff != "" {
		t.Error(diff)
	}
	// A later date may replace a remainder too: the rest still counts as a rest of the shop's entry.
	c.Dates = append(c.Dates, give("2026-12-26", "2026-12-27", api.Shift{0, 0}))
	p = plan(t, m, f, c, api.VerdictChanges)
	if sent := p.Calls[0].Request.(platform.SpecialUpdate).Dates; len(sent) != 5 || len(p.Differences) != 4 ||
		len(p.Calls[0].Named(names)) != 1 {
		t.Errorf("sent %+v, %+v", sent, p.Differences)
	}
	// The same days with other hours keep name and unknown members.
	xmas.BusinessHour = []platform.Period{{StartTime: 60000, EndTime: 70000, Extra: `"x":1`}}
	f = facts(hongKong, over, xmas, other)
	c.Dates = []api.ChangeDate{give("2026-12-24", "2026-12-26", api.Shift{36000, 50400}, api.Shift{60000, 70000})}
	p = plan(t, m, f, c, api.VerdictChanges)
	sent = p.Calls[0].Request.(platform.SpecialUpdate).Dates
	if got := sent[1]; got.Extra != xmas.Extra || got.BusinessHour[1].Extra != `"x":1` || len(p.Calls[0].Drop) != 0 {
		t.Errorf("%+v, %+v", got, p.Calls[0].Drop)
	}
	// Removing the last date sends an empty list, not an absent one.
	p = plan(t, m, facts(hongKong, xmas), api.Change{Clear: []api.ChangeRange{{From: "2026-12-01", To: "2026-12-31"}}},
		api.VerdictChanges)
	if dates := p.Calls[0].Request.(platform.SpecialUpdate).Dates; dates == nil || len(dates) != 0 ||
		p.Calls[0].Drop[0].First != "2026-12-24" {
		t.Errorf("%+v", p.Calls[0])
	}
	// A date that is cleared and added anew keeps its unknown members.
	c = api.Change{Clear: []api.ChangeRange{{From: "2026-12-01", To: "2026-12-31"}},
		Dates: []api.ChangeDate{give("2026-12-24", "2026-12-26", api.Shift{60000, 70000}), give("2027-03-01", "2027-03-01")}}
	p = plan(t, m, f, c, api.VerdictChanges)
	if dates := p.Calls[0].Request.(platform.SpecialUpdate).Dates; len(p.Differences) != 1 || len(p.Calls[0].Drop) != 0 ||
		dates[1].Extra != xmas.Extra || dates[1].BusinessHour[0].Extra == "" {
		t.Errorf("%+v", p.Calls[0])
	}
	// The date also keeps its unknown members when the change writes the same hours shorter and another date is sent.
	shut := date(m, hongKong, "2026-12-24", "2026-12-26")
	shut.BusinessHour = []platform.Period{{Extra: `"x":1`}}
	c.Dates[0].Shifts = nil
	p = plan(t, m, facts(hongKong, shut), c, api.VerdictChanges)
	if dates := p.Calls[0].Request.(platform.SpecialUpdate).Dates; len(p.Differences) != 1 || !cmp.Equal(dates[0], shut) {
		t.Errorf("%+v", p.Calls[0])
	}
	// Clearing leaves dates that are over, and dates that are only partly within the cleared days.
	plan(t, m, f, api.Change{Clear: []api.ChangeRange{{From: "2026-11-01", To: "2026-11-19"}}}, api.VerdictUnchanged)
	plan(t, m, f, api.Change{Clear: []api.ChangeRange{{From: "2026-12-25", To: "2026-12-31"}}}, api.VerdictUnchanged)
	for path, r := range map[string]api.ChangeRange{"clear[0].from": {From: "2026-02-30", To: "2026-03-01"},
		"clear[0].to": {From: "2026-03-02", To: "2026-03-01"}} {
		if p := plan(t, m, f, api.Change{Clear: []api.ChangeRange{r}}, api.VerdictBroken); p.Problems[0].Path != path {
			t.Errorf("%+v", p.Problems)
		}
	}
}

func TestPauseAndResumeByStanding(t *testing.T) {
	t.Parallel()
	var m change.Planner
	f := facts(hongKong)
	until := now + 3_600_000
	c := api.Change{Pause: &api.ChangePause{Until: until, Reason: api.ReasonStaff}}
	p := plan(t, m, f, c, api.VerdictChanges)
	if got := p.Calls[0]; got.Pause.End != api.EndUntil || got.Pause.Until != until {
		t.Errorf("%+v", got)
	}
	// The pause ends at tomorrow's opening, by the shop's own hours.
	p = plan(t, m, f, api.Change{Pause: &api.ChangePause{Opening: true}}, api.VerdictChanges)
	if got := p.Calls[0].Pause.Until - now; got != (22 * 3_600_000) { // noon to ten
		t.Errorf("opens after %d ms", got)
	}
	shut := f
	shut.Week = &platform.Week{}
	if p := plan(t, m, shut, api.Change{Pause: &api.ChangePause{Opening: true}},
		api.VerdictBroken); p.Problems[0].Code != "pause_no_opening" {
		t.Errorf("%+v", p.Problems)
	}
	for _, tt := range []struct {
		name  string
		state store.Pause
		open  bool
		pause api.Verdict
	}{
		{"suspended by somebody else", store.Pause{}, false, api.VerdictUnchanged},
		{"left to somebody else", store.Pause{State: store.PauseLeft}, false, api.VerdictUnchanged},
		{"paused like this", store.Pause{State: store.PausePaused, Until: until, Reason: "staff"}, false,
			api.VerdictUnchanged},
		{"about to be paused like this", store.Pause{State: store.PauseAsked, Until: until, Reason: "staff"}, false,
			api.VerdictChanges},
		{"about to be reopened", store.Pause{State: store.PauseResuming, Until: until, Reason: "staff"}, false,
			api.VerdictChanges},
		{"paused for longer", store.Pause{State: store.PausePaused, Until: until + 1, Reason: "staff"}, false,
			api.VerdictChanges},
		{"paused for another reason", store.Pause{State: store.PausePaused, Until: until}, false, api.VerdictChanges},
		{"reopened elsewhere", store.Pause{State: store.PausePaused, Until: until, Reason: "staff"}, true,
			api.VerdictChanges},
	} {
		f := facts(hongKong)
		if !tt.open {
			f.Record.Status = platform.ShopSuspended
		}
		if tt.state.State != "" {
			f.Pause = &tt.state
		}
		if got := m.Plan(f, c, now).Verdict; got != tt.pause {
			t.Errorf("%s: pausing is %q", tt.name, got)
		}
		resume := api.VerdictChanges
		if tt.open || f.Pause == nil || f.Pause.State == store.PauseLeft {
			resume = api.VerdictUnchanged
		}
		if got := m.Plan(f, api.Change{Resume: true}, now).Verdict; got != resume {
			t.Errorf("%s: resuming is %q", tt.name, got)
		}
	}
}

func TestPictureIsSentUnlessShownOrInReview(t *testing.T) {
	t.Parallel()
	var m change.Planner
	c := api.Change{Picture: "https://a.example/new.jpg"}
	f := facts(hongKong)
	plan(t, m, f, c, api.VerdictChanges)
	f.Record.MainPictures = append(f.Record.MainPictures,
		platform.Picture{URL: c.Picture, Status: platform.PicturePending})
	plan(t, m, f, c, api.VerdictUnchanged)
	f.Record.MainPictures[1].URL = "https://a.example/third.jpg"
	if p := plan(t, m, f, c, api.VerdictBroken); p.Problems[0].Code != api.ProblemPictureReview {
		t.Errorf("%+v", p.Problems)
	}
	m.Possible = func(phone string) bool { return phone != "852-1"+"2345678" }
	if p := plan(t, m, f, api.Change{Phones: []string{"852-12345678"}},
		api.VerdictBroken); p.Problems[0].Code != api.ProblemPhoneImpossible {
		t.Errorf("%+v", p.Problems)
	}
}

// Bug: a phone that can't exist was sent to shops that have another phone which the rules refuse, and keep it.
func TestImpossiblePhoneIsRefusedBesideOneThatStands(t *testing.T) {
	t.Parallel()
	m := change.Planner{Possible: change.PossiblePhone}
	f := facts(hongKong)
	f.Record.Phones = platform.Phones([]string{"85225460101"})
	c := api.Change{Phones: []string{"85225460101", "999-12345678"}}
	p := plan(t, m, f, c, api.VerdictBroken)
	if len(p.Problems) != 1 || p.Problems[0].Path != "phones[1]" || p.Problems[0].Code != api.ProblemPhoneImpossible {
		t.Errorf("%+v", p.Problems)
	}
}

// A photo whose state isn't known counts as shown. It was sent again by each run, and couldn't be restored.
func TestPhotoOfAnUnknownStateIsShown(t *testing.T) {
	t.Parallel()
	var m change.Planner
	for name, state := range map[string]platform.PictureStatus{"a bare address": 0, "another code": 703} {
		f, after := facts(hongKong), facts(hongKong)
		before := f.Record.MainPictures[0].URL
		c := api.Change{Picture: "https://a.example/new.jpg"}
		f.Record.MainPictures[0].Status = state
		after.Record.MainPictures = []platform.Picture{{URL: c.Picture, Status: state}}
		plan(t, m, f, api.Change{Picture: before}, api.VerdictUnchanged)
		p := plan(t, m, f, c, api.VerdictChanges)
		if b, a := m.EffectOf(f, p.Differences, now), m.EffectOf(after, p.Differences, now); b != change.LandedBefore ||
			a != change.LandedDone {
			t.Errorf("%s: landed %d before and %d after", name, b, a)
		}
		undo := m.Undo(after, p.Differences, m.Before(f, p.Calls[0], nil), now)
		if undo.Verdict != api.VerdictChanges ||
			undo.Calls[0].Request != any(platform.PictureUpdate{ShopID: shopID, PictureURL: before}) {
			t.Errorf("%s: %+v", name, undo)
		}
	}
}

// Days that are over stay as they were when a longer date has begun: in the list, and when the change is undone by a
// platform that still lists them.
func TestDaysThatAreOverStay(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		before := date(m, hongKong, "2026-11-18", "2026-11-25")
		f := facts(hongKong, before)
		c := api.Change{Replace: true, Dates: []api.ChangeDate{give("2026-11-21", "2026-11-21", api.Shift{36000, 50400})}}
		p := plan(t, m, f, c, api.VerdictChanges)
		was := m.Before(f, p.Calls[0], nil)
		after := carried(t, f, p.Calls)
		if got := *after.Dates; len(got) != 3 || got[0].StartDate != before.StartDate || got[0].Extra != before.Extra {
			t.Fatalf("%+v", got)
		}
		for _, later := range []int64{0, 2, 4} {
			undo := m.Undo(after, p.Differences, was, now+later*86_400_000)
			if back := carried(t, after, undo.Calls); undo.Verdict != api.VerdictChanges ||
				!cmp.Equal([]platform.SpecialDate{before}, *back.Dates) {
				t.Errorf("undone %d days later: %+v", later, undo)
			}
		}
	})
}

// An entry that doesn't begin at midnight goes back as it came: only the editor corrects it.
func TestEntryWithoutMidnightsStays(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		odd := date(m, hongKong, "2026-12-24", "2026-12-24")
		odd.StartDate += 3_600_000
		p := plan(t, m, facts(hongKong, odd), api.Change{Dates: []api.ChangeDate{give("2026-12-31", "2026-12-31",
			api.Shift{0, 0})}}, api.VerdictChanges)
		sent, _ := p.Calls[0].Request.(platform.SpecialUpdate)
		if len(sent.Dates) != 2 || !cmp.Equal(sent.Dates[0], odd) {
			t.Errorf("%+v", sent)
		}
	})
}

// What the interface doesn't forbid is warned of and takes part. A platform that is known to refuse it isn't asked.
func TestDoubtfulChangesTakePart(t *testing.T) {
	t.Parallel()
	night := []api.Shift{{18 * 3600, 2 * 3600}}
	f := facts(hongKong)
	f.Week = &platform.Week{Sat: []platform.Period{{StartTime: 3600, EndTime: 36000}}}
	f.Record.Phones = platform.Phones([]string{"852-25460101"})
	for code, c := range map[string]api.Change{
		rules.CodeSpillOverlap:    {Days: []api.ChangeDay{{Day: int(platform.Friday), Shifts: night}}},
		rules.CodeEqualTimes:      {Dates: []api.ChangeDate{give("2026-12-31", "2026-12-31", api.Shift{3600, 3600})}},
		rules.CodePhoneShort:      {Phones: []string{"852-999"}},
		rules.CodePictureCapitals: {Picture: "https://a.example/b.JPG"},
	} {
		p := plan(t, change.Planner{}, f, c, api.VerdictChanges)
		if len(p.Warnings) != 1 || p.Warnings[0].Code != code || p.Warnings[0].Path == "" {
			t.Errorf("%s: %+v", code, p.Warnings)
		}
		refused := plan(t, change.Planner{Leaves: rules.Leaves{code: platform.LeaveRefused}}, f, c, api.VerdictBroken)
		if len(refused.Problems) != 1 || len(refused.Warnings) > 0 {
			t.Errorf("%s, refused: %+v", code, refused)
		}
	}
	late := api.Change{Dates: []api.ChangeDate{give("2026-11-27", "2026-11-27", night...)}} // a Friday
	if p := plan(t, change.Planner{}, f, late, api.VerdictChanges); len(p.Warnings) != 1 {
		t.Errorf("a special night: %+v", p.Warnings)
	}
}

// A pause until the next opening ends at the opening of the hours that the same change gives. The bug: it ended at that
// of the hours before, so that a shop that was to open earlier stayed paused.
func TestPauseUntilOpeningKnowsTheNewHours(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		tomorrow, _ := rules.ParseDate("2026-11-21") // a Saturday
		zone, _ := rules.LoadLocation(hongKong)
		shut := facts(hongKong, date(m, hongKong, "2026-11-21", "2026-11-22"))
		for name, tt := range map[string]struct {
			f      change.ShopFacts
			change api.Change
			opens  int
		}{
			"a day": {facts(hongKong), api.Change{Days: []api.ChangeDay{{Day: 5, Shifts: []api.Shift{{28800, 79200}}}}}, 28800},
			"a date": {facts(hongKong), api.Change{Dates: []api.ChangeDate{give("2026-11-21", "2026-11-21",
				api.Shift{43200, 79200})}}, 43200},
			"no date": {shut, api.Change{Clear: []api.ChangeRange{{From: "2026-11-21", To: "2026-11-22"}}}, 36000},
		} {
			tt.change.Pause = &api.ChangePause{Opening: true}
			p := plan(t, m, tt.f, tt.change, api.VerdictChanges)
			if got, want := p.Calls[1].Pause.Until, rules.Instant(tomorrow, tt.opens, zone); got != want {
				t.Errorf("%s: paused until %v, want %v", name, time.UnixMilli(got).UTC(), time.UnixMilli(want).UTC())
			}
		}
	})
}

// A change of Monday isn't refused because of a Saturday, or of special dates, that it leaves alone. Nor is it warned
// of them.
func TestOtherDaysBreakNoRule(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		overlapping := []platform.Period{{StartTime: 3600, EndTime: 7200}, {StartTime: 5400, EndTime: 90000},
			{StartTime: 9000,
				EndTime: 9000}}
		first, second := date(m, hongKong, "2026-12-24", "2026-12-26"), date(m, hongKong, "2026-12-26", "2026-12-27")
		f := facts(hongKong, first, second)
		f.Week = &platform.Week{Sat: overlapping}
		c := api.Change{Days: []api.ChangeDay{{Day: int(platform.Monday), Shifts: []api.Shift{{3600, 7200}}}},
			Dates: []api.ChangeDate{give("2026-12-31", "2026-12-31", api.Shift{0, 0})}}
		p := plan(t, m, f, c, api.VerdictChanges)
		week, _ := p.Calls[0].Request.(platform.WeekUpdate)
		if len(p.Warnings) > 0 || !cmp.Equal(overlapping, week.Week.Sat) {
			t.Errorf("%+v, Saturday %+v", p.Warnings, week.Week.Sat)
		}
		c.Dates[0] = give("2026-12-27", "2026-12-31", api.Shift{0, 0})
		if p := plan(t, m, f, c, api.VerdictBroken); len(p.Problems) != 1 || p.Problems[0].Code != rules.CodeDatesOverlap {
			t.Errorf("%+v", p.Problems)
		}
	})
}

// Undo leaves a shop alone when the same day or date was changed since, and keeps later changes of other days.
func TestUndoIsRefusedAfterALaterChange(t *testing.T) {
	t.Parallel()
	var m change.Planner
	f := facts(hongKong, date(m, hongKong, "2026-12-24", "2026-12-26"))
	c := api.Change{
		Days:  []api.ChangeDay{{Day: 0, Shifts: closed}},
		Dates: []api.ChangeDate{give("2027-01-01", "2027-01-01", api.Shift{0, 0})},
	}
	p := plan(t, m, f, c, api.VerdictChanges)
	var was change.Before
	for _, call := range p.Calls {
		was.Take(m.Before(f, call, nil))
	}
	after := carried(t, f, p.Calls)

	beside := carried(t, after, plan(t, m, after, api.Change{
		Days:  []api.ChangeDay{{Day: 1, Shifts: closed}},
		Dates: []api.ChangeDate{give("2027-02-01", "2027-02-01", api.Shift{0, 0})},
	}, api.VerdictChanges).Calls)
	undo := m.Undo(beside, p.Differences, was, now)
	back := carried(t, beside, undo.Calls)
	if undo.Verdict != api.VerdictChanges || len(*back.Dates) != 2 || back.Week.Mon[0].EndTime != 79200 ||
		back.Week.Tue[0].EndTime != 0 {
		t.Errorf("%+v", back)
	}

	for name, c := range map[string]api.Change{
		"the same day":  {Days: []api.ChangeDay{{Day: 0, Shifts: []api.Shift{{3600, 7200}}}}},
		"the same date": {Dates: []api.ChangeDate{give("2027-01-01", "2027-01-01", api.Shift{3600, 7200})}, Replace: true},
	} {
		since := carried(t, after, plan(t, m, after, c, api.VerdictChanges).Calls)
		if undo := m.Undo(since, p.Differences, was, now); !undo.Since || undo.Verdict != api.VerdictUnchanged ||
			undo.Calls != nil {
			t.Errorf("%s: %+v", name, undo)
		}
	}
}

func TestUndoRestoresAPause(t *testing.T) {
	t.Parallel()
	var m change.Planner
	f := facts(hongKong)
	f.Record.Status = platform.ShopSuspended
	f.Pause = &store.Pause{State: store.PausePaused, Version: 4, Until: now + 5000, Reason: "stock", Note: "no eggs"}
	p := plan(t, m, f, api.Change{Resume: true}, api.VerdictChanges)
	was := m.Before(f, p.Calls[0], nil)
	after := carried(t, f, p.Calls)
	undo := m.Undo(after, p.Differences, was, now)
	if got := undo.Calls[0].Pause; got == nil || got.Until != now+5000 || got.Reason != api.ReasonStock ||
		got.Note != "no eggs" {
		t.Errorf("%+v", undo)
	}
	if undo := m.Undo(after, p.Differences, was, now+6000); undo.Verdict != api.VerdictUnchanged || undo.Since {
		t.Errorf("after the pause would have ended: %+v", undo)
	}
}

// A pause that has ended by itself isn't somebody else's change. The bugs: a run that gave the shop another pause, and
// whose call failed or whose answer was lost while the shop's own pause ended, left the shop open as changed by
// somebody else; and an undo of the run said the same.
func TestPauseThatHasEndedIsNoChange(t *testing.T) {
	t.Parallel()
	var m change.Planner
	for name, tt := range map[string]struct {
		lasts, later int64 // of the other pause, and of the look
		effect       change.CallEffect
		since        bool
	}{
		"neither has ended":    {9000, 4000, change.LandedOther, true},
		"the former has ended": {9000, 6000, change.LandedBefore, false},
		"both have ended":      {9000, 9000, change.LandedBefore, false},
		"the other has ended":  {3000, 4000, change.LandedOther, false},
	} {
		f := facts(hongKong)
		open := *f.Record
		f.Record.Status = platform.ShopSuspended
		f.Pause = &store.Pause{State: store.PausePaused, Version: 4, Until: now + 5000}
		p := plan(t, m, f, api.Change{Pause: &api.ChangePause{Until: now + tt.lasts}}, api.VerdictChanges)
		was := m.Before(f, p.Calls[0], nil)
		f.Record, f.Pause = &open, nil
		if got := m.EffectOf(f, p.Differences, now+tt.later); got != tt.effect {
			t.Errorf("%s: effect %d", name, got)
		}
		if undo := m.Undo(f, p.Differences, was, now+tt.later); undo.Since != tt.since ||
			undo.Verdict != api.VerdictUnchanged {
			t.Errorf("%s: %+v", name, undo)
		}
	}
}

func TestWrongChangesAreListed(t *testing.T) {
	t.Parallel()
	var m change.Planner
	week := [7][]api.Shift{0: {{36000, 90000}}}
	for name, tt := range map[string]struct {
		change api.Change
		path   string
		code   string
	}{
		"nothing":      {api.Change{Replace: true}, "", rules.CodeRequired},
		"both":         {api.Change{Pause: &api.ChangePause{}, Resume: true}, "resume", rules.CodeNotAllowed},
		"out of range": {api.Change{Week: &week}, "week.mon[0].endTime", rules.CodeTimeRange},
		"a reversed date": {api.Change{Dates: []api.ChangeDate{give("2026-12-25", "2026-12-24")}}, "dates[0].to",
			rules.CodeRangeReversed},
		"two dates overlap": {api.Change{Dates: []api.ChangeDate{give("2026-12-24", "2026-12-26"),
			give("2026-12-25", "2026-12-25")}}, "dates[1]", rules.CodeDatesOverlap},
		"a shift of a date": {api.Change{Dates: []api.ChangeDate{give("2026-12-24", "2026-12-26", api.Shift{5, 5})}},
			"dates[0].shifts[0].endTime", rules.CodeEqualTimes},
		"a phone":            {api.Change{Phones: []string{"12"}}, "phones[0]", rules.CodePhoneFormat},
		"a picture":          {api.Change{Picture: "ftp://a/b.gif"}, "picture", rules.CodePictureScheme},
		"a pause that ended": {api.Change{Pause: &api.ChangePause{Until: now}}, "pause.until", "pause_past"},
		"a pause until when": {api.Change{Pause: &api.ChangePause{Until: now + api.MaxPause.Milliseconds() + 1}},
			"pause.until", "pause_far"},
		"a pause of days": {api.Change{Pause: &api.ChangePause{Minutes: api.MaxPauseMinutes + 1}}, "pause.minutes",
			"pause_minutes"},
		"an odd reason": {api.Change{Pause: &api.ChangePause{Reason: "because"}}, "pause.reason", "pause_reason"},
		"a name of two": {api.Change{Dates: []api.ChangeDate{{ChangeRange: api.ChangeRange{From: "2026-12-24",
			To: "2026-12-24"}, Name: "a\nb"}}}, "dates[0].name", "date_name"},
		"far too many":        {api.Change{Dates: make([]api.ChangeDate, 201)}, "dates", "too_many"},
		"far too many phones": {api.Change{Phones: make([]string, 101)}, "phones", "too_many"},
	} {
		strict := m
		strict.Leaves = rules.Leaves{rules.CodeEqualTimes: platform.LeaveRefused}
		found := strict.Check(tt.change, now)
		if len(found) == 0 || found[0].Path != tt.path || found[0].Code != tt.code {
			t.Errorf("%s: %+v", name, found)
		}
	}
	if found := m.Check(api.Change{Resume: true, Dates: []api.ChangeDate{give("2026-12-24", "2026-12-26")}},
		now); len(found) > 0 {
		t.Errorf("%+v", found)
	}
}

// Undo gives elements that are no text back as they came. Before, a phone that came as a number was sent back as a
// text. What runs of earlier versions kept as texts is still read.
func TestUndoGivesPhonesBackAsTheyCame(t *testing.T) {
	t.Parallel()
	var m change.Planner
	f := facts(hongKong)
	f.Record.Phones = []platform.Phone{{Number: "852-25460101"}, {Raw: "85225460102"}, {Raw: `{"n":1}`}}
	p := plan(t, m, f, api.Change{Phones: []string{"852-25460103"}}, api.VerdictChanges)
	kept, err := json.Marshal(m.Before(f, p.Calls[0], nil))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ kept, want string }{
		"now":     {string(kept), `["852-25460101",85225460102,{"n":1}]`},
		"earlier": {`{"phones":["852-25460101","{\"n\":1}"]}`, `["852-25460101",{"n":1}]`},
	} {
		var was change.Before
		if err := json.Unmarshal([]byte(tt.kept), &was); err != nil {
			t.Fatal(err)
		}
		undo := m.Undo(carried(t, f, p.Calls), p.Differences, was, now)
		if len(undo.Calls) != 1 {
			t.Fatalf("%s: %+v", name, undo)
		}
		sent, err := json.Marshal(undo.Calls[0].Request.(platform.ContactUpdate).Phones)
		if err != nil || string(sent) != tt.want {
			t.Errorf("%s: sends %s, %v", name, sent, err)
		}
	}
}

// Undo puts back what was, also what breaks a rule: the platform had it, and may take it again.
func TestUndoPutsBackWhatBreaksARule(t *testing.T) {
	t.Parallel()
	f := facts(hongKong, date(change.Planner{}, hongKong, "2026-12-24", "2026-12-24",
		platform.Period{StartTime: 3600, EndTime: 36000}, platform.Period{StartTime: 7200, EndTime: 7200}))
	f.Week = &platform.Week{Sat: []platform.Period{{StartTime: 3600, EndTime: 36000}, {StartTime: 7200, EndTime: 90000}}}
	f.Record.Phones = platform.Phones([]string{"9", "9", "852-25460101", "852-999"})
	m := change.Planner{Leaves: rules.Leaves{rules.CodePhoneTwice: platform.LeaveRefused,
		rules.CodeEqualTimes: platform.LeaveRefused}, Possible: func(phone string) bool { return phone == "852-25460103" }}
	c := api.Change{Days: []api.ChangeDay{{Day: int(platform.Saturday), Shifts: closed}}, Replace: true,
		Dates: []api.ChangeDate{give("2026-12-24", "2026-12-24", api.Shift{0, 0})}, Phones: []string{"852-25460103"}}
	p := plan(t, m, f, c, api.VerdictChanges)
	var was change.Before
	for _, call := range p.Calls {
		was.Take(m.Before(f, call, nil))
	}
	undo := m.Undo(carried(t, f, p.Calls), p.Differences, was, now)
	if undo.Verdict != api.VerdictChanges || len(undo.Problems) > 0 || len(undo.Warnings) == 0 {
		t.Fatalf("%+v", undo)
	}
	back := carried(t, carried(t, f, p.Calls), undo.Calls)
	if !cmp.Equal(back.Week.Sat, f.Week.Sat) || !cmp.Equal(back.Record.Phones, f.Record.Phones) ||
		!cmp.Equal(*back.Dates, *f.Dates) {
		t.Errorf("%+v", back)
	}
}

// A week for many shops is judged shop by shop: where a day stands it breaks no rule. What every shop would get
// is refused at once.
func TestDaysThatAShopHasAreSpared(t *testing.T) {
	t.Parallel()
	var m change.Planner
	overlapping := []api.Shift{{3600, 36000}, {7200, 40000}}
	has, hasNot := facts(hongKong), facts(hongKong)
	has.Week = &platform.Week{Sat: rules.Periods(overlapping)}
	has.Record.Phones = platform.Phones([]string{"9"})
	c := api.Change{Week: &[7][]api.Shift{0: {{3600, 7200}}, 5: overlapping}, Phones: []string{"9"}}
	found := m.Check(c, now)
	if len(found) != 2 {
		t.Fatalf("%+v", found)
	}
	if left := m.Unspared(slices.Clone(found), []change.ShopFacts{has, hasNot}, c, now); len(left) > 0 {
		t.Errorf("%+v", left)
	}
	if left := m.Unspared(slices.Clone(found), []change.ShopFacts{hasNot}, c, now); len(left) != 2 {
		t.Errorf("%+v", left)
	}
	plan(t, m, has, c, api.VerdictChanges)
	plan(t, m, hasNot, c, api.VerdictBroken)
}
