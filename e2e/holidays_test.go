package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// A name is given, shown, said in an overlap, kept over edits and a reload, and
// goes along to the next year.
func TestNamesOfDates(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, outing)
	b.click(".dates-row-tools > .btn")
	b.fill("#date-name", "Staff outing")
	b.shot("dates-name")
	b.kept()
	b.savedDates()
	if got := d.names(outing); len(got) != 1 || !strings.HasSuffix(got[0], " Staff outing") {
		t.Fatalf("names: %v", got)
	}
	if n := len(d.special(outing)); n != 2 {
		t.Errorf("the platform has %d entries", n)
	}
	b.reload()
	b.sees("Staff outing")
	day := strings.SplitN(d.names(outing)[0], "/", 2)[0]
	b.until(fmt.Sprintf(`document.querySelector("#calendar-%s")?.ariaLabel.includes("Staff outing")`, day),
		"the name in the calendar")
	b.click("#dates-add")
	b.setDate("#date-first", day)
	b.setDate("#date-last", day)
	b.until(`document.querySelector("#date-first-error, [id^=date-first]") && document.body.innerText.replace(/[\u2068\u2069]/g, "").includes("These dates overlap “Staff outing”")`, "the overlap to name the other entry")
	b.click("#date-cancel")
	b.clickText("Repeat next year")
	b.wait("#date-editor[open]")
	if got := b.value("#date-name"); got != "Staff outing" {
		t.Errorf("next year it is called %q", got)
	}
	b.kept()
	b.savedDates()
	if got := d.names(outing); len(got) != 2 {
		t.Errorf("names: %v", got)
	}
	b.click(".dates-row-tools > .btn:last-child")
	b.click("#dates-save")
	b.savedDates()
	eventually(t, func() error { // nothing is left to save as soon as the platform has the dates: names go after them
		if got := d.names(outing); len(got) != 1 {
			return fmt.Errorf("names after removing an entry: %v", got)
		}
		return nil
	})
}

// nextYearOf is the year in which the month's first day comes next, today counted, at a shop in Hong Kong.
func nextYearOf(month time.Month) int {
	year := time.Now().In(hongKong).Year()
	if time.Date(year, month, 1, 0, 0, 0, 0, hongKong).Format(time.DateOnly) < dayIn(0) {
		year++
	}
	return year
}

// The public holidays of a year are one list with ticks and one confirmation; what was chosen is proposed again.
func TestPublicHolidays(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(time.Now())
	d := start(t, func(o *server.Options) { o.Now = clock.Now })
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, central))
	b.wait("#dates-coming")
	b.click("#dates-holidays-open")
	b.wait("#holidays-list .dates-holiday")
	b.sees("Chosen from the shop's phone number.")
	b.shot("holidays")
	b.sees("Labour Day")
	year := nextYearOf(time.May)
	labour := fmt.Sprintf("#holiday-hk-%d-labour", year)
	sar := fmt.Sprintf("#holiday-hk-%d-sar", nextYearOf(time.July))
	tick := func(css string) {
		b.eval(fmt.Sprintf(`document.querySelector(%q).scrollIntoView({block: "center"})`, css), nil)
		b.click("label:has(" + css + "-take)")
	}
	tick(labour)
	tick(sar)
	b.click(sar + "-open")
	b.fill(sar+"-0-start", "half")
	b.sees("Save 2 holidays")
	b.click("#holidays-go")
	b.sees("“half” isn't a time")
	b.fill(sar+"-0-start", "12")
	b.fill(sar+"-0-end", "2am")
	for b.is(fmt.Sprintf(`document.querySelector("%s-1-start")`, sar)) { // the weekly hours' second shift
		b.click(sar + " [aria-label='Remove shift 2']")
		b.until(fmt.Sprintf(`!document.querySelector("%s-1-start")`, sar), "the shift to go")
	}
	b.shot("holidays-some")
	b.click("#holidays-go")
	b.savedDates()
	b.sees("Saved.")
	day, other := fmt.Sprintf("%d-05-01", year), fmt.Sprintf("%d-07-01", nextYearOf(time.July))
	want := map[string]platform.Period{day: {}, other: {StartTime: 12 * 3600, EndTime: 2 * 3600}}
	got := d.special(central)
	if len(got) != 2 {
		t.Fatalf("the platform has %+v", got)
	}
	for on, hours := range want {
		if !slices.ContainsFunc(got, func(e platform.SpecialDate) bool {
			return e.StartDate == entryOn(t, on, on).StartDate && slices.Equal(e.BusinessHour, []platform.Period{hours})
		}) {
			t.Errorf("the platform has %+v, without %s %+v", got, on, hours)
		}
	}
	if names := fmt.Sprint(d.names(central)); !strings.Contains(names, day+"/"+day+" Labour Day") {
		t.Errorf("names: %s", names)
	}
	b.click("#dates-holidays-open")
	b.until(fmt.Sprintf(`document.querySelector(%q)?.textContent.includes("In the list")`, labour),
		"the holiday in the list")
	b.choose("#holidays-country", "SA")
	b.sees("expected, by moon sighting")
	b.shot("holidays-moon")
}

// A year's holidays are closed by three taps.
func TestHolidaysInThreeTaps(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.onTablet()
	b.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, central))
	b.tapped("#dates-holidays-open", "#holidays-all")
	b.tapped("label:has(#holidays-all)", "#holidays-all:checked")
	b.until(`[...document.querySelectorAll(".dates-holiday .tick")].every(e => e.checked)`, "every holiday to be ticked")
	var ticked int
	b.eval(`document.querySelectorAll(".dates-holiday .tick:checked").length`, &ticked)
	b.tapped("#holidays-go", "#dates-coming .dates-row")
	b.brought(b.savedDates)
	b.tookTaps("a year's public holidays (16, closed)")
	eventually(t, func() error {
		if got := d.special(central); len(got) != ticked || ticked < 10 {
			return fmt.Errorf("the platform has %d of %d holidays", len(got), ticked)
		}
		return nil
	})
	if b.is(`document.querySelector("h1:focus-visible")`) {
		t.Error("the heading has a focus box after a tap")
	}
}

// A holiday that was closed last year is proposed as closed. Taken off the list, it isn't proposed again.
func TestHolidaysAsLastYear(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(time.Now())
	d := start(t, func(o *server.Options) { o.Now = clock.Now })
	b := newTab(t)
	d.signedIn(b, "manager")
	soon := dayIn(1)
	year := nextYearOf(time.May)
	if err := d.store.ChangeDateNames(t.Context(), central,
		[]store.DateName{{First: soon, Last: soon, Name: "Labour Day"}}, nil, ""); err != nil {
		t.Fatal(err)
	}
	d.setSpecial(central, []platform.SpecialDate{entryOn(t, soon, soon, platform.Period{})})
	b.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, central))
	b.wait("#dates-coming")
	labour := fmt.Sprintf("#holiday-hk-%d-labour-take", year)
	b.click("#dates-holidays-open")
	b.wait(labour + ":checked")
	b.sees("Last time: Closed")
	b.sees("Save 1 holiday")
	b.click("label:has(" + labour + ")")
	b.click("#holidays-go")
	eventually(t, func() error { // it showed before the server knew
		list, err := d.store.DismissedHolidays(t.Context(), central)
		if err == nil && len(list) != 1 {
			err = fmt.Errorf("dismissed: %v", list)
		}
		return err
	})
	b.reload()
	b.wait("#dates-coming")
	b.click("#dates-holidays-open")
	b.wait(labour + ":not(:checked)")
}

// Every size, scheme and direction.
func TestHolidaysFit(t *testing.T) {
	t.Parallel()
	_, b := openDates(t, central)
	b.onEveryScreen("holidays", func() {
		b.reload()
		b.wait("#dates-coming")
		b.click("#dates-holidays-open")
		b.wait("#holidays-list .dates-holiday")
	}, nil)
}
