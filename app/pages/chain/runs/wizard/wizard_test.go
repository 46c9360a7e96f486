package wizard

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// hongKong is the operator's zone, and now is noon there, Friday 20 November 2026.
var (
	hongKong = rules.Fixed(8 * 3600)
	now      = pagetest.Now
	noon     = clock{now, hongKong}
)

// whole is a change of everything that goes together.
func whole() api.Change {
	usual := []api.Shift{{11 * 3600, 22 * 3600}}
	week := [7][]api.Shift{usual, usual, usual, usual, {{11 * 3600, 15 * 3600}, {18 * 3600, 2 * 3600}}, usual, {{0, 0}}}
	return api.Change{
		Week: &week,
		Dates: []api.ChangeDate{{
			ChangeRange: api.ChangeRange{From: "2026-12-25", To: "2026-12-26"}, Shifts: []api.Shift{{0, 0}}, Name: "Christmas",
		}},
		Clear:   []api.ChangeRange{{From: "2026-12-01", To: "2026-12-24"}},
		Replace: true,
		Pause: &api.ChangePause{
			Until: time.Date(2026, 11, 20, 6, 30, 0, 0, time.UTC).UnixMilli(), Reason: api.ReasonStaff, Note: "strike",
		},
		Phones: []string{"852-25460101"}, Picture: "https://a.example/x.jpg", Template: "t1",
	}
}

// A change that is taken up is asked for as it was, also over a reload.
func TestTakesAChangeUp(t *testing.T) {
	t.Parallel()
	days := api.Change{
		Days:   []api.ChangeDay{{Day: 1, Shifts: []api.Shift{{9 * 3600, 17 * 3600}}}, {Day: 4, Shifts: []api.Shift{{0, 0}}}},
		Resume: true,
	}
	opening := api.Change{Pause: &api.ChangePause{Opening: true}}
	notice := api.Change{Pause: &api.ChangePause{Reason: api.ReasonOther}, FromShop: 100007}
	length := api.Change{Pause: &api.ChangePause{Minutes: 60, Until: now.Add(time.Hour).UnixMilli()}}
	for name, want := range map[string]api.Change{"everything": whole(), "days": days, "opening": opening,
		"notice": notice, "length": length} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWizard()
			w.take(want, hongKong)
			if faults, items := w.faults(noon, ""); !w.try() || len(faults) > 0 {
				t.Errorf("wrong: %v", items)
			}
			data, err := json.Marshal(w)
			if err != nil {
				t.Fatal(err)
			}
			back := newWizard()
			if err := json.Unmarshal(data, back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, back.change(noon)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestPartsThatExcludeEachOther(t *testing.T) {
	t.Parallel()
	w := newWizard()
	w.Template = "t1"
	w.set(partPause, true)
	w.set(partDays, true)
	w.set(partWeek, true)
	w.set(partResume, true)
	if diff := cmp.Diff([]part{partWeek, partResume}, w.On); diff != "" || w.Template != "" {
		t.Errorf("template %q (-want +got):\n%s", w.Template, diff)
	}
	w.set(partWeek, false)
	if w.has(partWeek) || !w.has(partResume) {
		t.Errorf("on: %v", w.On)
	}
}

// Everything that is wrong is told at once, in the order of the page.
func TestFaults(t *testing.T) {
	t.Parallel()
	w := newWizard()
	if faults, _ := w.faults(noon, ""); len(faults) == 0 {
		t.Error("nothing is a change")
	}
	for _, p := range []part{partDays, partDates, partClear, partPhones, partPhoto, partPause} {
		w.set(p, true)
	}
	w.Pause.End = endAt
	w.From, w.To = "2026-12-24", "2026-12-01"
	photo, _ := pages.PictureFault("ftp://a.example/x.jpg", nil)
	if w.try() {
		t.Error("passes")
	}
	var fields []string
	_, items := w.faults(noon, photo)
	if items[4].Text != "Photo: The address must start with https:// or http://." {
		t.Errorf("says %q", items[4].Text)
	}
	for _, item := range items {
		fields = append(fields, item.Target)
	}
	want := []string{fieldSome, "dates-add", fieldTo, "phones-add", fieldPicture, fieldPauseDate, fieldPauseTime}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What was wrong with a day that isn't chosen any more kept the change from its preview, and the summary led nowhere.
func TestDaysThatAreNotChosenAreNotJudged(t *testing.T) {
	t.Parallel()
	w := newWizard()
	w.set(partDays, true)
	week := w.Days.Week()
	week[0] = []api.Shift{{11 * 3600, 22 * 3600}, {12 * 3600, 23 * 3600}}
	w.Days.Fill(week)
	w.Some[0] = true
	ok := w.try()
	if _, items := w.faults(noon, ""); ok || len(items) != 1 {
		t.Fatal("shifts that overlap pass")
	}
	w.Some = [7]bool{4: true}
	ok = w.try()
	if _, items := w.faults(noon, ""); !ok || len(items) > 0 {
		t.Errorf("wrong: %v", items)
	}
}

func TestPauses(t *testing.T) {
	t.Parallel()
	start := now.Add(time.Hour)
	for _, tt := range []struct {
		in    pausing
		until time.Time
		fault string
	}{
		{pausing{End: "30"}, start.Add(30 * time.Minute), ""},
		{pausing{End: endAt, Date: "2026-11-20", Time: "2pm"}, time.Date(2026, 11, 20, 6, 0, 0, 0, time.UTC), ""},
		// when the run begins
		{pausing{End: endAt, Date: "2026-11-20", Time: "13:00"}, time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC),
			fieldPauseTime},
		{
			pausing{End: endAt, Date: "2027-03-20", Time: "13:00"}, time.Date(2027, 3, 20, 5, 0, 0, 0, time.UTC),
			fieldPauseDate,
		},
		{pausing{End: endAt, Date: "2026-11-20"}, time.Time{}, fieldPauseTime},
		{pausing{End: ""}, time.Time{}, fieldPauseEnd},
	} {
		got, faults := tt.in.change(start, noon)
		if tt.fault == "" && len(faults) > 0 || tt.fault != "" && (len(faults) != 1 || faults[0].Target != tt.fault) {
			t.Errorf("%+v: faults %v", tt.in, faults)
		}
		if !tt.until.IsZero() && got.Until != tt.until.UnixMilli() {
			t.Errorf("%+v: until %v", tt.in, time.UnixMilli(got.Until).UTC())
		}
		if (got.Minutes == 30) != (tt.in.End == "30") {
			t.Errorf("%+v: for %d minutes", tt.in, got.Minutes)
		}
	}
}

func TestBeginning(t *testing.T) {
	t.Parallel()
	if at, faults := (beginning{Date: "x"}).at(noon); at != 0 || faults != nil {
		t.Errorf("now is %d, %v", at, faults)
	}
	later := beginning{Later: true, Date: "2026-11-27", Time: "3"}
	at, faults := later.at(noon)
	if want := time.Date(2026, 11, 26, 19, 0, 0, 0, time.UTC); at != want.UnixMilli() || faults != nil {
		t.Errorf("got %v, %v", time.UnixMilli(at).UTC(), faults)
	}
	if got, want := text.Plain(later.says(noon, "Hong Kong")),
		"Friday 27 November 2026 at 03:00 (Hong Kong)"; got != want {
		t.Errorf("says %q, want %q", got, want)
	}
	for _, b := range []beginning{{Later: true}, {Later: true, Date: "2026-11-20", Time: "11:59"}} {
		if at, faults := b.at(noon); len(faults) == 0 || b.says(noon, "") != "" {
			t.Errorf("%+v: %d, %v", b, at, faults)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	w := newWizard()
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() {}, "No change yet, 5 shops"},
		{func() { w.set(partDays, true); w.Some[4] = true }, "Friday: 11:00–22:00, 5 shops"},
		{func() { w.Some[5] = true }, "Hours on Fri, Sat, 5 shops"},
		{func() { w.set(partPhones, true) }, "Hours on Fri, Sat, Phones, 5 shops"},
		{func() {
			w.set(partPhones, false)
			w.set(partDays, false)
			w.set(partDates, true)
			w.Dates.Load(whole().Dates)
		}, "Close 25–26 Dec, 5 shops"},
		{func() { w.Name = "  Winter  " }, "Winter"},
	} {
		if step.do(); w.name(5) != step.want {
			t.Errorf("got %q, want %q", w.name(5), step.want)
		}
	}
}

// A change of many parts, or a day of many shifts, named itself so long that the server refused the run for a name that
// nobody had typed.
func TestProposedNameIsNeverTooLong(t *testing.T) {
	t.Parallel()
	w := newWizard()
	for _, p := range []part{partWeek, partDates, partClear, partPhones, partPhoto, partPause} {
		w.set(p, true)
	}
	day := newWizard()
	day.set(partDays, true)
	day.Some[4] = true
	week := day.Days.Week()
	for at := 0; at < 24*3600; at += 7200 {
		week[4] = append(week[4], api.Shift{at, at + 3600})
	}
	day.Days.Load(week)
	for _, w := range []*wizard{w, day} {
		name := w.name(2000)
		if n := utf8.RuneCountInString(name); n > api.MaxRunName || !strings.HasSuffix(name, "…, 2,000 shops") {
			t.Errorf("%d characters: %q", n, name)
		}
	}
}

func TestChosenShops(t *testing.T) {
	t.Parallel()
	s := shopIDs{5, 9007199254740993}.with([]int64{5, 7}).without([]int64{5})
	if diff := cmp.Diff([]string{"9007199254740993", "7"}, pages.ShopTexts(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What another page begins is no draft of the person's, and doesn't take theirs
// away: it waits, and can be gone back to from either.
func TestGivenBesideADraft(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Runs, Rest: "new"}, api.RoleOwner)
	opened := func() *Page {
		p := &Page{Deps: deps}
		p.OnInit()
		return p
	}
	mine := opened()
	mine.w.Shops, mine.w.Name = shopIDs{7}, "Mine"
	mine.keep()

	pagetest.Run(t, func(ctx app.Context) { For(ctx, deps, []int64{1, 2}, whole(), "Summer") })
	p := opened()
	if p.w.name(1) != "Summer" || !p.draftAt.IsZero() || p.w.Earlier == nil || p.w.Earlier.Name != "Mine" {
		t.Fatalf("%q, kept %v, behind it %+v", p.w.name(1), p.draftAt, p.w.Earlier)
	}
	pagetest.Run(t, func(ctx app.Context) { For(ctx, deps, []int64{3}, whole(), "Autumn") }) // Summer is as it was given
	if p = opened(); p.w.name(1) != "Autumn" || p.w.Earlier == nil || p.w.Earlier.Name != "Mine" ||
		p.w.Earlier.Earlier != nil {
		t.Fatalf("%q, behind it %+v", p.w.name(1), p.w.Earlier)
	}
	p.w.Shops = shopIDs{3, 4}
	p.keep()
	var at time.Time
	if p.w, at = p.w.swapped(pagetest.Now); p.w.Name != "Mine" || at.IsZero() || p.w.Earlier == nil ||
		len(p.w.Earlier.Shops) != 2 {
		t.Fatalf("%q of %v, behind it %+v", p.w.Name, at, p.w.Earlier)
	}
	p.keep()
	if p = opened(); p.w.Name != "Mine" || p.draftAt.IsZero() || p.w.Earlier.Name != "Autumn" {
		t.Errorf("after a reload: %q, behind it %+v", p.w.Name, p.w.Earlier)
	}
	if p.w, _ = p.w.before(); p.w.Name != "Autumn" || p.w.Earlier != nil {
		t.Errorf("started over: %q, behind it %+v", p.w.Name, p.w.Earlier)
	}
}

func TestFix(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, Place, api.RoleOwner)
	run := api.RunDetail{Run: api.Run{ID: "r1", Name: "Winter", Change: whole()}, Shops: []api.RunShop{
		{ShopID: 1, State: api.RunShopDone}, {ShopID: 2, State: api.RunShopFailed}, {ShopID: 3, State: api.RunShopLeft},
		{ShopID: 4, State: api.RunShopUnchanged},
	}}
	pagetest.Run(t, func(ctx app.Context) { Fix(ctx, deps, run) })
	p := &Page{Deps: deps}
	p.OnInit()
	if diff := cmp.Diff(shopIDs{2, 3}, p.w.Shops); diff != "" || p.w.Step != stepChange || p.w.name(1) != "Winter" ||
		len(p.w.On) != 6 {
		t.Errorf("step %d, name %q, on %v (-want +got):\n%s", p.w.Step, p.w.name(1), p.w.On, diff)
	}
	if !p.repeats(shopIDs{3}, 0) || p.repeats(shopIDs{3, 9}, 0) || p.repeats(shopIDs{3}, 5) {
		t.Error("what is another try isn't told from what is a run of its own")
	}
}

// The differences come before the button that begins the run; the name and the time are
// folded until they are asked for, or a time is set. A name is said. One shop needs no search and no filter.
func TestPreviewShowsDifferencesFirst(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Runs}, api.RoleManager), drafted: drafted{w: newWizard()}}
	p.w.set(partPhones, true)
	p.look = &outlook{
		Preview: api.Preview{Shops: []api.PreviewShop{{ShopID: 1, Verdict: api.VerdictChanges}}},
		names:   func(int64) string { return "" },
	}
	html := pagetest.Markup(p.previewStep())
	list, button := strings.Index(html, `id="apply-outlook"`), strings.Index(html, `id="apply-go"`)
	if list < 0 || button < list || strings.Contains(html, `id="apply-name"`) {
		t.Errorf("list at %d, button at %d, in %s", list, button, html)
	}
	p.w.Name = "Front"
	html = pagetest.Markup(p.previewStep())
	markup.Holds(t, text.Plain(html), []string{"Name: Front"}, []string{`id="apply-name"`, `id="apply-look"`, `id="apply-verdict`})
	p.w.set(partWeek, true)
	p.w.Week.Load([7][]api.Shift{})
	if html = pagetest.Markup(p.previewStep()); !strings.Contains(html, "Every day is closed") {
		t.Error("a week without an open day isn't told")
	}
	p.w.When.Later = true
	if html = pagetest.Markup(p.previewStep()); !strings.Contains(html, `id="apply-name"`) {
		t.Error("a time that is set is folded")
	}
}

// The question before a run told only the run's name: with a name of an earlier draft, not what would be changed.
func TestQuestionNamesTheChange(t *testing.T) {
	t.Parallel()
	p := &Page{
		Deps: pagetest.Deps(t, routes.Route{Page: routes.Runs}, api.RoleManager), drafted: drafted{w: newWizard()},
		asking: true,
	}
	p.w.set(partPhones, true)
	p.w.Name = "Front"
	p.look = &outlook{}
	html := text.Plain(pagetest.Markup(p.dialog()))
	markup.Holds(t, html, []string{"“Front” begins now", text.Plain(p.w.proposed())}, nil)
	if words := markup.Parse(t, html).First(t, "#apply-ask-go").Words(); strings.Contains(words, "…") {
		t.Errorf("the button %q begins the run, and promises another question", words)
	}
}

// The profile's leaves hold for the fields of a change: what the platform is known to refuse isn't sent.
func TestLeavesOfThePhoto(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	p.w = newWizard()
	p.w.set(partPhoto, true)
	p.w.Picture = "https://a.example/b.JPG"
	for leave, want := range map[platform.Leave]bool{platform.LeaveWarned: true, platform.LeaveRefused: false,
		platform.LeaveAllowed: true} {
		p.State.SetSession(api.Session{Profile: api.Profile{
			Leaves: map[string]string{rules.CodePictureCapitals: string(leave)},
		}})
		if p.fault(); len(p.faults) == 0 != want {
			t.Errorf("%q: wrong: %v", leave, !want)
		}
	}
}
