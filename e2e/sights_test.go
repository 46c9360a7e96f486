package e2e

import (
	"testing"

	"github.com/shopdesk/shopdesk/sandbox"
)

// What the platform answers that the console doesn't know is listed for the owner, by
// its name. A platform that answers as we imagine has no such list.
func TestUnknownThingsAreListed(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	see := func() {
		b.open(d.URL + "/shops/100001/phones")
		b.settled()
		b.open(d.URL + "/settings/profile")
		b.sees("Interface version")
		b.settled()
	}
	see()
	b.until(`!document.querySelector("#sights")`, "nothing to be listed")
	if err := d.box.SetVariants(sandbox.UnknownMembers); err != nil {
		t.Fatal(err)
	}
	for range 5 { // a page that is read meanwhile is as it was before
		if see(); b.is(`!!document.querySelector("#sights")`) {
			break
		}
	}
	b.sees("Seen, but not known here")
	b.sees("primaryCategoryList[].ext")
	b.fits("sights")
	b.shot("sights")
}
