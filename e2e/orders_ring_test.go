package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// The board's settings say whether this device would ring now, and why it wouldn't. What they say moves nothing below.
func TestDeviceSaysWhetherItWouldRing(t *testing.T) {
	t.Parallel()
	_, b := sounding(t, "staff")
	var tops []float64
	says := func(words string) {
		t.Helper()
		b.until(`(document.querySelector("#would-ring")?.textContent ?? "").includes("`+words+`")`, words)
		for i, css := range []string{"#sheet-sound", "#test-new", "#sheet-keys"} {
			y := b.top(css)
			if len(tops) <= i {
				tops = append(tops, y)
			} else if y != tops[i] {
				t.Errorf("%s: %s moved from %v to %v", words, css, tops[i], y)
			}
		}
	}
	b.live()
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	says("would ring now")
	b.shot("orders-would-ring")
	b.click("#sheet-sound")
	says("sound is off")
	b.click("#sheet-sound")
	says("would ring now")
	b.expect("ERR_INTERNET_DISCONNECTED")
	b.do(network.EmulateNetworkConditions(true, 0, 0, 0))
	says("server can't be reached")
}

// The order's story tells how the order reached this device: silent while the sound was off, then with a ring.
func TestStoryTellsThatTheDeviceRang(t *testing.T) {
	t.Parallel()
	d, b := sounding(t, "staff")
	b.live()
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	b.click("#sheet-sound")
	id := d.place(sandbox.OrderPickup)
	b.until(in("new", id), "the order to arrive")
	story := fmt.Sprintf(`fetch("/api/orders/one?shop=100001&order=%d").then(r => r.json()).then(o => o.reached?.some(r => r.what === `, id)
	b.until(story+`"off"))`, "the silent device to be told of")
	b.click("#sheet-sound")
	b.until(story+`"rang"))`, "the ring to be told of")
	b.open(fmt.Sprintf("%s/shops/100001/orders/%d", d.URL, id))
	b.sees("Shown, sound off")
	b.sees("Rang")
	b.shot("order-story-reached")
}

// The icon of the installed console and the title tell how many orders wait, on every page.
func TestIconAndTitleCountTheOrders(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	b.eval(`window.badge = null; navigator.setAppBadge = async n => { badge = n; };
		navigator.clearAppBadge = async () => { badge = 0; }; true`, nil)
	first := d.arrives(b, sandbox.OrderPickup)
	b.until(`badge === 1 && document.title.startsWith("(1) ")`, "the first order to be counted")
	b.eval(`goappNav("/shops/100001")`, nil)
	b.until(`location.pathname === "/shops/100001" && document.title.startsWith("(1) ")`, "the count on another page")
	d.place(sandbox.OrderPickup)
	b.until(`badge === 2 && document.title.startsWith("(2) ")`, "the second order to be counted")
	b.eval(`goappNav("/shops/100001/orders")`, nil)
	b.click(idle(first))
	b.until(`badge === 1 && document.title.startsWith("(1) ")`, "the accepted order not to be counted")
}

// The volume of a device is kept. A choice is heard at once, and so is each alarm's test.
func TestVolumeIsChosen(t *testing.T) {
	t.Parallel()
	d, b := sounding(t, "staff")
	b.eval(`(ramp => { window.levels = []; AudioParam.prototype.linearRampToValueAtTime = function(to, at) {
		if (to > 0) levels.push(to);
		return ramp.call(this, to, at);
	}; })(AudioParam.prototype.linearRampToValueAtTime); true`, nil)
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	b.eval(`document.querySelectorAll("[name=sheet-volume]")[2].click()`, nil)
	b.until(`levels.length === 3 && levels.every(level => Math.abs(level - .5) < .001)`, "the loud bell")
	b.eval(`document.querySelectorAll("[name=sheet-volume]")[0].click()`, nil)
	b.until(`levels.length === 6 && levels[5] < .08`, "the low bell")
	b.click("#test-last")
	b.until(`levels.length === 10 && Math.abs(levels[9] - .15) < .001`, "the last minute, louder than the bell")
	b.open(d.URL + "/shops/100001/orders")
	b.live()
	b.click("#orders-sheet")
	b.until(`document.querySelector("[name=sheet-volume]:checked")?.closest("label").textContent.includes("Low")`,
		"the choice to be kept")
}

// On a new device the board asks to have the bell tested, also when a tap has turned on the sound, until it was heard.
func TestNewDeviceHearsItsBell(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.signsIn(b, "staff")
	b.open(d.URL + "/shops/100001/orders")
	b.eval(countTones, nil)
	b.live()
	b.until(`document.querySelector("#sound-off")?.textContent.includes("Sound is off")`, "the silent device to say so")
	b.click("#page-title")
	b.until(`document.querySelector("#sound-off")?.textContent.includes("Hear how this device rings")`, "the test")
	b.shot("orders-hear")
	if b.is(`Object.keys(tones).length > 0`) {
		t.Error("it rang before somebody asked for it")
	}
	b.click("#sound-mend")
	b.until(`tones[784] > 0`, "the bell")
	b.until(`!document.querySelector("#sound-off")`, "the test to be over")
	b.open(d.URL + "/shops/100001/orders")
	b.live()
	b.click("#page-title")
	b.until(`!document.querySelector("#sound-off")`, "no second test on this device")
}

// A finger's first tap left the device silent: browsers let a page sound when the finger is lifted.
func TestOneTouchTurnsTheSoundOn(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	b.do(emulation.SetTouchEmulationEnabled(true))
	b.before(`window.contexts = []; (Context => { window.AudioContext = class extends Context {
		constructor() { super(); contexts.push(this); }
	}; })(AudioContext)`)
	d.signedIn(b, "staff")
	b.open(d.URL + "/shops/100001/orders")
	b.live()
	b.until(`contexts[0]?.state === "suspended" &&
		document.querySelector("#sound-off")?.textContent.includes("Sound is off")`, "the silent device to say so")
	b.touched("#page-title", "#page-title")
	b.until(`contexts[0].state === "running" &&
		document.querySelector("#sound-off").textContent.includes("Hear how this device rings")`, "the sound")
}

// A device that can't ring any more is told of on Today, and managers see in the settings when it could last.
func TestManagersSeeASilentDevice(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(time.Now())
	d := startOrders(t, &sandbox.Sandbox{Clock: clock}, ahead(clock))
	d.setSpecial(central, []platform.SpecialDate{entryOn(t, dayIn(-1), dayIn(2),
		platform.Period{StartTime: 0, EndTime: 24 * 3600})})
	kitchen, office := newTab(t), newTab(t)
	d.board(kitchen, "staff")
	kitchen.mend()
	d.signedIn(office, "manager")
	for _, page := range []string{"", "/hours", "/dates"} { // the hours are known from being read
		office.open(fmt.Sprintf("%s/shops/%d%s", d.URL, central, page))
		office.settled()
	}
	office.until(fmt.Sprintf(`fetch(%q).then(r => r.text()).then(said => said.includes('"hush":"none"'))`, api.PathRing),
		"the server to know it") // the page reads it once
	office.open(d.URL + "/settings/devices")
	office.until(`document.querySelector("#ringing")?.textContent.includes("Would ring now")`, "the tablet that rings")
	office.views("devices-ringing")
	kitchen.open("about:blank")
	clock.Advance(6 * time.Minute)
	office.open(d.URL + "/settings/devices")
	office.until(`document.querySelector("#ringing")?.textContent.includes("Not reached")`, "the tablet that is gone")
	office.shot("devices-silent")
	office.open(d.URL + "/today")
	office.until(`document.querySelector("[id^=need-silent-]")?.textContent.includes("Mei Wong")`, "the silent tablet on Today")
	office.shot("today-silent")
}
