package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// axe is axe-core, installed by `make judge`.
var axe = filepath.Join("..", "internal", "judge", "node_modules", "axe-core", "axe.min.js")

// judged are the rules that are asked: WCAG up to 2.2 AA, and what axe counts as
// good practice. One that axe itself calls experimental would have a day of the
// calendar called by its figures ("26 11:00") and not by its date.
const judged = `{
	runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
	rules: {"label-content-name-mismatch": {enabled: false}},
	resultTypes: ["violations"],
}`

// Every page, in light, dark and right to left, without a violation.
func TestAxe(t *testing.T) {
	source, err := os.ReadFile(axe)
	if err != nil {
		t.Fatalf("axe-core isn't installed: run `make judge`: %v", err)
	}
	d := start(t, withGallery)
	b := newTab(t)
	b.open(d.URL + "/signin")
	b.settled()
	for _, look := range looks {
		b.judge(string(source), "signin", look)
	}
	d.signedIn(b, "owner")
	for _, page := range everyPage {
		b.open(d.URL + page.path)
		b.settled()
		for _, look := range looks {
			b.judge(string(source), page.name, look)
		}
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

// judge has axe look at the page as it is.
func (b *tab) judge(axe, page, look string) {
	b.t.Helper()
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
	b.eval(axe+"; undefined", nil)
	var found string
	b.eval(fmt.Sprintf(`axe.run(document, %s).then(r => JSON.stringify(r.violations))`, judged), &found)
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
