package e2e

import (
	"testing"

	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// A real set-up's first minutes: the printed link, the first owner, the first
// shops, and coming back with the password.
func TestFirstOwner(t *testing.T) {
	t.Parallel()
	d := start(t, sweeping, func(o *server.Options) { o.Demo, o.Shops = false, nil })
	link, err := d.console.SetupLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := newTab(t)
	b.open(link)
	b.fill("#setup-name", "Ada Wong")
	b.fill("#setup-login", "ada")
	b.fill("#setup-password", "short")
	b.clickText("Create the owner")
	b.wait("#setup-summary:focus")
	b.sees("Make the password at least 12 characters long.")
	b.shot("setup-mistake")
	b.fill("#setup-password", "a kettle of eleven fish")
	b.clickText("Create the owner")

	b.sees("No shops yet")
	b.shot("shops-empty")
	b.fill("#shops-add-ids", "100001, 7")
	b.choose("#shops-add-zone", "Asia/Hong_Kong")
	b.expect("422") // the console tells of every refused fetch
	b.click("#shops-adding button[type=submit]")
	b.sees("The platform doesn't know shop 7")
	b.wait("#shops-add-summary:focus") // it takes the keyboard: whoever types earlier loses it
	b.shot("shops-add-mistake")
	b.fill("#shops-add-ids", "100001 100003")
	b.click("#shops-adding button[type=submit]")
	b.sees("Harbour Noodle Central")
	b.sees("2 shops")
	// Bugs: the line to the server began with the next page, so that no order rang; and what was read of new shops was
	// left out of the list until the page was loaded anew.
	b.until(`document.querySelector(".top-live")?.textContent.includes("Live")`, "the line to be live")
	b.until(`!document.querySelector("main").textContent.includes("Not known")`, "the shops to be read")

	b.expect("401") // of the wrong password
	b.signsOut()
	b.sees("Sign in")
	b.fill("#signin-login", "ada")
	b.fill("#signin-password", "not the password")
	b.clickText("Sign in")
	b.sees("You aren't signed in.")
	b.shot("signin-wrong")
	b.fill("#signin-password", "a kettle of eleven fish")
	b.clickText("Sign in")
	b.sees("Harbour Noodle Central")
}

// Staff see their two shops and may not change hours; another shop's address
// leads nowhere.
func TestStaffSeeTheirOwn(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "staff")
	b.open(d.URL + "/shops")
	b.sees("2 shops")
	b.open(d.URL + "/shops/100020")
	b.sees("Nothing here")
	b.open(d.URL + "/shops/100001/hours")
	b.settled()
	b.shot("hours-staff")
	var editable int
	b.eval(`document.querySelectorAll("main input:not([disabled]), #hours-save").length`, &editable)
	if editable != 0 {
		t.Errorf("staff can edit %d controls of the hours", editable)
	}
}

// The switcher keeps the page: from one shop's hours to another's.
func TestSwitchShopByKeyboard(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/shops/100001/hours")
	b.settled()
	b.click("#switcher")
	b.until(`document.activeElement.tagName === "INPUT"`, "the search to have the keyboard")
	b.keys("mong kok")
	b.shot("switcher")
	b.press("ArrowDown")
	b.press("Enter")
	b.until(`/\/shops\/(?!100001)\d+\/hours$/.test(location.pathname)`, "the other shop's hours")
	b.until(`document.title.includes("Mong Kok")`, "the title to name the other shop")
}

// An installation that is no demonstration offers no one-click sign-in.
func TestNoDemoOutsideTheDemonstration(t *testing.T) {
	t.Parallel()
	d := start(t, func(o *server.Options) { o.Demo = false; o.Shops = []store.Shop{} })
	b := newTab(t)
	b.open(d.URL + "/")
	b.sees("Password")
	b.seesNot("Try it")
	b.shot("signin")
}
