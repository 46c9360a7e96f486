package e2e

import "testing"

// A tablet that lost its network: a deep link opens, the page says what it
// shows and that nothing can be saved, what is typed is kept.
func TestDeepLinkOffline(t *testing.T) {
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + "/shops/100001/hours")
	b.settled()
	b.until(`navigator.serviceWorker.ready.then(r => !!r.active && !!navigator.serviceWorker.controller)`, "the worker to take over")
	b.expect("ERR_INTERNET_DISCONNECTED")
	b.offline(true)
	b.open(d.URL + "/shops/100001/hours")
	b.sees("You are offline.")
	b.wait("#fri-0-start")
	b.shot("hours-offline")
	b.fill("#fri-0-start", "10")
	b.offline(false)
	b.until(`navigator.onLine`, "the network")
	b.seesNot("You are offline.")
	b.click("#hours-save")
	b.until(`!document.querySelector("#hours-save")`, "the save")
	if got := d.week(central).Fri[0].StartTime; got != 10*3600 {
		t.Errorf("the platform has %d", got)
	}
}
