package e2e

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/store"
)

// startTemplates is a desk whose sandbox pushes, with every shop read and a group
// of two shops.
func startTemplates(t *testing.T) *desk {
	t.Helper()
	d := startOrders(t, new(sandbox.Sandbox), sweeping)
	if err := d.store.SaveGroup(t.Context(), store.Group{ID: "KOWLOON", Name: "Kowloon", OperatorID: 1},
		[]int64{central, 100002}, nil); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() error {
		seen, err := d.store.Seen(t.Context(), []int64{central, 100002, 100003})
		if err != nil {
			t.Fatal(err)
		}
		if d.box.Callbacks()[platform.EventHoursChanged] == "" || len(seen) != 3 ||
			slices.ContainsFunc(seen, func(s store.ShopSnapshot) bool {
				return len(s.Parts) < 3
			}) {
			return fmt.Errorf("the shops weren't read: %+v", seen)
		}
		return nil
	})
	return d
}

// closeAt changes a shop elsewhere: open each day from ten to that hour. It waits
// until we heard of it.
func (d *desk) closeAt(shop int64, to int) {
	d.t.Helper()
	err := d.box.ChangeHours(shop, func(week *platform.Week) {
		for _, day := range platform.Days() {
			week.SetDay(day, []platform.Period{{StartTime: 10 * 3600, EndTime: to * 3600}})
		}
	})
	if err != nil {
		d.t.Fatal(err)
	}
	d.heard(shop, to)
}

// heard waits until our server knows that a shop closes at that hour each day.
func (d *desk) heard(shop int64, to int) {
	d.t.Helper()
	end := `"endTime":` + strconv.Itoa(to*3600)
	eventually(d.t, func() error {
		seen, err := d.store.Seen(d.t.Context(), []int64{shop})
		if err != nil {
			d.t.Fatal(err)
		}
		if !slices.ContainsFunc(seen[0].Parts, func(p store.SnapshotPart) bool {
			return p.Part == store.SeenWeek && strings.Count(string(p.Body), end) == 7 // days
		}) {
			return fmt.Errorf("the change of %d wasn't heard of", shop)
		}
		return nil
	})
}

// pick chooses an entry of a picker by typing.
func (b *tab) pick(css, words string) {
	b.t.Helper()
	b.click(css)
	b.wait(css + "-search")
	b.keys(words)
	b.until(`document.querySelectorAll("`+css+`-list [role=option]").length === 1`, "one entry to fit "+words)
	b.press("Enter")
}

// Make a template from a shop, assign it to a group, see in words where another
// shop of it differs after somebody changed it elsewhere, accept that; and
// correct it by a run.
func TestTemplate(t *testing.T) {
	t.Parallel()
	d := startTemplates(t)
	d.closeAt(central, 20)
	d.closeAt(100002, 20)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/templates")
	b.sees("No templates yet")
	b.shot("templates-empty")
	b.click("#templates-new")
	b.pick("#template-from", "100001")
	b.until(`document.querySelector("#template-has-week")?.checked`, "the shop to fill the template")
	b.shot("templates-from-shop")
	b.until(`!document.querySelector("#template-has-phones").checked`, "the shop's phones to be left out")
	for _, part := range []string{"dates", "picture"} {
		b.eval(`(() => { const box = document.querySelector("#template-has-`+part+
			`"); if (box?.checked) box.click(); return true })()`, nil)
	}
	b.fill("#template-name", "Standard week")
	b.click("#template-group-KOWLOON")
	b.shot("templates-edit")
	b.click("#template-save")
	b.sees("What it says")
	b.sees("2 the same")
	b.sees("10:00–20:00")
	b.shot("templates-same")

	d.closeAt(100002, 22) // by somebody else, on the platform
	b.open(d.URL + "/templates")
	b.sees("1 differs")
	b.shot("templates-list")
	b.click(".templates-row")
	b.wait("#drift-100002-tick")
	b.sees("7 differences")
	b.sees("Monday")
	b.sees("10:00–22:00")
	b.shot("templates-drift")
	b.click("#drift-100002-tick")
	b.sees("1 chosen")
	b.click("#drift-accept-open")
	b.fill("#drift-note", "Open late for the night market")
	b.shot("templates-accept")
	b.click("#drift-accept-go")
	b.sees("Open late for the night market")
	b.sees("1 accepted")
	b.shot("templates-accepted")

	// It holds until the shop changes in that.
	d.closeAt(100002, 23)
	b.reload()
	b.sees("7 differences")
	b.click("#drift-100002-tick")
	b.click("#drift-fix-open")
	b.sees("Correct one shop?")
	b.shot("templates-fix")
	b.click("#drift-fix-go")
	b.until(`location.pathname.endsWith("/runs/new")`, "the page that makes runs")
	b.settled()
	b.shot("templates-run")
	b.click("#apply-next")
	b.sees("Run in 1 shop")
	b.click("#apply-go")
	b.click("#apply-ask-go")
	b.sees("1 of 1 done")
	week, err := d.direct().WeeklyHours(t.Context(), platform.ShopRef{ShopID: 100002})
	if err != nil || len(week.Mon) != 1 || week.Mon[0].EndTime != 20*3600 {
		t.Errorf("the platform has %+v %v", week, err)
	}
	d.heard(100002, 20)
	b.open(d.URL + "/templates")
	b.sees("2 the same")
}

// Holidays of a region, problems at their fields, undo, a draft over a reload and
// an ended session, and somebody else's save meanwhile.
func TestEditTemplate(t *testing.T) {
	t.Parallel()
	d := startTemplates(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + "/templates/new")
	b.settled()
	b.click("#template-has-dates")
	b.click("#template-holidays")
	b.sees("Christmas")
	b.shot("templates-holidays")
	b.click("#template-holidays-go")
	b.until(`document.querySelectorAll("#template-card-dates .dates-row").length > 10`, "the holidays to be taken over")
	b.click("#template-has-phones")
	b.click("#phones-add")
	b.fill("#phone-0-number", "12")
	b.click("#template-has-picture")
	b.fill("#template-picture", "ftp://x")
	b.click("#template-save")
	b.until(`document.activeElement.id === "template-summary"`, "the summary to have the keyboard")
	b.sees("Enter a name.")
	b.sees("The address must start with https:// or http://.")
	b.shot("templates-problems")
	b.fill("#template-name", "Holidays")
	b.seesNot("Enter a name.")
	b.pressWith("z", control)
	b.sees("Enter a name.")
	b.pressWith("y", control)
	b.seesNot("Enter a name.")
	b.click("#template-has-picture")
	b.fill("#phone-0-number", "2546 0101")
	b.pick("#template-shop-add", "100003")
	b.wait("#template-shop-100003")
	b.reload()
	b.until(`document.querySelector("#template-name")?.value === "Holidays" && document.querySelector("#template-shop-100003")`, "the draft after a reload")
	b.sees("is back")

	d.endSession(b, "manager")
	// the page may have found out by itself, and asks over the button
	pressed, goOn := d.stops(api.PathTemplates)
	b.eval(`document.querySelector("#template-save").click()`, nil)
	pressed() // before the question is answered
	goOn()
	b.wait("dialog#signin-over[open]")
	b.clickText("Try it as manager")
	b.until(`!document.querySelector("dialog#signin-over[open]")`, "the page to go on")
	b.click("#template-save")
	b.sees("What it says")
	b.sees("Assigned to: 1 shop")
	b.shot("templates-saved")

	b.click("#template-edit")
	b.until(`document.querySelector("#template-name")?.value === "Holidays"`, "the editor")
	all, err := d.store.Templates(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	b.fill("#template-name", "Holidays and phones") // now, or the page could take theirs over
	theirs := all[0]
	theirs.ChangedBy, theirs.Name, theirs.Parts = "Olivia Chan", "Theirs", []byte(`{"phones":["852-25460109"]}`)
	if err := d.store.SaveTemplate(t.Context(), theirs); err != nil {
		t.Fatal(err)
	}
	b.expect("409")
	b.click("#template-save")
	b.sees("Choose which version to keep")
	b.sees("Only they changed this.")
	b.shot("templates-clash")
	b.click("#conflict-name-mine")
	b.click("#conflict-save")
	b.sees("What it says")
	b.sees("Holidays and phones")
	b.clickText("Undo")
	b.sees("Undone. It is as it was.")
	b.until(`document.querySelector("#page-title").innerText === "Theirs"`, "the template as it was")
	b.click("#template-remove")
	b.click("#template-remove-go")
	b.sees("No templates yet")
	b.clickText("Undo")
	b.until(`document.querySelector("#template-says")`, "the template to be back")
}

// A template was checked with each key once somebody had tried to save it, and the time that was being typed was
// written out after its first key: it became "00:004:30".
func TestTimeIsTypedAfterATryToSave(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/templates/new")
	b.click("#template-has-week")
	b.click("#template-save")
	b.sees("Enter a name.")
	b.fill("#mon-0-start", "04:30")
	if got := b.value("#mon-0-start"); got != "04:30" {
		t.Errorf("the field has %q", got)
	}
}

// A template is removed while another person's change of it isn't saved yet. What was typed was gone with the next
// loading of the page, while the page that stayed open offered to save it anyway.
func TestEditOfARemovedTemplateIsKept(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	const id = "removedremovedremovedremov"
	week := store.Template{ID: id, Name: "Holidays", Parts: []byte(`{"phones":["852-25460109"]}`)}
	if err := d.store.SaveTemplate(t.Context(), week); err != nil {
		t.Fatal(err)
	}
	b.open(d.URL + "/templates/" + id + "/edit")
	b.fill("#template-name", "Holidays and phones")
	b.sees("1 change")
	if err := d.store.RemoveTemplate(t.Context(), id, 1, 1, 0); err != nil {
		t.Fatal(err)
	}
	b.reload()
	b.until(`document.querySelector("#template-name")?.value === "Holidays and phones"`, "what was typed")
	b.expect("404")
	b.click("#template-save")
	b.sees("Somebody else has removed this.")
	b.click("#template-notice-go")
	b.sees("What it says")
	b.sees("Holidays and phones")
}

// All of it by the keys alone: make a template, choose a shop that differs, say
// why it may.
func TestTemplateByKeyboard(t *testing.T) {
	t.Parallel()
	d := startTemplates(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	enter := func(css string) {
		t.Helper()
		b.wait(css)
		b.focus(css)
		b.press("Enter")
	}
	b.open(d.URL + "/templates")
	enter("#templates-new")
	b.wait("#template-name")
	b.focus("#template-name")
	b.keys("By keys")
	b.focus("#template-has-phones")
	b.press(" ")
	enter("#phones-add")
	b.until(`document.activeElement.id === "phone-0-number"`, "the keyboard in the number")
	b.keys("2546 0109")
	enter("#template-shop-add")
	b.until(`document.activeElement.id === "template-shop-add-search"`, "the search")
	b.keys("100001")
	b.press("Enter")
	b.wait("#template-shop-100001")
	enter("#template-save")
	b.wait("#drift-100001-tick")
	b.focus("#drift-100001-tick")
	b.press(" ")
	enter("#drift-accept-open")
	b.until(`document.activeElement.id === "drift-note"`, "the keyboard in the note")
	b.keys("Old number, still known")
	enter("#drift-accept-go")
	b.sees("Old number, still known")
	b.sees("1 accepted")
	enter("#drift-100001-revoke")
	b.sees("1 differs")
}

// A manager of twelve sees groups and templates as far as they are theirs.
func TestTemplatesOfAManager(t *testing.T) {
	t.Parallel()
	d := startTemplates(t)
	if err := d.store.SaveGroup(t.Context(), store.Group{ID: "WIDE", Name: "Wide", OperatorID: 1},
		[]int64{central, 100020}, nil); err != nil {
		t.Fatal(err)
	}
	if err := d.store.SaveTemplate(t.Context(), store.Template{
		ID: strings.Repeat("a", 26), Name: "Everybody's", ChangedBy: "Olivia Chan",
		Parts: []byte(`{"phones":["852-25460109"]}`), Groups: []string{"WIDE"}, Shops: []int64{100021},
	}); err != nil {
		t.Fatal(err)
	}
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + "/templates/" + strings.Repeat("a", 26))
	b.sees("Only the person who made it, or somebody with a role in all shops, may change it.")
	b.until(`document.querySelector("#template-for").innerText.replace(/[\u2066-\u2069]/g, "") === "Assigned to: Wide, shops of others"`, "what it is assigned to")
	b.until(`document.querySelectorAll("#drift-rows [role=listitem]").length === 1 && !document.querySelector("#template-edit")`, "one shop, and nothing to edit")
	b.open(d.URL + "/templates/new")
	b.sees("It has shops that aren't yours.")
	b.until(`document.querySelector("#template-group-WIDE").disabled && !document.querySelector("#template-group-KOWLOON").disabled`, "the group of others to be out of reach")
	b.shot("templates-manager")
}

// The pages with something on them fit every screen, and axe finds nothing.
func TestTemplatesLook(t *testing.T) {
	t.Parallel()
	d := startTemplates(t)
	for i, one := range []struct{ name, parts string }{
		{"A rather long name of a template for the shops at the harbour, all",
			`{"week":[[[36000,79200]],[[36000,79200]],[[36000,79200]],[[36000,54000],[63000,7200]],[[36000,79200]],[[0,0]],[[0,0]]],
			"dates":[{"from":"2099-12-25","to":"2099-12-26","shifts":[[0,0]],"name":"Christmas"}],"phones":["852-25460109"],"picture":"https://pictures.example/a-rather-long-name-of-a-picture-indeed.jpg"}`},
		{"Phones", `{"phones":["852-25460108"]}`},
	} {
		if err := d.store.SaveTemplate(t.Context(), store.Template{
			ID: strings.Repeat(string(rune('a'+i)), 26), Name: one.name, ChangedBy: "Olivia Chan", Parts: []byte(one.parts),
			Groups: []string{"KOWLOON"}, Shops: []int64{100003},
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.store.AcceptDrift(t.Context(), store.AcceptedDrift{TemplateID: strings.Repeat("b", 26), ShopID: central,
		Operator: "Olivia Chan"}); err != nil {
		t.Fatal(err)
	}
	b := newTab(t)
	d.signedIn(b, "owner")
	for _, page := range []struct{ name, path string }{
		{"templates", "/templates"}, {"template", "/templates/" + strings.Repeat("a", 26)},
		{"template-yields", "/templates/" + strings.Repeat("b", 26)},
		{"template-edit", "/templates/" + strings.Repeat("a", 26) + "/edit"},
	} {
		b.open(d.URL + page.path)
		b.settled()
		b.judgeEveryLook(page.name)
		b.onEveryScreen(page.name, func() {}, nil)
	}
}

// A shop's own pages say in what it differs from its template, and offer to make it the same or to accept it.
func TestDriftOnTheShopsPages(t *testing.T) {
	t.Parallel()
	d := startTemplates(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	d.closeAt(central, 22)
	id := strings.Repeat("a", 26)
	note := "#drift-of-" + id
	differs := `(document.querySelector("` + note + `")?.innerText ?? "").replace(/[\u2068\u2069]/g, "").includes("Differs from Standard week: Friday")`
	b.open(d.URL + "/shops")
	b.eval(fmt.Sprintf(`fetch("/api/templates", {method: "POST", headers: {"X-Console": "1", "Content-Type": "application/json"}, body: JSON.stringify({
		id: %q, name: "Standard week", version: 0, groups: [], shops: ["%d"],
		parts: {week: Array.from({length: 7}, (_, i) => [[36000, i === 4 ? 75600 : 79200]])}})}).then(a => document.body.dataset.saved = a.status)`,
		id, central), nil)
	b.until(`document.body.dataset.saved`, "an answer")
	if !b.is(`document.body.dataset.saved === "200"`) {
		t.Fatal("the template wasn't saved")
	}
	for _, page := range []string{"", "/hours", "/dates", "/phones", "/photo"} {
		b.open(fmt.Sprintf("%s/shops/%d%s", d.URL, central, page))
		b.wait(note)
		b.until(differs, "the day that differs")
	}
	b.judgeEveryLook("a shop that differs")
	b.shot("shop-drift")
	b.click("#drift-of-" + id + "-accept")
	b.sees("One shop accepted.")
	b.until(`!document.querySelector("`+note+`")`, "the note to go")
	b.click(".toast button:not([aria-label])")
	b.until(differs, "the undo")
	b.onTablet()
	b.tapped(note+"-fix", "#apply-next:not(:disabled)")
	b.tapped("#apply-next", "#apply-go:not(:disabled)")
	b.tapped("#apply-go", "#apply-ask-go")
	b.tapped("#apply-ask-go", "#run-progress")
	b.tookTaps("correct a drifted shop")
	b.sees("1 of 1 done")
	b.open(fmt.Sprintf("%s/shops/%d", d.URL, central))
	b.wait("#shop-quick-0")
	b.until(`!document.querySelector("`+note+`")`, "the shop to be the same")
}
