package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// A name is given, shown, said in an overlap, kept over edits and a reload, and
// goes along to the next year.
func TestNamesOfDates(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, outing)
	b.click(".dates-row .dates-tool")
	b.fill("#date-name", "Staff outing")
	b.shot("dates-name")
	b.kept()
	b.sees("1 change")
	b.click("#dates-save")
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
	b.click("#dates-save")
	b.savedDates()
	if got := d.names(outing); len(got) != 2 {
		t.Errorf("names: %v", got)
	}
	b.click(".dates-row .dates-tool:last-child")
	b.click("#dates-save")
	b.savedDates()
	eventually(t, func() error { // nothing is left to save as soon as the platform has the dates: names go after them
		if got := d.names(outing); len(got) != 1 {
			return fmt.Errorf("names after removing an entry: %v", got)
		}
		return nil
	})
}

// nextYearOf is the year in which that day comes next, today counted, at a shop
// in Hong Kong.
func nextYearOf(month time.Month, day int) int {
	year := time.Now().In(hongKong).Year()
	if time.Date(year, month, day, 0, 0, 0, 0, hongKong).Format(time.DateOnly) < dayIn(0) {
		year++
	}
	return year
}

// Public holidays are offered by the shop's country, taken over one by one,
// and not offered again once dismissed.
func TestPublicHolidays(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(time.Now())
	d := start(t, func(o *server.Options) { o.Now = clock.Now })
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, central))
	b.wait("#dates-coming")
	b.click("#dates-holidays-open")
	b.wait("#holidays-list .dates-row")
	b.sees("Chosen from the shop's phone number.")
	b.shot("holidays")
	b.sees("Labour Day")
	year := nextYearOf(time.May, 1)
	labour := fmt.Sprintf("#holiday-hk-%d-labour", year)
	b.eval(fmt.Sprintf(`document.querySelector(%q).scrollIntoView({block: "center"})`, labour), nil)
	b.click(labour + "-take")
	b.until(fmt.Sprintf(`document.querySelector(%q).textContent.includes("In the list")`, labour),
		"the holiday in the list")
	sar := fmt.Sprintf("#holiday-hk-%d-sar", nextYearOf(time.July, 1))
	b.click(sar + "-dismiss")
	b.sees("1 open as usual")
	b.shot("holidays-some")
	b.click("#holidays-done")
	b.sees("1 change")
	b.click("#dates-save")
	b.savedDates()
	day := fmt.Sprintf("%d-05-01", year)
	want := entryOn(t, day, day)
	if got := d.special(central); len(got) != 1 || got[0].StartDate != want.StartDate || !got[0].BusinessHour[0].Closed() {
		t.Errorf("the platform has %+v", got)
	}
	if got := fmt.Sprint(d.names(central)); got != "["+day+"/"+day+" Labour Day]" {
		t.Errorf("names: %s", got)
	}
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
	b.sees("1 open as usual")
	b.choose("#holidays-country", "SA")
	b.sees("expected, by moon sighting")
	b.shot("holidays-moon")
	b.click("[id^=holiday-sa-][id$=-founding-open]")
	b.wait("#date-editor[open]")
	if got := b.value("#date-name"); got != "Founding Day" {
		t.Errorf("the editor has %q", got)
	}
	b.click("#date-cancel")
	b.seesNot("1 change")
}

// Every size, scheme and direction.
func TestHolidaysFit(t *testing.T) {
	t.Parallel()
	_, b := openDates(t, central)
	b.onEveryScreen("holidays", func() {
		b.reload()
		b.wait("#dates-coming")
		b.click("#dates-holidays-open")
		b.wait("#holidays-list .dates-row")
	}, nil)
}
