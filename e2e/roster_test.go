package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// many is a chain of that many shops, all of which the console has read.
func many(t testing.TB, count int) *desk {
	t.Helper()
	box := &sandbox.Sandbox{Shops: count}
	return startOn(t, box, known(t, box))
}

// sweeping has the console read all shops by itself, without manners.
func sweeping(o *server.Options) { o.Roster = server.Roster{Rate: 1000} }

// known has the console know every shop from its start, as after a sweep.
func known(t testing.TB, box *sandbox.Sandbox) setup {
	t.Helper()
	now := time.Now().UnixMilli()
	var parts []store.SnapshotPart
	for _, info := range box.Directory() {
		shop, _ := box.Shop(info.ShopID)
		for name, value := range map[string]any{store.SeenRecord: shop.Record, store.SeenWeek: shop.Week,
			store.SeenDates: shop.Special} {
			body, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, store.SnapshotPart{ShopID: info.ShopID, Part: name, Body: body, At: now})
		}
	}
	return func(o *server.Options) {
		err := errors.Join(o.Store.PutShops(t.Context(), o.Shops), o.Store.SaveSeen(t.Context(), parts, now))
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The list of all shops in every size, scheme and direction, with 2,000 shops.
func TestAllShopsFit(t *testing.T) {
	t.Parallel()
	d := many(t, 2000)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.onEveryScreen("all-shops", func() {
		b.open(d.URL + "/shops")
		b.settled()
		b.wait(`.shops-row[data-shop]`)
	}, nil)
}

// allShops opens the list of all shops, signed in, and waits until it has so many
// rows: an owner has the whole chain's, a manager twelve.
func (d *desk) allShops(b *tab, role string, count int) {
	d.t.Helper()
	d.signedIn(b, role)
	b.open(d.URL + "/shops")
	b.listed(count)
}

// rows are the names in sight, in the order in which they stand.
func (b *tab) rows() (names []string) {
	b.t.Helper()
	b.eval(`[...document.querySelectorAll(".shops-rows [role=row]")].map(r => r.querySelector(".shops-name").textContent)`,
		&names)
	return names
}

// listed waits until the list has so many rows, drawn or not.
func (b *tab) listed(count int) {
	b.t.Helper()
	b.until(`+document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === `+strconv.Itoa(count+1),
		strconv.Itoa(count)+" rows")
}

// allRead waits until something is known of each shop in sight.
func (b *tab) allRead() {
	b.t.Helper()
	b.until(`(pills => pills.length > 0 && pills.every(e => !e.textContent.includes("Not known")))([...document.querySelectorAll(".shops-rows [role=row] > :nth-child(3) .pill")])`, "the shops to be read")
}

// unfold opens the filters of the list of all shops, unless they are open.
func (b *tab) unfold() {
	b.t.Helper()
	b.wait("#shops-filter")
	b.eval(`(document.querySelector("#shops-csv") || document.querySelector("#shops-filter").click(), true)`, nil)
	b.wait("#shops-csv")
}

// On a phone, the card of a shop that wasn't read yet says so. It said "–" of hours, special date and photo, as of a
// shop that has none.
func TestShopsThatWereNotReadSaySoOnAPhone(t *testing.T) {
	t.Parallel()
	d := start(t) // which reads no shop by itself
	b := newTab(t)
	b.viewport(390, 844)
	d.signedIn(b, "owner")
	b.open(d.URL + "/shops")
	const said = `[...document.querySelector(".shops-row[data-shop]")?.querySelectorAll(".shops-words:empty") ?? []].map(e =>
		e.parentElement.dataset.title + ": " +
		getComputedStyle(e, "::before").content.replace("attr(data-none)", e.dataset.none).replaceAll('"', "")).join()`
	b.until(said+` === "Today: Not known yet,Next special date: Not known yet,Photo: Not known yet"`,
		"the card to say that nothing is known")
	b.shot("shops-unread-phone")
}

// The first shop's row is high on the screen of a laptop.
func TestAllShopsBeginHigh(t *testing.T) {
	t.Parallel()
	d := many(t, 60)
	b := newTab(t)
	b.viewport(1280, 860)
	d.allShops(b, "owner", 60)
	b.allRead()
	b.shot("shops-high")
	var top float64
	b.eval(`document.querySelector(".shops-rows .shops-row").getBoundingClientRect().top`, &top)
	if top > 210 {
		t.Errorf("the first row is at %v, want 210 at most", top)
	}
	// The page scrolled beside the list by some pixels, and on a tablet its lower bar lay over the last rows.
	const alone = `document.documentElement.scrollHeight <= innerHeight`
	if !b.is(alone) {
		t.Error("at a desk the page scrolls, too")
	}
	// The columns that come by themselves were cut off at the side: five on a tablet, and seven at a desk.
	inSight := `(e => e.scrollWidth <= e.clientWidth)(document.getElementById("shops-scroll"))`
	b.viewport(820, 1180)
	if !b.is(alone) {
		t.Error("on a tablet the page scrolls, too")
	}
	b.until(inSight, "all columns of a tablet to be in sight")
	b.viewport(1280, 860)
	b.unfold()
	b.click("#shops-columns")
	b.click("#shops-column-differ")
	b.click("#shops-column-groups")
	b.until(`document.querySelector(".shops-grid").ariaColCount === "9" && `+inSight, "seven columns to be in sight")
}

// From right to left each line of a shop's name begins beside its box. Once a name of two lines began at the other
// side.
func TestNamesOfTwoLinesMirror(t *testing.T) {
	t.Parallel()
	d := many(t, 200)
	b := newTab(t)
	d.allShops(b, "owner", 200)
	b.eval(`document.documentElement.dir = "rtl"`, nil)
	var starts [][]int
	b.eval(`[...document.querySelectorAll(".shops-name")].map(e => {
		const text = document.createRange();
		text.selectNodeContents(e);
		return [...text.getClientRects()].map(r => Math.round(r.right));
	})`, &starts)
	wrapped := false
	for _, lines := range starts {
		wrapped = wrapped || len(lines) > 1
		if slices.Max(lines)-slices.Min(lines) > 1 || lines[0] != starts[0][0] {
			t.Errorf("lines of a name begin at %v, those of the first at %v", lines, starts[0])
		}
	}
	if !wrapped {
		t.Error("no name takes two lines")
	}
	// The comma after a time stood before it.
	var before []string
	b.eval(`[...document.querySelectorAll(".shops-piece + .shops-piece")].filter(second => {
		const comma = document.createRange();
		comma.selectNodeContents(second.previousSibling);
		return comma.getClientRects()[0].left > second.previousElementSibling.getBoundingClientRect().left;
	}).map(e => e.parentElement.textContent)`, &before)
	if len(before) > 0 || !b.is(`document.querySelector(".shops-piece + .shops-piece")`) {
		t.Errorf("commas before their times: %q", before)
	}
}

// Find, sort, filter and choose columns; keep that as a view; find it again
// after a reload, and bring back a view that was deleted.
func TestFindAmongAllShops(t *testing.T) {
	t.Parallel()
	d := many(t, 200)
	b := newTab(t)
	d.allShops(b, "owner", 200)
	b.sees("taking orders")
	b.allRead()
	b.fill("#shops-find", "دبي marina")
	b.until(`document.querySelectorAll(".shops-rows [role=row]").length > 0 && [...document.querySelectorAll(".shops-name")].every(e => e.textContent.includes("Dubai Marina"))`, "the shops of Dubai Marina")
	b.fill("#shops-find", "no such shop")
	b.sees("Nothing fits “no such shop”")
	b.clickText("Show all")
	b.listed(200)

	b.unfold()
	b.choose("#shops-standing", "suspended")
	b.until(`[...document.querySelectorAll(".shops-rows .pill")].some(e => e.textContent.includes("Suspended on the platform")) && !document.querySelector(".shops-rows .pill[data-tone=ok]")`, "suspended shops alone")
	b.choose("#shops-standing", "-none-")
	b.choose("#shops-only", "photo")
	b.sees("In review")
	b.shot("shops-filtered")

	b.click("#shops-columns")
	b.wait("#shops-ask-columns[open]")
	b.click("#shops-column-number")
	b.click("#shops-column-today")
	b.shot("shops-columns")
	b.press("Escape")
	b.until(`!document.querySelector("#shops-ask-columns[open]")`, "the columns to close")
	b.click("#shops-sort-number")
	b.click("#shops-sort-number")
	b.until(`document.querySelector("[aria-sort=descending]")?.textContent === "Number"`, "the other way round")
	first := b.rows()[0]

	b.click("#shops-views")
	b.clickText("Save this view")
	b.wait("#shops-ask-view[open]")
	b.click("#shops-view-go")
	b.sees("Enter a name.")
	b.fill("#shops-view-name", "Photos to mend")
	b.shot("shops-view")
	b.click("#shops-view-go")
	b.sees("The view “Photos to mend” is saved.")

	b.reload()
	b.until(`document.querySelector(".shops-rows .shops-name")?.textContent === `+strconv.Quote(first),
		"the list as it was")
	b.unfold()
	b.click("#shops-views")
	b.clickText("Default view")
	b.listed(200)
	b.click("#shops-views")
	b.clickText("Photos to mend")
	b.until(`document.querySelector(".shops-rows .shops-name")?.textContent === `+strconv.Quote(first)+
		` && !document.querySelector("#shops-sort-today")`, "the view")
	b.click("#shops-views")
	b.clickText("Delete “Photos to mend”")
	b.sees("“Photos to mend” is deleted.")
	b.click("#shops-notice-go")
	b.sees("The view “Photos to mend” is saved.")
	b.reload()
	b.until(`document.querySelector("[role=grid]")`, "the list")
	b.unfold()
	b.click("#shops-views")
	b.sees("Photos to mend")
}

// A group made while the list of shops is on its way isn't in its answer, and stays.
func TestGroupMadeWhileTheListComes(t *testing.T) {
	t.Parallel()
	d := many(t, 60)
	b := newTab(t)
	d.allShops(b, "owner", 60)
	b.until(`Object.keys(localStorage).some((name) => name.endsWith(":roster"))`, "the list to be kept")
	answer := d.holds(api.PathRoster)
	b.reload()
	b.listed(60)
	b.unfold()
	b.click("#shops-groups")
	b.wait("#shops-ask-groups[open]")
	b.fill("#shops-group-name", "Island")
	b.click("#shops-group-add")
	b.sees("“Island” is made.")
	b.press("Escape")
	answer()
	b.heard(api.PathRoster)
	b.until(`document.querySelector("#shops-group").textContent.includes("Island")`, "the group to be there")
}

// Groups and tags: made with the shops that are ticked, filtered by, changed
// and taken back; another's change isn't lost.
func TestGroupsOfShops(t *testing.T) {
	t.Parallel()
	d := many(t, 60)
	b := newTab(t)
	d.allShops(b, "owner", 60)
	b.fill("#shops-find", "sheung wan")
	b.listed(1)
	b.click(".shops-rows .shops-tick")
	b.sees("1 shop chosen")
	b.fill("#shops-find", "congee")
	b.sees("1 of them not listed now")
	b.click(".shops-rows [role=row]:nth-of-type(3) .shops-tick")
	b.sees("2 shops chosen")
	b.click("#shops-bar-groups")
	b.wait("#shops-ask-groups[open]")
	b.fill("#shops-group-name", "Island")
	b.click("#shops-group-add")
	b.sees("“Island” is made.")
	b.expect("422")
	b.fill("#shops-group-name", "island")
	b.click("#shops-group-add")
	b.sees("There is one of this name already.")
	b.fill("#shops-group-name", "new")
	b.click("#shops-group-tag")
	b.click("#shops-group-add")
	b.sees("“new” is made.")
	b.shot("shops-groups")
	// The boxes put the shops in and take them out.
	b.eval(`[...document.querySelectorAll(".shops-groups label")].find(l => l.textContent.trim() === "Island").click()`,
		nil)
	b.sees("2 shops were taken out of “Island”.")
	b.click("#shops-group-undo")
	b.sees("Undone.")
	b.press("Escape")
	b.until(`!document.querySelector("#shops-ask-groups[open]")`, "the groups to close")
	b.click("#shops-none")
	b.seesNot("shops chosen")
	b.fill("#shops-find", " ")
	b.unfold()
	b.eval(`(() => { const s = document.querySelector("#shops-group"); s.value = [...s.options].find(o => o.textContent === "Island").value; s.dispatchEvent(new Event("change", {bubbles: true})); })()`, nil)
	b.listed(2)
	b.shot("shops-group")

	b.click("#shops-groups")
	b.wait("#shops-ask-groups[open]")
	b.click(`#shops-ask-groups [aria-label="Delete “Island”"]`)
	b.wait("#shops-drop[open]")
	b.sees("2 shops")
	b.shot("shops-drop")
	b.click("#shops-drop-go")
	b.sees("“Island” is deleted.")
	b.press("Escape")
	b.until(`!document.querySelector("#shops-ask-groups[open]")`, "the groups to close")
	b.clickText("Undo")
	b.sees("Undone.")
	b.click("#shops-groups")
	b.wait("#shops-ask-groups[open]")
	b.clickText("Rename")
	b.wait(".shops-grouprow .in")
	b.eval(`(() => { const f = document.querySelector(".shops-grouprow .in"); f.focus(); f.select(); document.execCommand("insertText", false, "Hong Kong Island"); })()`, nil)
	b.press("Enter")
	b.sees("It is called “Hong Kong Island” now.")
	b.press("Escape")
	b.reload()
	b.listed(2)
	b.sees("Hong Kong Island")
}

// What is listed is handed out as a file that a spreadsheet opens without
// taking a name for a formula.
func TestAllShopsAsCSV(t *testing.T) {
	t.Parallel()
	box := &sandbox.Sandbox{Shops: 30}
	d := startOn(t, box, func(o *server.Options) {
		o.Shops[0].EnName = `=HYPERLINK("x")`
	}, known(t, box))
	b := newTab(t)
	dir := t.TempDir()
	b.downloads(dir)
	d.allShops(b, "owner", 30)
	b.allRead()
	b.unfold()
	b.click("#shops-csv")
	b.sees("30 shops are in the file.")
	file := downloaded(t, filepath.Join(dir, "shops.csv"))
	lines := strings.Split(strings.TrimSpace(file), "\r\n")
	if len(lines) != 31 || !strings.HasPrefix(file, "\uFEFF"+`"Number","Shop","Other name","Status","Place","Today"`) {
		t.Fatalf("%d lines: %s", len(lines), lines[0])
	}
	if !strings.Contains(file, `"100001","'=HYPERLINK(""x"")","海港麵家・中環店",`) || strings.ContainsAny(file, "\u2066\u2069") {
		t.Error(file)
	}
}

// By the keyboard alone: along the rows, tick, tick a range, tick all, open.
func TestAllShopsByKeyboard(t *testing.T) {
	t.Parallel()
	d := many(t, 300)
	b := newTab(t)
	d.allShops(b, "owner", 300)
	b.focus("#shops-sort-photo")
	b.press("Tab")
	at := func(n int) {
		t.Helper()
		b.until(`+document.activeElement.getAttribute("aria-rowindex") === `+strconv.Itoa(n+1),
			"the keyboard in row "+strconv.Itoa(n))
	}
	at(1)
	b.press("ArrowDown")
	at(2)
	b.press(" ")
	b.sees("1 shop chosen")
	b.pressWith("ArrowDown", input.ModifierShift)
	b.pressWith("ArrowDown", input.ModifierShift)
	at(4)
	b.sees("3 shops chosen")
	b.press("End")
	at(300)
	b.until(`(r => r.top >= 0 && r.bottom <= innerHeight)(document.activeElement.getBoundingClientRect())`,
		"the last row in sight")
	b.until(`document.querySelectorAll(".shops-rows [role=row]").length < 60`, "only rows in sight to be drawn")
	b.press("PageUp")
	at(290)
	b.press("Home")
	at(1)
	b.pressWith("a", control)
	b.sees("300 shops chosen")
	b.pressWith("a", control)
	b.until(`!document.querySelector(".savebar")`, "none to be chosen")
	b.press("Enter")
	b.until(`/^\/shops\/\d+$/.test(location.pathname)`, "the shop to open")
}

// With the mouse: a range by Shift, all by the box above; what is chosen goes to
// the page that changes shops.
func TestChooseManyShops(t *testing.T) {
	t.Parallel()
	d := many(t, 100)
	b := newTab(t)
	d.allShops(b, "manager", 12)
	b.click(".shops-rows [role=row]:nth-of-type(2) .shops-tick")
	b.sees("1 shop chosen")
	b.eval(`document.querySelector(".shops-rows [role=row]:nth-of-type(6) .shops-tick").dispatchEvent(new MouseEvent("click", {bubbles: true, shiftKey: true}))`, nil)
	b.sees("5 shops chosen")
	b.shot("shops-chosen")
	b.click("#shops-all")
	b.sees("12 shops chosen")
	b.click("#shops-change")
	b.until(`location.pathname === "/runs/new"`, "the page that changes them")
	b.sees("12 shops")
	b.eval(`history.back()`, nil)
	b.sees("12 shops chosen")
	b.reload()
	b.sees("12 shops chosen")
}

// On a phone each shop is a card; the page itself scrolls.
func TestAllShopsOnAPhone(t *testing.T) {
	t.Parallel()
	d := many(t, 2000)
	b := newTab(t)
	b.viewport(390, 844)
	d.allShops(b, "owner", 2000)
	b.sees("10:30–22:00")
	b.eval(`scrollTo(0, document.documentElement.scrollHeight / 2)`, nil)
	b.until(`(rows => rows.length > 0 && rows.some(r => r.getBoundingClientRect().top < innerHeight && r.getBoundingClientRect().bottom > 0 && +r.getAttribute("aria-rowindex") > 500))([...document.querySelectorAll(".shops-rows [role=row]")])`, "the cards in the middle")
	b.fits("shops-phone")
	b.shot("shops-phone-middle")
	b.eval(`scrollTo(0, 0)`, nil)
	b.click("#shops-filter")
	b.choose("#shops-sort", "number")
	numbers := `[...document.querySelectorAll('.shops-rows [role=row] a[href*="/shops/"]')].map(a => +a.getAttribute("href").match(/shops.(\d+)/)[1])`
	b.until(`(n => n.length > 1 && n[0] < n[1])(`+numbers+`)`, "the lowest number first")
	b.click("#shops-down")
	b.until(`(n => n.length > 1 && n[0] > n[1])(`+numbers+`)`, "the highest number first")
	b.shot("shops-phone-sorted")
	b.choose("#shops-only", "alert")
	b.sees("of 2,000 shops")
	b.click(".shops-rows .shops-tick")
	b.sees("1 shop chosen")
	b.fits("shops-phone-chosen") // its bar ran off the screen
	b.shot("shops-phone-chosen")
}

// What happens to a shop is shown without anybody asking.
func TestAllShopsLive(t *testing.T) {
	t.Parallel()
	d := many(t, 40)
	b := newTab(t)
	d.allShops(b, "manager", 12)
	b.allRead()
	b.eval(`fetch("/api/pauses", {method: "POST", headers: {"Content-Type": "application/json", "X-Console": "1"}, body: JSON.stringify({shopId: "100001", version: 0, end: "notice", reason: "busy"})})`, nil)
	b.until(`document.querySelector("[data-shop='100001'] .pill")?.textContent.includes("Paused")`, "the row to say so")
	b.sees("1 paused")
}

// With what an earlier visit left, the list can be worked with before any
// answer has come, and one request brings it up to date.
func TestAllShopsFromCache(t *testing.T) {
	t.Parallel()
	d := many(t, 2000)
	b := newTab(t)
	d.allShops(b, "owner", 2000)
	b.until(`Object.keys(localStorage).some(k => k.endsWith(":roster"))`, "the list to be kept")
	hold := make(chan struct{})
	var mu sync.Mutex
	asked := map[string]int{}
	watch := func(r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/") {
			return
		}
		mu.Lock()
		asked[r.URL.Path]++
		mu.Unlock()
		if r.URL.Path == api.PathRoster {
			<-hold
		}
	}
	d.watch.Store(&watch)
	b.reload()
	b.sees("As of your last visit.")
	b.listed(2000)
	b.fill("#shops-find", "mong kok")
	b.until(`[...document.querySelectorAll(".shops-name")].every(e => e.textContent.includes("Mong Kok"))`,
		"the search to work")
	close(hold)
	b.sees("Changes show by themselves.")
	mu.Lock()
	defer mu.Unlock()
	if asked[api.PathRoster] != 1 {
		t.Errorf("asked for the list %d times", asked[api.PathRoster])
	}
	for path := range asked {
		if strings.HasPrefix(path, api.PlatformPrefix) {
			t.Errorf("asked for %s: nothing is asked of a single shop", path)
		}
	}
}

// The console reads all shops by itself, and shows them as they come.
func TestSweepShowsItself(t *testing.T) {
	t.Parallel()
	d := startOn(t, &sandbox.Sandbox{Shops: 40}, sweeping)
	b := newTab(t)
	d.allShops(b, "owner", 40)
	b.allRead()
}

// The list and each of its dialogs, with axe, in every look.
func TestAllShopsAccessible(t *testing.T) {
	t.Parallel()
	d := many(t, 60)
	b := newTab(t)
	d.signedIn(b, "owner")
	for _, size := range []struct{ w, h int }{{1280, 860}, {390, 844}} {
		b.viewport(size.w, size.h)
		b.open(d.URL + "/shops")
		b.listed(60)
		b.allRead()
		b.click(".shops-rows .shops-tick")
		b.judgeEveryLook("all-shops")
		b.click("#shops-none")
		b.unfold()
		for _, dialog := range []string{"columns", "groups"} {
			b.click("#shops-" + dialog)
			b.wait("#shops-ask-" + dialog + "[open]")
			b.judge("all-shops-"+dialog, "light")
			b.press("Escape")
			b.until(`!document.querySelector("dialog[open]")`, "the dialog to close")
		}
	}
}

// BenchmarkFilter types into the search of 2,000 shops and reports what a key
// press costs, as [BenchmarkTyping] does.
func BenchmarkFilter(b *testing.B) {
	d := many(b, 2000)
	page := newTab(b)
	d.allShops(page, "owner", 2000)
	page.allRead()
	page.eval(strings.Replace(meter, `"12:" + String(typed++ % 60).padStart(2, "0")`,
		`["n", "no", "noo", "noodle", "noodle m", "noodle mong", "mong", "m", ""][typed++ % 9]`, 1), nil)
	page.do(performance.Enable().WithTimeDomain(performance.EnableTimeDomainThreadTicks))
	var work float64
	before := page.spent()
	for b.Loop() {
		var cost struct{ Work, Longest float64 }
		page.eval(`typeOneKey("#shops-find")`, &cost)
		work += cost.Work
	}
	after := page.spent()
	b.ReportMetric(work/float64(b.N), "ms-work/key")
	for name, metric := range map[string]string{"ScriptDuration": "ms-cpu-program/key",
		"LayoutDuration": "ms-cpu-layout/key", "RecalcStyleDuration": "ms-cpu-style/key"} {
		b.ReportMetric(1000*(after[name]-before[name])/float64(b.N), metric)
	}
}

// Each shop in sight has a small photo, which the server has made smaller.
func TestShopsHaveThumbnails(t *testing.T) {
	t.Parallel()
	d := start(t, sweeping)
	b := newTab(t)
	d.allShops(b, "owner", 28)
	b.allRead()
	b.smallIsMade("shop", "100001")
	b.reload()
	b.until(`(e => e && (e.scrollIntoView(), e.complete) && e.naturalWidth === 96 && e.alt === "shown")(
		document.querySelector(".thumbnail-image[src*='shop=100001&']"))`, "the small photo of a shop")
	b.shot("all-shops-photos")
}

// On paper the names stood in the narrow column of the boxes, a letter a line, and no column had a heading. A list
// longer than a sheet left the first one blank, and rows were cut in two.
func TestAllShopsOnPaper(t *testing.T) {
	t.Parallel()
	box := new(sandbox.Sandbox)
	d := startOn(t, box, known(t, box))
	b := newTab(t)
	d.allShops(b, "owner", 28)
	b.viewport(718, 1000) // A4
	b.do(emulation.SetEmulatedMedia().WithMedia("print"))
	b.until(`document.querySelector(".shops-rows .shops-name").offsetWidth > 100`, "a name to have room")
	b.until(`document.querySelector("#shops-sort-name").innerText`, "a heading")
	b.until(`getComputedStyle(document.querySelector(".card:has(.shops-rows)")).breakInside === "auto"`,
		"the list to begin on the first sheet")
	b.until(`getComputedStyle(document.querySelector(".shops-rows .shops-row")).breakInside === "avoid"`, "whole rows")
	// What the platform says about a photo ran off the sheet.
	b.eval(`dispatchEvent(new Event("beforeprint"))`, nil)
	b.until(`document.querySelector(".shops-cell:has(.thumbnail) > .pill")`, "a photo in review")
	b.until(`[...document.querySelectorAll(".shops-rows .shops-cell > *")].every(e =>
		e.getBoundingClientRect().right <= e.closest(".shops-row").getBoundingClientRect().right - 8)`, "columns on the sheet")
}

// A printed list has all its rows, not those in sight alone: the others' place was blank paper.
func TestWholeListsArePrinted(t *testing.T) {
	t.Parallel()
	d := many(t, 300)
	b := newTab(t)
	d.allShops(b, "owner", 300)
	for path, row := range map[string]string{
		"/shops": ".shops-rows .shops-name", "/runs/new": "#apply-shops [role=listitem]",
	} {
		rows := fmt.Sprintf(`document.querySelectorAll(%q).length`, row)
		b.open(d.URL + path)
		b.until(rows+` > 0`, "rows")
		var drawn, printed int
		b.eval(rows, &drawn)
		b.eval(`(dispatchEvent(new Event("beforeprint")), `+rows+`)`, &printed) // browsers print right then
		if printed != 300 {
			t.Errorf("%s: %d shops are printed, of 300", path, printed)
		}
		b.eval(`dispatchEvent(new Event("afterprint"))`, nil)
		b.until(fmt.Sprintf(`%s === %d`, rows, drawn), "the rows in sight alone")
		b.paper("all" + strings.ReplaceAll(path, "/", "-"))
	}
}

// Rows stand closer together on this device once its person says so, and still do after a reload.
func TestRowsCanBeCompact(t *testing.T) {
	t.Parallel()
	d := many(t, 200)
	b := newTab(t)
	d.allShops(b, "owner", 200)
	height := func() (px int) {
		b.eval(`document.querySelector(".shops-rows [role=row]").offsetHeight`, &px)
		return px
	}
	wide := height()
	b.click("#me")
	b.click("#me-item-compact")
	b.until(`document.documentElement.dataset.density === "compact"`, "the rows to be compact")
	if compact := height(); compact >= wide || compact < 44 {
		t.Errorf("a row is %d px high, and was %d", compact, wide)
	}
	b.shot("all-shops-compact")
	b.reload()
	b.listed(200)
	b.until(`document.documentElement.dataset.density === "compact"`, "the rows to be compact after a reload")
	b.click("#me")
	b.wait(`#me-item-compact[aria-current]`)
	b.click("#me-item-compact")
	b.until(`!document.documentElement.dataset.density`, "the rows to be as they were")
	if again := height(); again != wide {
		t.Errorf("a row is %d px high, and was %d at first", again, wide)
	}
}
