package e2e

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// axe is the program of axe-core, which `make judge` installs.
var axe = sync.OnceValues(func() (string, error) {
	source, err := os.ReadFile(filepath.Join("..", "internal", "judge", "node_modules", "axe-core", "axe.min.js"))
	return string(source), err
})

// judged are the rules that are asked: WCAG up to 2.2 AA, and what axe counts as
// good practice. One that axe itself calls experimental would have a day of the
// calendar called by its figures ("26 11:00") and not by its date.
const judged = `{
	runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
	rules: {"label-content-name-mismatch": {enabled: false}},
	resultTypes: ["violations"],
}`

// Every page, in one look or another, without a violation.
func TestAxe(t *testing.T) {
	t.Parallel()
	d := start(t, withGallery)
	b := newTab(t)
	b.open(d.URL + "/signin")
	b.settled()
	b.judgeEveryLook("signin")
	d.entered(b, "owner")
	for _, page := range everyPage {
		b.goTo(page.path)
		b.settled()
		b.judgeEveryLook(page.name)
	}
}

// So is the editor of a picture, which no address opens.
func TestAxePhotoEditor(t *testing.T) {
	t.Parallel()
	_, b := openPhoto(t, "manager")
	b.give("paste", "a.png", "image/png", pngOf(t, 2000, 1600))
	b.wait("#photo-crop")
	b.judgeEveryLook("photo-editor")
}

// So is what opens over a page.
func TestAxeDialogs(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/shops/100001/orders")
	b.live()
	id := d.arrives(b, sandbox.OrderAllergy)
	order := fmt.Sprintf("/shops/100001/orders/%d", id)
	d.setSpecial(central, []platform.SpecialDate{entryOn(t, dayIn(3), dayIn(4), platform.Period{})})
	for _, over := range []struct{ path, open, shown string }{
		{"/shops/100001", "#switcher", "#switcher-search"},
		{"/shops/100001", "#shop-quick-0", "#shop-quick[open]"},
		{"/shops/100001", "#pause-open", "#pause[open]"},
		{"/shops/100001/hours", "#mon-copy", "#copy[open]"},
		{"/shops/100001/dates", "#dates-add", "#date-editor[open]"},
		{"/shops/100001/dates", "#dates-clear", "#dates-clearing[open]"},
		{"/shops/100001/dates", "#dates-holidays-open", "#dates-holidays[open]"},
		{"/shops/100001/phones", "#phone-0-country", "#phone-0-country-list"},
		{"/shops/100001/orders", "#orders-sheet", "#sheet[open]"},
		{"/shops/100001/orders", "#orders-kitchen", "#kitchen[open]"},
		{order, sel("cancel", id), "#ask[open]"},
		{"/shops", "#shops-filter #shops-columns", "#shops-ask-columns[open]"},
		{"/shops", "#shops-filter #shops-groups", "#shops-ask-groups[open]"},
		{"/today", "#pauses-open", "#pauses[open]"},
		{"/today", "#plot-hours-toggle", ".plot-table"},
		{"/settings/operators", "#operators-invite", "#operators-name"},
		{"/templates/new", "#template-has-dates #template-holidays", "#template-holidays-ask[open]"},
	} {
		b.open(d.URL + over.path)
		b.settled()
		for _, press := range strings.Fields(over.open) {
			b.click(press)
		}
		b.wait(over.shown)
		b.judgeEveryLook(over.path + " " + over.shown)
	}
}

// looks are the schemes and directions that every page is looked at in.
var looks = []string{"light", "dark", "rtl"}

// violation is one of axe's findings.
type violation struct {
	ID    string `json:"id"`
	Help  string `json:"help"`
	Nodes []struct {
		HTML    string `json:"html"`
		Summary string `json:"failureSummary"`
	} `json:"nodes"`
}

// judgeEveryLook has axe look at the page in light, dark or right to left; with
// [everyLook], in all of them.
func (b *tab) judgeEveryLook(page string) {
	b.t.Helper()
	some := looks
	if !everyLook {
		n := oneOf(len(looks), page)
		some = looks[n : n+1]
	}
	for _, look := range some {
		b.judge(page, look)
	}
}

// oneOf chooses one of n by a name: always the same for the same name.
func oneOf(n int, name string) int {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(name))
	return int(sum.Sum32() % uint32(n))
}

// judge has axe look at the page, or at the dialog over it, in one of the looks.
func (b *tab) judge(page, look string) {
	b.t.Helper()
	source, err := axe()
	if err != nil {
		b.t.Fatalf("axe-core isn't installed: run `make judge`: %v", err)
	}
	scheme := "light"
	if look == "dark" {
		scheme = "dark"
	}
	b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme},
		{Name: "prefers-reduced-motion", Value: "reduce"}, // colours don't fade into one another while axe looks
	}))
	dir := "ltr"
	if look == "rtl" {
		dir = "rtl"
	}
	b.eval(fmt.Sprintf(`document.documentElement.dir = %q`, dir), nil)
	b.eval(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => 0)`, nil)
	b.until(`document.getAnimations().every(a => a.playState !== "running")`, "nothing to move any more")
	b.eval("if (!window.axe) {"+source+"}; undefined", nil)
	var found string
	b.eval(fmt.Sprintf(`axe.run(document.querySelector("dialog:modal") ?? document, %s).then(r => JSON.stringify(r.violations))`, judged), &found)
	var violations []violation
	if err := json.Unmarshal([]byte(found), &violations); err != nil {
		b.t.Fatalf("%s: %v", page, err)
	}
	for _, v := range violations {
		for _, n := range v.Nodes {
			b.t.Errorf("%s, %s: %s: %s\n%s\n%s", page, look, v.ID, v.Help, strings.TrimSpace(n.HTML), n.Summary)
		}
	}
}
