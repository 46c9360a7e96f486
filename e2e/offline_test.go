package e2e

import "testing"

// A tablet whose network goes while hours are edited: the page says so and
// keeps the edit, a deep link still opens, and when the network is back the
// edit is there to be saved.
func TestNetworkGone(t *testing.T) {
	d, b := openHours(t)
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	b.fill("#fri-0-start", "10")
	b.expect("ERR_CONNECTION_REFUSED")
	d.unplug()
	b.click("#hours-save")
	b.sees("The hours may have been saved.") // a fetch that fails tells no more
	b.shot("hours-offline-save")
	b.open(d.URL + "/shops/100001/hours")
	b.sees("The weekly hours couldn't be read.")
	b.shot("hours-offline")
	d.plug()
	b.clickText("Try again")
	b.until(`document.querySelector("#fri-0-start")?.value === "10:00"`, "the draft")
	b.click("#hours-save")
	b.saved()
	if got := d.week().Fri[0].StartTime; got != 10*3600 {
		t.Errorf("the platform has %d", got)
	}
}
