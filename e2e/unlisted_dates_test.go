package e2e

import (
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// held is how many special dates the platform holds for a shop, listed or not.
func (d *desk) held(shopID int64) int {
	d.t.Helper()
	sh, _ := d.box.Shop(shopID)
	return len(sh.Special)
}

// A platform that lists today's special dates alone, and a console that doesn't know
// it: what was listed before is said to be missing, can be kept, and can be said to
// be gone. Nothing is dropped without a word.
func TestDatesThatThePlatformNoLongerLists(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	d.setSpecial(central, []platform.SpecialDate{entryOn(t, dayIn(0), dayIn(0),
		platform.Period{StartTime: 36000, EndTime: 79200}), entryOn(t, dayIn(14), dayIn(15), platform.Period{})})
	page := fmt.Sprintf("%s/shops/%d/dates", d.URL, central)
	b.open(page)
	b.wait("#dates-coming")
	if b.is(`!!document.querySelector("#dates-unlisted")`) {
		t.Error("all are listed, and some are said to be missing")
	}
	if err := d.box.SetVariant(sandbox.ActiveDates, true); err != nil {
		t.Fatal(err)
	}
	b.open(page)
	b.wait("#dates-unlisted")
	b.glance("dates-unlisted", "#dates-unlisted")

	// The quick edit says so, too, and leads there.
	b.open(fmt.Sprintf("%s/shops/%d", d.URL, central))
	b.click("#shop-quick-0")
	b.wait("#quick-unlisted")
	b.shot("quick-unlisted")
	b.click("#quick-unlisted-go")

	b.wait("#dates-unlisted-keep")
	b.click("#dates-unlisted-keep")
	b.until(`!document.querySelector("#dates-unlisted")`, "the question to be answered")
	b.sees("1 change")
	b.click("#dates-save")
	b.savedDates()
	if n := d.held(central); n != 2 {
		t.Errorf("the platform holds %d dates", n)
	}
	b.wait("#dates-unlisted-gone") // it still doesn't list it
	b.click("#dates-unlisted-gone")
	b.until(`!document.querySelector("#dates-unlisted")`, "the date to be forgotten")
	b.open(page)
	b.wait("#dates-coming")
	b.until(`!document.querySelector("#dates-unlisted")`, "it to stay forgotten")
}

// A console that knows it: the list is whole, and a save wipes nothing out.
func TestPlatformThatListsActiveDatesAlone(t *testing.T) {
	t.Parallel()
	active := platform.Profile{Listing: platform.ListActive}
	box := &sandbox.Sandbox{Plays: []sandbox.Variant{sandbox.ActiveDates}}
	d := startOn(t, box, func(o *server.Options) { o.Platform.Profile = active })
	b := newTab(t)
	d.signedIn(b, "manager")
	d.setSpecial(central, []platform.SpecialDate{entryOn(t, dayIn(0), dayIn(0),
		platform.Period{StartTime: 36000, EndTime: 79200})})
	page := fmt.Sprintf("%s/shops/%d/dates", d.URL, central)
	for i, day := range []int{14, 16} {
		b.open(page)
		b.wait("#dates-active")
		b.click("#dates-add")
		b.setDate("#date-first", dayIn(day))
		b.setDate("#date-last", dayIn(day))
		b.kept()
		b.savedDates()
		if n := d.held(central); n != 2+i {
			t.Errorf("the platform holds %d dates, want %d", n, 2+i)
		}
	}
	b.open(page)
	b.until(`document.querySelectorAll("#dates-coming li").length === 3`, "the whole list")
	b.glance("dates-active", "#dates-coming")
	if listed := d.special(central); len(listed) != 1 || b.is(`!!document.querySelector("#dates-unlisted")`) {
		t.Errorf("the platform lists %+v", listed)
	}
}

// The answer to a save is lost. A list of today's dates is then as it was before, whatever came of the save: the page
// said that nothing was saved, and a date that was discarded for that closed the shop.
func TestLostAnswerOfADateThatIsNotListed(t *testing.T) {
	t.Parallel()
	active := platform.Profile{Listing: platform.ListActive}
	box := &sandbox.Sandbox{Plays: []sandbox.Variant{sandbox.ActiveDates}}
	d := startOn(t, box, func(o *server.Options) { o.Platform.Profile = active })
	b := newTab(t)
	d.signedIn(b, "manager")
	d.setSpecial(outing, nil)
	b.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, outing))
	b.wait("#dates-active")
	lost := sandbox.Fault{Kind: sandbox.FaultActDrop, Path: platform.PathSpecialUpdate, Count: 2}
	if _, err := box.Inject(lost); err != nil {
		t.Fatal(err)
	}
	b.expect("status of 504")
	b.click("#dates-add")
	b.setDate("#date-first", dayIn(14))
	b.setDate("#date-last", dayIn(14))
	b.kept()
	b.wait("#dates-notice-go")
	b.sees("It may have been saved.")
	if n := d.held(outing); n != 1 || b.is(`document.body.innerText.includes("It is not saved so far.")`) {
		t.Errorf("the platform holds %d dates, and the page says that nothing was saved", n)
	}
	b.click("#dates-notice-go")
	b.savedDates()
	b.until(`document.querySelectorAll("#dates-coming li").length === 1`, "the date in the list")
}

// A change for many shops keeps what the platform doesn't list when it is told to:
// the shop that it can't be told for is left out until then.
func TestRunKeepsUnlistedDates(t *testing.T) {
	t.Parallel()
	d := start(t, quickRuns)
	b := newTab(t)
	d.signedIn(b, "owner")
	d.setSpecial(central, []platform.SpecialDate{entryOn(t, dayIn(0), dayIn(0),
		platform.Period{StartTime: 36000, EndTime: 79200}), entryOn(t, dayIn(14), dayIn(15), platform.Period{})})
	page := fmt.Sprintf("%s/shops/%d/dates", d.URL, central)
	b.open(page)
	b.wait("#dates-coming")
	if err := d.box.SetVariant(sandbox.ActiveDates, true); err != nil {
		t.Fatal(err)
	}
	b.open(page)
	b.wait("#dates-unlisted")
	b.open(d.URL + "/runs/new")
	b.pasteShops("100001")
	b.sees("1 shop chosen")
	b.click("#apply-next")
	b.click("#apply-part-dates")
	b.click("#dates-add")
	b.setDate("#date-first", dayIn(20))
	b.setDate("#date-last", dayIn(20))
	b.kept()
	b.click("#apply-next")
	b.until(`document.querySelector("#apply-outlook") && !document.querySelector("#apply-go:not(:disabled)")`,
		"the shop to be left out")
	b.shot("runs-unlisted")
	b.click("#apply-step-1")
	b.click("label:has(#apply-keep)")
	b.click("#apply-next")
	b.sees("Run in 1 shop")
	b.click("#apply-go")
	b.click("#apply-ask-go")
	b.sees("1 of 1 done")
	if n := d.held(central); n != 3 {
		t.Errorf("the platform holds %d dates, want 3", n)
	}
}
