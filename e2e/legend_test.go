package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// An owner gives a name to a code that the platform pushed, and the staff's page of
// the order shows the name. Before, it shows the number beside what it is of.
func TestOwnerNamesACode(t *testing.T) {
	t.Parallel()
	box := &sandbox.Sandbox{Plays: []sandbox.Variant{sandbox.UnknownCodes}}
	wordy := httptest.NewServer(inWords(box))
	t.Cleanup(wordy.Close)
	d := startOrders(t, box, func(o *server.Options) { o.Platform.URL = wordy.URL })
	b := newTab(t)
	id := d.placed(sandbox.OrderPickup)
	if err := d.box.CancelOrder(id, platform.OpCustomer, "Changed my mind"); err != nil {
		t.Fatal(err)
	}
	order := fmt.Sprintf("%s/shops/100001/orders/%d", d.URL, id)
	d.signedIn(b, "staff")
	b.open(order)
	b.until(`document.querySelector("#order-story")?.innerText.replace(/[\u2066-\u2069]/g, "").includes("by party 710 (not documented)")`,
		"the code beside what it is of")
	b.until(`document.querySelector(".order-top").innerText.replace(/[\u2066-\u2069]/g, "").includes("Delivery type 701 (not documented)")`,
		"how the order reaches the customer")
	b.glance("legend-order-before")
	b.open(d.URL + "/shops/100001")
	b.until(`document.querySelector("#shop-details")?.innerText.replace(/[\u2066-\u2069]/g, "").includes("Pause status BUSY (not documented)")`,
		"the word beside what it is of")

	d.signedIn(b, "owner")
	b.open(d.URL + "/settings/profile")
	b.wait("#code-party-710")
	b.fill("#code-party-710", "The delivery partner's call centre, on behalf of the customer")
	b.click("#legend-save")
	b.sees("A name has at most 60 characters.")
	b.judgeEveryLook("codes, one of them wrong")
	b.fill("#code-party-710", "The delivery partner's call centre")
	b.fill("#code-way-701", "At the counter")
	b.fill("#code-rest-BUSY", "Nobody collects now")
	b.click("#legend-save")
	b.until(`document.querySelector("#legend-save")?.disabled !== false`, "nothing to be left to save")
	b.judgeEveryLook("codes")
	b.glance("legend", "#legend-title", "#check")

	d.signedIn(b, "staff")
	b.open(order)
	b.until(`document.querySelector("#order-story")?.innerText.includes("call centre")`, "the name")
	b.until(`document.querySelector(".order-top").innerText.includes("At the counter")`, "the name of the way")
	// phones may have it among their digits
	b.until(`!/\b710\b/.test(document.body.innerText)`, "the page not to show 710")
	b.glance("legend-order")
	b.open(d.URL + "/shops/100001")
	b.until(`document.querySelector("#shop-details")?.innerText.includes("Nobody collects now")`, "the name of the word")
	b.until(`!/Rest status .?BUSY/.test(document.querySelector("#shop-details").innerText)`,
		"the word to stand among the raw members alone")
}

// inWords is the platform with the pickup rest status in words.
func inWords(box *sandbox.Sandbox) http.Handler {
	status := regexp.MustCompile(`"pickupRestStatus":\d+`)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != platform.PathShopGet {
			box.ServeHTTP(w, r)
			return
		}
		answer := httptest.NewRecorder()
		box.ServeHTTP(answer, r)
		w.Header().Set("Content-Type", answer.Header().Get("Content-Type"))
		w.WriteHeader(answer.Code)
		_, _ = w.Write(status.ReplaceAll(answer.Body.Bytes(), []byte(`"pickupRestStatus":"BUSY"`)))
	})
}

// An owner checks the platform, and sees which assumptions don't hold and what would
// fit.
func TestOwnerChecksThePlatform(t *testing.T) {
	t.Parallel()
	d := startOn(t, &sandbox.Sandbox{Plays: []sandbox.Variant{sandbox.ShopDates}})
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/settings/profile")
	b.wait("#check-go")
	b.judgeEveryLook("check")
	b.choose("#check-shop", strconv.Itoa(outing))
	b.click("#check-go")
	b.until(`document.querySelector("[data-finding=date-anchor]")?.innerText.includes("SHOPDESK_ANCHOR=shop")`,
		"the setting that would fit")
	b.until(`document.querySelector("[data-finding=date-anchor]").innerText.includes("doesn't hold")`, "what doesn't hold")
	b.until(`document.querySelector("[data-finding=access]").innerText.includes("holds")`, "what holds")
	b.judgeEveryLook("check, done")
	b.glance("check", "#check", "[data-finding=date-anchor]")
	b.open(d.URL + "/activity")
	b.sees("Checked the platform")
}
