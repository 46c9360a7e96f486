//go:build marks

package e2e

import (
	"encoding/base64"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/web"
	"github.com/shopdesk/shopdesk/web/asset"
	"github.com/shopdesk/shopdesk/web/build/shrink"
	"github.com/shopdesk/shopdesk/web/crash"
)

// TestMarks opens each page and uses some a little, in a program that was built with -marked. The file that
// SHOPDESK_LATER names then has the functions that didn't run, neither now nor when it was written before.
func TestMarks(t *testing.T) {
	known, err := crash.Load(web.Assets(), asset.Map(asset.Program)+".gz")
	if err != nil {
		t.Fatal(err)
	}
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	b.before(firstAlone)
	var ran marks
	d.signsIn(b, "manager")
	ran.add(b)
	desks := []*desk{d, start(t)}            // with the platform's messages, and without
	for hours := 4; hours < 24; hours += 4 { // while shops are open and while they are closed
		clock := sandbox.NewVirtualClock(time.Now().Add(time.Duration(hours) * time.Hour))
		desks = append(desks, startOrders(t, &sandbox.Sandbox{Clock: clock}, ahead(clock)))
		clock.Advance(time.Minute) // since when stops of shops are kept
	}
	for _, d := range desks {
		d.signedIn(b, "owner")
		for _, path := range everywhere {
			b.open(d.URL + path)
			b.settled()
			b.live()
			ran.add(b)
		}
	}
	d.signedIn(b, "owner")
	b.open(d.URL + "/shops/100001/hours")
	b.wait("#fri-0-start")
	b.fill("#fri-0-start", "8")
	b.press("Tab")
	b.click("#hours-save")
	b.saved()
	ran.add(b)
	d.board(b, "staff")
	for _, kind := range sandbox.OrderKinds() {
		id := d.arrives(b, kind)
		b.click(sel("go", id))
		d.platformHas(id, platform.OrderAccepted)
	}
	d.place(sandbox.OrderDelivery)
	ran.add(b)
	for _, path := range []string{"/orders", "/shops/100001", "/shops/100001/hours", "/today"} {
		b.open(d.URL + path) // with an order that waits
		b.settled()
		b.live()
		ran.add(b)
	}
	b.viewport(390, 844)
	b.dark(true)
	b.speak("ar")
	for _, path := range []string{"/orders", "/shops/100001/hours"} {
		b.open(d.URL + path)
		b.settled()
		ran.add(b)
	}
	d.signedIn(b, "manager")
	b.open(d.URL + "/shops/100001")
	b.settled()
	b.click("#pause-open")
	b.wait("dialog#pause[open]")
	b.click("#pause-go")
	b.until(`!document.querySelector("dialog#pause").open`, "the dialog to close")
	b.wait("#shop-pause")
	ran.add(b)
	d.signedIn(b, "owner")
	for _, path := range everywhere { // with all that has happened
		b.open(d.URL + path)
		b.settled()
		b.eval(`dispatchEvent(new Event("beforeinstallprompt")); true`, nil)
		ran.add(b)
	}
	for range 3 { // in one document, until garbage is collected
		for _, path := range everywhere {
			b.goTo(path)
			b.settled()
		}
	}
	ran.add(b)
	ran.save(t, known, os.Getenv("SHOPDESK_LATER"))
}

// marks are bits of functions that ran, by their numbers, in a program that was built with -marked.
type marks []byte

// add takes the marks of a page, with those of what it does when nobody does anything.
func (m *marks) add(b *tab) {
	b.t.Helper()
	b.eval(`new Promise(done => requestIdleCallback(() => requestIdleCallback(() => setTimeout(done, 300)))).then(() => true)`, nil)
	var said string
	b.eval(fmt.Sprintf(`btoa(String.fromCharCode(...new Uint8Array(programMemory.buffer, %d, %d)))`, shrink.MarksAt,
		shrink.MarksEnd-shrink.MarksAt), &said)
	ran, err := base64.StdEncoding.DecodeString(said)
	if err != nil {
		b.t.Fatal(err)
	}
	*m = append(*m, make([]byte, max(0, len(ran)-len(*m)))...)
	for i := range ran {
		(*m)[i] |= ran[i]
	}
}

func (m marks) save(t *testing.T, known *crash.Map, file string) {
	t.Helper()
	earlier, err := os.ReadFile(file)
	before := strings.Split(string(earlier), "\n")
	var names []string
	for i, f := range known.Functions {
		if m[i/8]&(1<<(i%8)) == 0 && (err != nil || slices.Contains(before, f.Name)) {
			names = append(names, f.Name)
		}
	}
	if len(names) == len(known.Functions) {
		t.Fatal("no function left a mark: build the program with -marked")
	}
	slices.Sort(names)
	if err := os.WriteFile(file, []byte(strings.Join(names, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}
