package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/store"
)

// outing is a shop with two special dates: closed in four days, open late on
// two days in twelve.
const outing = 100007

var hongKong = time.FixedZone("Asia/Hong_Kong", 8*3600)

// openDates opens a shop's special dates, signed in as the manager.
func openDates(t *testing.T, shopID int64) (*desk, *tab) {
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, shopID))
	b.wait("#dates-coming")
	return d, b
}

// special is the list that the platform holds for a shop.
func (d *desk) special(shopID int64) []platform.SpecialDate {
	d.t.Helper()
	dates, err := d.direct().SpecialHours(d.t.Context(), platform.ShopRef{ShopID: shopID})
	if err != nil {
		d.t.Fatal(err)
	}
	return *dates
}

// setSpecial plays somebody else who replaces a shop's list.
func (d *desk) setSpecial(shopID int64, dates []platform.SpecialDate) {
	d.t.Helper()
	if err := d.direct().UpdateSpecialHours(d.t.Context(),
		platform.SpecialUpdate{ShopID: shopID, Dates: dates}); err != nil {
		d.t.Fatal(err)
	}
}

// dayIn is the date that many days after today at a shop in Hong Kong.
func dayIn(days int) string { return time.Now().In(hongKong).AddDate(0, 0, days).Format(time.DateOnly) }

// nextMonth is its first day. A month after today may be the month after the next, which is too short for that day.
func nextMonth() time.Time {
	today := time.Now().In(hongKong)
	return time.Date(today.Year(), today.Month()+1, 1, 0, 0, 0, 0, time.UTC)
}

// entryOn is an entry as the platform keeps it: from the first to the last date
// by UTC midnights.
func entryOn(t *testing.T, first, last string, shifts ...platform.Period) platform.SpecialDate {
	t.Helper()
	from, err := time.Parse(time.DateOnly, first)
	if err != nil {
		t.Fatal(err)
	}
	to, err := time.Parse(time.DateOnly, last)
	if err != nil {
		t.Fatal(err)
	}
	return platform.SpecialDate{StartDate: from.UnixMilli(), EndDate: to.AddDate(0, 0, 1).UnixMilli() - 1,
		BusinessHour: shifts}
}

// setDate gives a date field a date, as its picker does.
func (b *tab) setDate(css, date string) {
	b.t.Helper()
	b.wait(css)
	b.eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.value = %q;
		e.dispatchEvent(new Event("input", {bubbles: true}));
		e.dispatchEvent(new Event("change", {bubbles: true}));
	})()`, css, date), nil)
}

// kept closes the editor and keeps what was edited. The dialog moves while it
// follows what is chosen in it, so that the mouse could miss the button.
func (b *tab) kept() {
	b.t.Helper()
	b.until(`(() => {
		if (!document.querySelector("#date-editor[open]")) return true;
		document.querySelector("#date-done").click();
		return false;
	})()`, "the editor to close")
}

// savedDates waits until the list has been saved.
func (b *tab) savedDates() {
	b.t.Helper()
	b.until(`!document.querySelector("#dates-save") && !document.querySelector("#conflict-save")`, "the save")
}

// A closure by typing its dates: the overlap is said in words with the other
// entry's dates, and closed all day is the single 0–0 period.
func TestAddClosure(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, outing)
	before := d.special(outing)
	b.until(`(days => days.some(d => d.dataset.mark) && days.every(d =>
		!d.dataset.mark === ["rgba(0, 0, 0, 0)", "transparent"].includes(getComputedStyle(d).backgroundColor)))(
		[...document.querySelectorAll(".calendar-day:not([data-past])")])`, "exceptions in colour, and ordinary days without")
	b.shot("dates")
	b.click("#dates-add")
	b.setDate("#date-first", dayIn(3))
	b.setDate("#date-last", dayIn(5))
	b.sees("These dates overlap")
	b.shot("dates-overlap")
	b.focus("#date-last")
	b.eval(`document.querySelector("#date-done").click()`, nil)
	b.until(`document.activeElement.id === "date-first"`, "the field that is wrong to take the keyboard")
	b.click("#date-only-0")
	b.seesNot("These dates overlap")
	b.kept()
	b.savedDates()
	got := d.special(outing)
	want := entryOn(t, dayIn(3), dayIn(3))
	if len(got) != len(before)+1 || got[0].StartDate != want.StartDate || got[0].EndDate != want.EndDate ||
		len(got[0].BusinessHour) != 1 || !got[0].BusinessHour[0].Closed() {
		t.Errorf("the platform has %+v", got)
	}
	entries, err := d.store.Entries(t.Context(), store.EntryQuery{Shops: []int64{outing}, Limit: 5})
	if err != nil || len(entries) != 1 || entries[0].Outcome != "done" {
		t.Errorf("audit: %+v %v", entries, err)
	}
}

// Days dragged over in the calendar, with shifts past midnight.
func TestDragARange(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, outing)
	b.click("#dates-next")
	month := nextMonth()
	from, to := month.AddDate(0, 0, 18).Format(time.DateOnly), month.AddDate(0, 0, 20).Format(time.DateOnly)
	b.wait("#calendar-" + from)
	b.dragDays("#calendar-"+from, "#calendar-"+to)
	b.wait("#date-editor[open]")
	if first, last := b.value("#date-first"), b.value("#date-last"); first != from || last != to {
		t.Errorf("the editor has %s to %s, want %s to %s", first, last, from, to)
	}
	b.click("#date-kind-shifts")
	b.fill("#date-shift-0-start", "6pm")
	b.fill("#date-shift-0-end", "2am")
	for b.is(`document.querySelector("#date-shift-1-start")`) { // the weekly hours' second shift
		b.click("[aria-label='Remove shift 2']")
		b.until(`!document.querySelector("#date-shift-1-start")`, "the shift to go")
	}
	b.shot("dates-editor")
	b.sees("The night after: open until 02:00")
	b.kept()
	b.savedDates()
	list := d.special(outing)
	got, want := list[len(list)-1], entryOn(t, from, to)
	if got.StartDate != want.StartDate || got.EndDate != want.EndDate ||
		got.BusinessHour[0] != (platform.Period{StartTime: 18 * 3600, EndTime: 2 * 3600}) {
		t.Errorf("the platform has %+v, want %+v", got, want)
	}
}

// A press on a day of the next month turns to that month, whose days stand elsewhere. A mouse that moved a little
// before it was let go chose all days from there to the pointer.
func TestPressOnADayOfTheNextMonthChoosesThatDay(t *testing.T) {
	t.Parallel()
	_, b := openDates(t, outing)
	date := nextMonth().Format(time.DateOnly)
	b.dragDays("#calendar-"+date, "#calendar-"+date+" .calendar-number")
	b.wait("#date-editor[open]")
	if first, last := b.value("#date-first"), b.value("#date-last"); first != date || last != date {
		t.Errorf("the editor has %s to %s, want %s", first, last, date)
	}
}

// dragDays drags with the mouse from one element to another.
func (b *tab) dragDays(from, to string) {
	b.t.Helper()
	b.eval(`document.querySelector("#calendar").scrollIntoView({block: "center", behavior: "instant"})`, nil)
	middle := func(css string) (x, y float64) {
		var at []float64
		b.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, css), &at)
		return at[0], at[1]
	}
	fromX, fromY := middle(from)
	x, y := middle(to)
	b.do(
		input.DispatchMouseEvent(input.MousePressed, fromX, fromY).WithButton(input.Left).WithClickCount(1),
		input.DispatchMouseEvent(input.MouseMoved, (fromX+x)/2, (fromY+y)/2).WithButton(input.Left),
		input.DispatchMouseEvent(input.MouseMoved, x, y).WithButton(input.Left),
		input.DispatchMouseEvent(input.MouseReleased, x, y).WithButton(input.Left).WithClickCount(1),
	)
}

// Clear all asks first and can be undone; only Save sends it.
func TestClearAllDates(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, outing)
	b.click("#dates-clear")
	b.sees("All 2 entries are taken from the list")
	b.shot("dates-clear")
	b.click("#dates-clear-go")
	b.sees("No special dates.")
	b.click("#dates-undo")
	b.until(`document.querySelectorAll(".dates-row").length === 2`, "undo to bring both back")
	b.click("#dates-clear")
	b.click("#dates-clear-go")
	b.sees("2 changes")
	if n := len(d.special(outing)); n != 2 {
		t.Errorf("the platform has %d before saving", n)
	}
	b.click("#dates-save")
	b.savedDates()
	if n := len(d.special(outing)); n != 0 {
		t.Errorf("the platform has %d after clearing", n)
	}
}

// A save, names and all, can be taken back from its toast.
func TestUndoSavedDates(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, outing)
	saved := func() {
		b.until(`(() => {
			document.querySelectorAll(".toast button[aria-label]").forEach(e => e.click());
			return !document.querySelector(".toast");
		})()`, "earlier messages to go")
		b.click("#dates-save")
		b.savedDates()
		b.sees("Saved.")
	}
	b.click(".dates-row-tools > .btn")
	b.fill("#date-name", "Staff outing")
	b.click("#date-kind-whole")
	b.kept()
	b.savedDates()
	b.sees("Saved.")
	names, before := d.names(outing), d.special(outing)
	if len(names) != 1 {
		t.Fatalf("names: %v", names)
	}
	b.click("#dates-clear")
	b.click("#dates-clear-go")
	b.sees("2 changes")
	saved()
	b.shot("dates-saved-undo")
	b.click(".toast button:not([aria-label])")
	b.sees("Undone. It is as it was.")
	b.until(`document.querySelectorAll(".toast").length === 1`, "one message for the undo, and none for what it undid")
	if got := d.special(outing); !cmp.Equal(got, before) {
		t.Errorf("the platform has %+v, want %+v", got, before)
	}
	if got := d.names(outing); !slices.Equal(got, names) {
		t.Errorf("names: %v, want %v", got, names)
	}
	b.until(`document.querySelectorAll(".dates-row").length === 2 && !document.querySelector("#dates-save")`,
		"both entries to be back")
	b.sees("Staff outing")
}

// Another person changes the same entry meanwhile: both are shown, one is chosen,
// and the other person's further changes are taken over.
func TestSomebodyElseChangedTheDates(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, outing)
	b.click(".dates-row-tools > .btn")
	b.click("#date-kind-whole")
	theirs := d.special(outing)
	theirs[0].BusinessHour = []platform.Period{{StartTime: 9 * 3600, EndTime: 12 * 3600}}
	theirs = append(theirs, entryOn(t, dayIn(40), dayIn(41), platform.Period{}))
	d.setSpecial(outing, theirs)
	b.expect("409")
	b.kept()
	b.wait("#conflict-0-theirs")
	b.click("#conflict-save")
	b.sees("Choose yours or theirs.")
	b.shot("dates-conflict")
	b.click("#conflict-0-mine")
	b.click("#conflict-save")
	b.savedDates()
	got := d.special(outing)
	if len(got) != 3 || got[0].BusinessHour[0].EndTime != platform.DaySeconds {
		t.Errorf("merged to %+v", got)
	}
}

// What was edited outlives a reload and a failing platform, and an answer that
// is lost is found out about.
func TestDatesDraft(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, outing)
	b.click(".dates-row-tools > .btn:last-child")
	b.sees("1 change")
	b.reload()
	b.sees("Your draft of")
	b.shot("dates-draft")
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultError, Path: platform.PathSpecialUpdate,
		Count: 3}); err != nil {
		t.Fatal(err)
	}
	b.expect("504")
	b.click("#dates-save")
	b.wait("#dates-notice[role=alert]")
	d.box.ClearFaults()
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultActDrop, Path: platform.PathSpecialUpdate,
		Count: 2}); err != nil {
		t.Fatal(err)
	}
	b.click("#dates-save")
	b.savedDates()
	if n := len(d.special(outing)); n != 1 {
		t.Errorf("the platform has %d entries", n)
	}
}

// A tablet set to any zone stores and shows the same dates.
func TestDatesInAnyZone(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"Pacific/Kiritimati", "America/Sao_Paulo", "Asia/Hong_Kong", "UTC"} {
		t.Run(zone, func(t *testing.T) {
			d := start(t)
			b := newTab(t)
			b.do(emulation.SetTimezoneOverride(zone))
			d.signedIn(b, "manager")
			b.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, central))
			b.wait("#dates-coming")
			var in string
			b.eval(`Intl.DateTimeFormat().resolvedOptions().timeZone`, &in)
			if in != zone {
				t.Fatalf("the browser is in %s", in)
			}
			if b.until(`document.querySelector("[aria-current=date]")`,
				"today"); !b.is(fmt.Sprintf(`document.querySelector("[aria-current=date]").dataset.date === %q`, dayIn(0))) {
				t.Errorf("today isn't the shop's, %s", dayIn(0))
			}
			first, last := dayIn(400), dayIn(402)
			b.click("#dates-add")
			b.setDate("#date-first", first)
			b.setDate("#date-last", last)
			b.kept()
			b.savedDates()
			want := entryOn(t, first, last)
			if got := d.special(central); len(got) != 1 || got[0].StartDate != want.StartDate || got[0].EndDate != want.EndDate {
				t.Errorf("the platform has %+v, want %+v", got, want)
			}
			b.reload()
			b.wait("#dates-coming .dates-row")
			b.click(".dates-row-tools > .btn")
			if from, to := b.value("#date-first"), b.value("#date-last"); from != first || to != last {
				t.Errorf("shows %s to %s, want %s to %s", from, to, first, last)
			}
		})
	}
}

// Out as a calendar file, and in again: each entry is offered, what is in the
// list already isn't chosen.
func TestCalendarFile(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, outing)
	dir := t.TempDir()
	b.downloads(dir)
	b.click("#dates-export")
	name := filepath.Join(dir, fmt.Sprintf("special-dates-%d.ics", outing))
	written := downloaded(t, name)
	if got := strings.Count(written, "BEGIN:VEVENT"); got != 2 {
		t.Fatalf("exported %d events: %s", got, written)
	}
	day := strings.ReplaceAll(dayIn(50), "-", "")
	more := "BEGIN:VEVENT\r\nSUMMARY:Winter fair\r\nDTSTART:" + day +
		"T180000\r\nDURATION:PT8H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
	if err := os.WriteFile(name, []byte(strings.Replace(written, "END:VCALENDAR\r\n", more, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	b.upload("#dates-import", name)
	b.sees("Winter fair")
	b.sees("Import 1 entry")
	b.shot("dates-import")
	b.click("#dates-bring-go")
	b.sees("1 change")
	b.click("#dates-save")
	b.savedDates()
	list := d.special(outing)
	got, want := list[len(list)-1], entryOn(t, dayIn(50), dayIn(50))
	if len(list) != 3 || got.StartDate != want.StartDate ||
		got.BusinessHour[0] != (platform.Period{StartTime: 18 * 3600, EndTime: 2 * 3600}) {
		t.Errorf("the platform has %+v", list)
	}
}

// downloads lets the tab's profile keep files in a folder.
func (b *tab) downloads(dir string) {
	b.t.Helper()
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		info, err := target.GetTargetInfo().Do(ctx)
		if err != nil {
			return err
		}
		executor := cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
		return browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).
			WithBrowserContextID(info.BrowserContextID).WithDownloadPath(dir).Do(executor)
	}))
}

// downloaded waits for a file that the tab keeps, and is what it says.
func downloaded(t testing.TB, name string) (says string) {
	t.Helper()
	eventually(t, func() error {
		data, err := os.ReadFile(name)
		if err == nil && len(data) == 0 {
			err = errors.New("the file is empty")
		}
		says = string(data)
		return err
	})
	return says
}

// By the keyboard alone: choose days in the calendar, close them, save.
func TestDatesByKeyboard(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, central)
	b.focus("[aria-current=date]")
	b.press("ArrowDown")
	b.press("ArrowDown")
	b.on("#calendar-" + dayIn(14) + "[data-chosen=true]")
	b.until(`document.querySelector(".dates-chosen > div").ariaLive === "off"`, "the day to be read out once, by its name")
	b.pressWith("ArrowRight", input.ModifierShift)
	b.sees("2 days")
	b.until(`document.querySelector(".dates-chosen > div").ariaLive === "polite"`, "the days to be read out")
	b.press("Enter")
	b.wait("#date-editor[open]")
	b.focus("#date-done")
	b.press("Enter")
	b.until(`!document.querySelector("#date-editor[open]")`, "the editor to close")
	b.savedDates()
	want := entryOn(t, dayIn(14), dayIn(15))
	if got := d.special(central); len(got) != 1 || got[0].StartDate != want.StartDate || got[0].EndDate != want.EndDate {
		t.Errorf("the platform has %+v, want %+v", got, want)
	}
}

// What is over is gone from the platform, but stands apart here with its name,
// and can be repeated.
func TestDatesThatAreOver(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(time.Now())
	d := startOn(t, &sandbox.Sandbox{Clock: clock}, ahead(clock))
	before := newTab(t)
	d.signedIn(before, "manager")
	d.setSpecial(central, []platform.SpecialDate{
		entryOn(t, dayIn(1), dayIn(2), platform.Period{StartTime: 18 * 3600, EndTime: 2 * 3600}),
		entryOn(t, dayIn(20), dayIn(20), platform.Period{}),
	})
	if err := d.store.ChangeDateNames(t.Context(), central,
		[]store.DateName{{First: dayIn(1), Last: dayIn(2), Name: "Street fair"}}, nil, ""); err != nil {
		t.Fatal(err)
	}
	page := fmt.Sprintf("%s/shops/%d/dates", d.URL, central)
	before.open(page)
	before.wait("#dates-coming")
	before.sees("Street fair")
	before.open("about:blank")
	eventually(t, func() error {
		dates, err := d.store.SeenDates(t.Context(), []int64{central}, dayIn(1), dayIn(21))
		if err == nil && len(dates[central]) != 2 {
			err = fmt.Errorf("seen: %v", dates)
		}
		return err
	})
	clock.Advance(6 * 24 * time.Hour)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(page)
	b.wait(".dates-past")
	if got := d.special(central); len(got) != 1 {
		t.Fatalf("the platform still gives %+v", got)
	}
	if b.is(`document.querySelector("#dates-coming").textContent.includes("Street fair")`) {
		t.Error("what is over is still to come")
	}
	b.click(".dates-past > summary")
	b.sees("Street fair")
	b.glance("dates-over", ".dates-past")
	if !b.is(`document.querySelectorAll(".dates-past .dates-row-tools > .btn").length === 1`) {
		t.Error("more can be done with what is over than to repeat it")
	}
	b.click(".dates-past .dates-row-tools > .btn")
	b.wait("#date-editor[open]")
	b.kept()
	b.savedDates()
	from, _ := time.Parse(time.DateOnly, dayIn(1))
	want := entryOn(t, from.AddDate(1, 0, 0).Format(time.DateOnly), from.AddDate(1, 0, 1).Format(time.DateOnly))
	if got := d.special(central); len(got) != 2 || got[1].StartDate != want.StartDate || got[1].EndDate != want.EndDate ||
		got[1].BusinessHour[0].EndTime != 2*3600 {
		t.Errorf("the platform has %+v", got)
	}
	if got := d.names(central); len(got) != 2 {
		t.Errorf("names: %v", got)
	}
}

// Staff see the dates but can't change them.
func TestStaffSeeDates(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "staff")
	b.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, central))
	b.wait("#dates-coming")
	b.sees("your role in this shop doesn't include it")
	if b.is(`document.querySelector("#dates-add, #dates-set, #dates-import, #dates-clear, .dates-row-tools")`) {
		t.Error("staff are offered changes")
	}
}

// Every size, scheme and direction.
func TestDatesFit(t *testing.T) {
	t.Parallel()
	_, b := openDates(t, outing)
	b.onEveryScreen("dates", func() {
		b.reload()
		b.wait("#dates-coming")
	}, func(look func(string)) {
		b.click(".dates-row-tools > .btn")
		b.wait("#date-editor[open]")
		look("-editor")
	})
}

// Keys that follow each other faster than a month is drawn all count.
func TestFastKeysInTheCalendar(t *testing.T) {
	t.Parallel()
	_, b := openDates(t, central)
	b.focus("[aria-current=date]")
	b.eval(`for (let i = 0; i < 7; i++) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true}))`, nil)
	b.on("#calendar-" + dayIn(49) + "[data-chosen=true]")
}

// A new entry takes the days of the one that it meets, by one press and one Save.
func TestReplaceDates(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, outing)
	before := len(d.special(outing))
	b.click("#dates-add")
	b.setDate("#date-first", dayIn(3))
	b.setDate("#date-last", dayIn(4))
	b.sees("These dates overlap")
	b.click("#date-replace")
	b.seesNot("These dates overlap")
	b.kept()
	b.savedDates()
	got, want := d.special(outing), entryOn(t, dayIn(3), dayIn(4))
	if len(got) != before || got[0].StartDate != want.StartDate || got[0].EndDate != want.EndDate {
		t.Errorf("the platform has %+v", got)
	}
}
