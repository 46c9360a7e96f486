package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

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
	if err := d.direct().UpdateSpecialHours(d.t.Context(), platform.SpecialUpdate{ShopID: shopID, Dates: dates}); err != nil {
		d.t.Fatal(err)
	}
}

// dayIn is the date that many days after today at a shop in Hong Kong.
func dayIn(days int) string { return time.Now().In(hongKong).AddDate(0, 0, days).Format(time.DateOnly) }

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
	return platform.SpecialDate{StartDate: from.UnixMilli(), EndDate: to.AddDate(0, 0, 1).UnixMilli() - 1, BusinessHour: shifts}
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
	d, b := openDates(t, outing)
	before := d.special(outing)
	b.shot("dates")
	b.click("#dates-add")
	b.setDate("#date-first", dayIn(3))
	b.setDate("#date-last", dayIn(5))
	b.sees("These dates overlap")
	b.shot("dates-overlap")
	b.eval(`document.querySelector("#date-done").click()`, nil)
	b.until(`document.activeElement.id === "date-first"`, "the field that is wrong to take the keyboard")
	b.setDate("#date-last", dayIn(3))
	b.seesNot("These dates overlap")
	b.kept()
	b.sees("1 change")
	b.shot("dates-changed")
	b.click("#dates-save")
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
	d, b := openDates(t, outing)
	b.click("#dates-next")
	first := time.Now().In(hongKong).AddDate(0, 1, 0)
	month := time.Date(first.Year(), first.Month(), 1, 0, 0, 0, 0, time.UTC)
	from, to := month.AddDate(0, 0, 18).Format(time.DateOnly), month.AddDate(0, 0, 20).Format(time.DateOnly)
	b.wait("#calendar-" + from)
	b.dragDays("#calendar-"+from, "#calendar-"+to)
	b.sees("3 days")
	b.click("#dates-set")
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
	b.click("#dates-save")
	b.savedDates()
	list := d.special(outing)
	got, want := list[len(list)-1], entryOn(t, from, to)
	if got.StartDate != want.StartDate || got.EndDate != want.EndDate || got.BusinessHour[0] != (platform.Period{StartTime: 18 * 3600, EndTime: 2 * 3600}) {
		t.Errorf("the platform has %+v, want %+v", got, want)
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

// Somebody else changes the same entry meanwhile: both are shown, one is
// chosen, and what only they did is taken over.
func TestSomebodyElseChangedTheDates(t *testing.T) {
	d, b := openDates(t, outing)
	b.click(".dates-row .dates-tool")
	b.click("#date-kind-whole")
	b.kept()
	b.sees("1 change")
	theirs := d.special(outing)
	theirs[0].BusinessHour = []platform.Period{{StartTime: 9 * 3600, EndTime: 12 * 3600}}
	theirs = append(theirs, entryOn(t, dayIn(40), dayIn(41), platform.Period{}))
	d.setSpecial(outing, theirs)
	b.expect("409")
	b.click("#dates-save")
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
	d, b := openDates(t, outing)
	b.click(".dates-row .dates-tool:last-child")
	b.sees("1 change")
	b.reload()
	b.sees("Your draft of")
	b.shot("dates-draft")
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultError, Path: platform.PathSpecialUpdate, Count: 3}); err != nil {
		t.Fatal(err)
	}
	b.expect("504")
	b.click("#dates-save")
	b.wait("#dates-notice[role=alert]")
	d.box.ClearFaults()
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultActDrop, Path: platform.PathSpecialUpdate, Count: 2}); err != nil {
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
			if b.until(`document.querySelector("[aria-current=date]")`, "today"); !b.is(fmt.Sprintf(`document.querySelector("[aria-current=date]").dataset.date === %q`, dayIn(0))) {
				t.Errorf("today isn't the shop's, %s", dayIn(0))
			}
			first, last := dayIn(400), dayIn(402)
			b.click("#dates-add")
			b.setDate("#date-first", first)
			b.setDate("#date-last", last)
			b.kept()
			b.click("#dates-save")
			b.savedDates()
			want := entryOn(t, first, last)
			if got := d.special(central); len(got) != 1 || got[0].StartDate != want.StartDate || got[0].EndDate != want.EndDate {
				t.Errorf("the platform has %+v, want %+v", got, want)
			}
			b.reload()
			b.wait("#dates-coming .dates-row")
			b.click(".dates-row .dates-tool")
			if from, to := b.value("#date-first"), b.value("#date-last"); from != first || to != last {
				t.Errorf("shows %s to %s, want %s to %s", from, to, first, last)
			}
		})
	}
}

// Out as a calendar file, and in again: each entry is offered, what is in the
// list already isn't chosen.
func TestCalendarFile(t *testing.T) {
	d, b := openDates(t, outing)
	dir := t.TempDir()
	b.downloads(dir)
	b.click("#dates-export")
	name := filepath.Join(dir, fmt.Sprintf("special-dates-%d.ics", outing))
	var written []byte
	for deadline := time.Now().Add(patience); len(written) == 0 && time.Now().Before(deadline); {
		written, _ = os.ReadFile(name)
		time.Sleep(20 * time.Millisecond) // between two looks
	}
	if got := strings.Count(string(written), "BEGIN:VEVENT"); got != 2 {
		t.Fatalf("exported %d events: %s", got, written)
	}
	day := strings.ReplaceAll(dayIn(50), "-", "")
	more := "BEGIN:VEVENT\r\nSUMMARY:Winter fair\r\nDTSTART:" + day + "T180000\r\nDURATION:PT8H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
	if err := os.WriteFile(name, []byte(strings.Replace(string(written), "END:VCALENDAR\r\n", more, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.SetUploadFiles("#dates-import", []string{name}, chromedp.ByQuery))
	b.sees("Winter fair")
	b.sees("Take over 1 entry")
	b.shot("dates-import")
	b.click("#dates-bring-go")
	b.sees("1 change")
	b.click("#dates-save")
	b.savedDates()
	list := d.special(outing)
	got, want := list[len(list)-1], entryOn(t, dayIn(50), dayIn(50))
	if len(list) != 3 || got.StartDate != want.StartDate || got.BusinessHour[0] != (platform.Period{StartTime: 18 * 3600, EndTime: 2 * 3600}) {
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

// By the keyboard alone: choose days in the calendar, close them, save.
func TestDatesByKeyboard(t *testing.T) {
	d, b := openDates(t, central)
	b.focus("[aria-current=date]")
	b.press("ArrowDown")
	b.press("ArrowDown")
	b.pressWith("ArrowRight", input.ModifierShift)
	b.sees("2 days")
	b.press("Enter")
	b.wait("#date-editor[open]")
	b.focus("#date-done")
	b.press("Enter")
	b.until(`!document.querySelector("#date-editor[open]")`, "the editor to close")
	b.focus("#dates-save")
	b.press("Enter")
	b.savedDates()
	want := entryOn(t, dayIn(14), dayIn(15))
	if got := d.special(central); len(got) != 1 || got[0].StartDate != want.StartDate || got[0].EndDate != want.EndDate {
		t.Errorf("the platform has %+v, want %+v", got, want)
	}
}

// Staff see the dates but can't change them.
func TestStaffSeeDates(t *testing.T) {
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "staff")
	b.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, central))
	b.wait("#dates-coming")
	b.sees("You can see these dates but not change them")
	if b.is(`document.querySelector("#dates-add, #dates-set, #dates-import, #dates-clear, .dates-tool")`) {
		t.Error("staff are offered changes")
	}
}

// Every size, scheme and direction.
func TestDatesFit(t *testing.T) {
	_, b := openDates(t, outing)
	for _, size := range []struct{ w, h int }{{1280, 860}, {820, 1180}, {390, 844}, {320, 640}} {
		for _, look := range []string{"light", "dark", "rtl"} {
			b.viewport(size.w, size.h)
			b.dark(look == "dark")
			b.reload()
			b.wait("#dates-coming")
			if look == "rtl" {
				b.eval(`document.documentElement.dir = "rtl"`, nil)
			}
			name := fmt.Sprintf("dates-%d-%s", size.w, look)
			b.fits(name)
			b.shot(name)
			b.click(".dates-row .dates-tool")
			b.wait("#date-editor[open]")
			b.fits(name + "-editor")
			b.shot(name + "-editor")
		}
	}
}
