package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/browser"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/pushtest"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// A device that is asked to tells its person of orders while nobody looks, leads
// to the order, and ends with its session.
func TestNotifications(t *testing.T) {
	t.Parallel()
	service := pushtest.New(t)
	d := startOrders(t, &sandbox.Sandbox{}, soon, prefixed)
	b := newWholeTab(t)
	b.notify(strings.TrimSuffix(d.URL, underPrefix), browser.PermissionSettingGranted)
	b.pushManager(service.Device())
	d.entered(b, "owner")
	b.until(`navigator.serviceWorker.ready.then(() => true)`, "the worker to be installed")
	b.open(d.URL + "/settings/devices")
	b.sees("Notifications on this device")
	w := b.worker(d.URL)
	b.click("#push-on")
	b.wait("#push-test")
	b.until(`document.querySelector("#push-on").checked`, "the switch to be on")

	b.click("#push-test")
	b.sees("The notification appears within seconds.")
	w.deliver(b, service.Wait(1)[0].Text)
	w.shows("Notifications work on this device")
	w.clears()
	b.shot("told-on")

	// Chosen shops alone; while none is chosen it stays as it was.
	b.click("#push-shops-some")
	b.sees("Choose at least one shop.")
	b.click("#push-shop-100001")
	b.seesNot("Choose at least one shop.")
	b.until(`fetch("/admin/console/api/push").then((r) => r.json()).then((p) => p.on && p.shops?.length === 1 && p.shops[0].shopId === "100001")`, "the choice to be kept")
	b.onEveryScreen("told", func() { b.eval(`document.querySelector("#told").scrollIntoView()`, nil) }, nil)
	b.judgeEveryLook("notifications")
	b.dark(false)

	// Without a visible board that can ring the notification is shown; with one it isn't. A tap leads to the order.
	b.open("about:blank")
	id := d.place(sandbox.OrderPickup)
	told := service.Wait(2)[1].Text
	var said struct{ Title, Body, Path string }
	if err := json.Unmarshal(told, &said); err != nil || said.Path != fmt.Sprintf("shops/100001/orders/%d", id) {
		t.Fatalf("%s %v", told, err)
	}
	w.eval(fmt.Sprintf(`tell({ json: () => (%s) })`, told), nil)
	w.shows(said.Title)
	if n := w.count(); n != 1 {
		t.Errorf("%d notifications", n)
	}
	// The bug: a visible board of another console, below this one on the host, kept the notification back.
	w.clears()
	below := http.HandlerFunc(otherConsole)
	d.before.Store(&below)
	b.open(d.URL + "/b/")
	b.until(`navigator.serviceWorker.controller?.scriptURL.endsWith("/b/sw.js")`, "the other console's worker to take over")
	w.eval(fmt.Sprintf(`tell({ json: () => (%s) })`, told), nil)
	w.shows(said.Title)
	d.before.Store(nil)
	b.open(d.URL + "/shops/100001/orders")
	b.live()
	b.settledFrames() // the worker gives a page half a second to answer
	w.clears()
	w.eval(fmt.Sprintf(`tell({ json: () => (%s) })`, told), nil)
	w.shows(said.Title) // nobody has tapped on the board, so that it can't ring
	w.clears()
	b.click("#page-title")
	b.until(`document.querySelector(".top-live").dataset.rings === "100001"`, "the board to ring")
	b.settledFrames() // as above
	w.eval(fmt.Sprintf(`tell({ json: () => (%s) })`, told), nil)
	if n := w.count(); n != 0 {
		t.Errorf("%d notifications over a board that is seen", n)
	}
	b.until(fmt.Sprintf(`fetch("/admin/console/api/orders/one?shop=100001&order=%d").then((r) => r.json()).then(({ reached }) =>
		["sent", "notified", "in_sight"].every((how) => reached?.some((r) => r.what === how)))`, id),
		"the order to keep what came of its notification")
	other := strings.ReplaceAll(string(told), `"shop":"100001"`, `"shop":"100002"`)
	w.eval(fmt.Sprintf(`tell({ json: () => (%s) })`, other), nil)
	w.shows(said.Title) // of a shop whose board isn't
	b.open(d.URL + "/shops")
	b.settled()
	b.settledFrames() // as above
	w.eval(`self.registration.getNotifications().then(([n]) => self.dispatchEvent(new NotificationEvent("notificationclick", { notification: n })))`, nil)
	b.until(fmt.Sprintf(`location.pathname === "/admin/console/shops/100001/orders/%d"`, id), "the order's page")
	b.settled()

	// What the browser dropped is subscribed anew at the next start.
	b.eval(`sessionStorage.removeItem("subscribed")`, nil)
	b.reload()
	b.until(`!!sessionStorage.getItem("subscribed") && performance.getEntriesByType("resource").some((e) => e.name.endsWith("/api/push"))`, "a new subscription, and the server to have it")
	// What the browser replaced by itself reaches the server too, and keeps the choice.
	replaced := service.Device()
	w.eval(fmt.Sprintf(`resubscribe(null, { toJSON: () => ({ endpoint: %q, keys: { p256dh: %q, auth: %q } }) })`,
		replaced.Endpoint, replaced.P256dh, replaced.Auth), nil)
	b.eval(`fetch("/admin/console/api/push/test", { method: "POST", headers: { "X-Console": "1", "Content-Type": "application/json" }, body: "{}" })`, nil)
	got := service.Wait(3)
	if last := got[len(got)-1]; last.Device != replaced {
		t.Errorf("told %s", last.Device.Endpoint)
	}
	b.until(`fetch("/admin/console/api/push").then((r) => r.json()).then((p) => p.shops?.length === 1)`,
		"the choice to be the same")

	// Signing out ends it; the same person finds it again.
	b.signsOut()
	b.until(`location.pathname === "/admin/console/signin" && !sessionStorage.getItem("subscribed")`,
		"nobody to be signed in, and no subscription")
	b.clickText("owner")
	b.until(`!!sessionStorage.getItem("subscribed")`, "the subscription of the same person")
	b.until(`fetch("/admin/console/api/push").then((r) => r.json()).then((p) => p.on && p.shops?.length === 1)`,
		"the choice again")
	b.signsOut()
	b.until(`location.pathname === "/admin/console/signin" && !sessionStorage.getItem("subscribed")`,
		"nobody to be signed in, and no subscription")
	b.clickText("manager")
	b.until(`!localStorage.getItem("shopdesk:/admin/console:push")`, "another person's choice to be gone")
	if b.is(`!!sessionStorage.getItem("subscribed")`) {
		t.Error("somebody else is subscribed")
	}
}

// otherConsole is a console with a worker of its own, which says that the orders of each shop are seen there.
func otherConsole(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case underPrefix + "/b/":
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, `<!doctype html><title>Another console</title><script>
			navigator.serviceWorker.onmessage = ({ ports: [line] }) => line.postMessage(true);
			navigator.serviceWorker.register("sw.js");
		</script>`)
	case underPrefix + "/b/sw.js":
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = fmt.Fprint(w, `self.onactivate = (event) => event.waitUntil(clients.claim());`)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

// choosingShops has notifications on, and no shop chosen yet of those that are to be told of.
func choosingShops(t *testing.T) (*desk, *tab) {
	t.Helper()
	service := pushtest.New(t)
	d := startOrders(t, &sandbox.Sandbox{}, soon)
	b := newWholeTab(t)
	b.notify(d.URL, browser.PermissionSettingGranted)
	b.pushManager(service.Device())
	d.entered(b, "owner")
	b.until(`navigator.serviceWorker.ready.then(() => true)`, "the worker to be installed")
	b.open(d.URL + "/settings/devices")
	b.click("#push-on")
	b.wait("#push-test")
	b.click("#push-shops-some")
	b.sees("Choose at least one shop.")
	return d, b
}

// The last choice of shops holds, also when an earlier one reaches the server late.
func TestLastChoiceOfShopsHolds(t *testing.T) {
	t.Parallel()
	d, b := choosingShops(t)
	hold := make(chan struct{})
	release, first := sync.OnceFunc(func() { close(hold) }), sync.OnceFunc(func() { <-hold })
	defer release()
	var asked atomic.Int64
	d.meets("/api/push", func() {
		if asked.Add(1) == 1 {
			first()
		}
	})
	b.click("#push-shop-100001")
	b.until(`document.querySelector("#push-shop-100001").checked`, "the first shop to be chosen")
	b.click("#push-shop-100002")
	b.until(`document.querySelector("#push-shop-100002").checked`, "the second shop to be chosen")
	for range 5 { // time for another choice to overtake the first
		b.until(`fetch("/api/session").then((r) => r.ok)`, "an answer")
	}
	release()
	b.until(`fetch("/api/push").then((r) => r.json()).then((p) => p.on && p.shops?.length === 2)`, "both shops to be kept")
}

// A choice made while the start of the console still subscribes anew, as was chosen before, holds.
func TestChoiceDuringTheStartHolds(t *testing.T) {
	t.Parallel()
	d, b := choosingShops(t)
	const has = `fetch("/api/push").then((r) => r.json()).then((p) => %s)`
	hold := make(chan struct{})
	release := sync.OnceFunc(func() { close(hold) })
	defer release()
	var sent atomic.Int64
	watch := func(r *http.Request) {
		if r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, api.PathPush) && sent.Add(1) == 1 {
			<-hold
		}
	}
	d.watch.Store(&watch)
	b.reload()
	b.settled()
	b.click("#push-shops-some")
	b.click("#push-shop-100001")
	b.until(fmt.Sprintf(has, `p.shops?.length === 1`), "the choice")
	release()
	eventually(t, func() error {
		if n := sent.Load(); n < 3 {
			return fmt.Errorf("%d calls", n)
		}
		return nil
	})
	b.until(fmt.Sprintf(has, `p.on && p.shops?.length === 1`), "the choice again")
}

// What was chosen for this device holds though the page is left before the server's answer: the next start of the
// console, which subscribes anew, brings no earlier choice back.
func TestChoiceOfALeftPageHolds(t *testing.T) {
	t.Parallel()
	d, b := choosingShops(t)
	begins := func(path, css, shown string) (goOn func()) {
		t.Helper()
		reached, goOn := d.stops(path)
		b.click(css)
		b.until(shown, "the choice")
		reached()
		return goOn
	}
	stands := func(how string) {
		t.Helper()
		b.open(d.URL + "/settings/devices")
		b.wait("#push-on")
		b.until(`fetch("/api/push").then((r) => r.json()).then((p) => `+how+`)`, how)
	}
	goOn := begins(api.PathPush, "#push-shop-100001", `document.querySelector("#push-shop-100001").checked`)
	b.open("about:blank")
	goOn()
	stands(`p.on && p.shops?.length === 1`)
	goOn = begins(api.PathPushOff, "#push-on", `!JSON.parse(localStorage.getItem("shopdesk::push")).on`)
	b.open("about:blank")
	goOn()
	stands(`!p.on`)
}

// A device that is switched off stays so, though the call with which the page's start subscribed anew comes after that,
// from a page that was left. The bug: the server kept the device until the browser's push service refused it.
func TestSwitchedOffDeviceStaysOff(t *testing.T) {
	t.Parallel()
	d, b := choosingShops(t)
	pass, reached, goOn := d.gate()
	watch := func(r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Path == api.PathPush {
			pass()
		}
	}
	d.watch.Store(&watch)
	b.reload()
	b.wait("#push-on")
	reached()
	b.click("#push-on")
	has := func(want int) {
		t.Helper()
		eventually(t, func() error {
			all, err := d.store.PushesFor(t.Context(), 100001)
			if len(all) != want {
				return fmt.Errorf("%d devices", len(all))
			}
			return err
		})
	}
	has(0)
	b.open("about:blank")
	goOn()
	has(1)
	b.open(d.URL + "/settings/devices")
	has(0)
}

// How it stands, where it can't be had, and what to do about it.
func TestNotificationsThatCannotBe(t *testing.T) {
	t.Parallel()
	const without = `delete self.PushManager`
	for _, tt := range []struct {
		name    string
		change  setup
		setting browser.PermissionSetting
		script  string
		sees    []string
	}{
		{"blocked", soon, browser.PermissionSettingDenied, "",
			[]string{"This browser blocks notifications of the console.", "with the sign left of the address"}},
		{"none", soon, browser.PermissionSettingGranted, without,
			[]string{"This browser can't show notifications in the background."}},
		{"install", soon, browser.PermissionSettingGranted,
			without + `; Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15" })`,
			[]string{"On iPhone and iPad the console must be installed first.", "Add to Home Screen"}},
		{"never", func(o *server.Options) {
			o.Push.Off = true
		}, browser.PermissionSettingGranted, "", []string{"This console sends no notifications."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := start(t, tt.change)
			b := newWholeTab(t)
			b.notify(d.URL, tt.setting)
			if tt.script != "" {
				b.before(tt.script)
			}
			d.entered(b, "owner")
			b.open(d.URL + "/settings/devices")
			for _, words := range tt.sees {
				b.sees(words)
			}
			if b.is(`document.querySelector("#push-on")`) {
				t.Error("it can be switched on")
			}
			b.eval(`document.querySelector("#told").scrollIntoView()`, nil)
			b.shot("told-" + tt.name)
		})
	}
}

// The browser is asked while a press is handled and never before, with the
// keyboard as well; what goes wrong is said, and nothing is switched on.
func TestNotificationsAreAskedFor(t *testing.T) {
	t.Parallel()
	service := pushtest.New(t)
	d := start(t)
	b := newWholeTab(t)
	b.notify(d.URL, browser.PermissionSettingGranted)
	device := service.Device()
	b.pushManager(device)
	b.before(`(() => {
		let is = sessionStorage.getItem("permission") || "default";
		self.asked = [];
		Object.defineProperty(Notification, "permission", { get: () => is });
		Notification.requestPermission = async () => {
			asked.push(navigator.userActivation.isActive);
			await new Promise((done) => setTimeout(done, 200));
			is = sessionStorage.getItem("answer");
			if (is !== "default") sessionStorage.setItem("permission", is);
			return is;
		};
	})()`)
	d.entered(b, "manager")
	b.open(d.URL + "/settings/devices")
	b.wait("#push-on")
	b.settled()
	if !b.is(`asked.length === 0`) {
		t.Error("asked without a press")
	}
	on := func(answer string) {
		t.Helper()
		b.eval(fmt.Sprintf(`asked.length = 0; sessionStorage.setItem("answer", %q)`, answer), nil)
		b.focus("#push-on")
		b.keys(" ")
		b.until(`asked.length && asked.every(Boolean)`, "the browser to be asked while the key is handled")
	}
	on("default") // looked away
	b.sees("The browser didn't turn notifications on.")
	b.until(`!document.querySelector("#push-on").checked`, "the switch to be off")
	b.shot("told-failed")
	on("denied")
	b.sees("This browser blocks notifications of the console.")

	b.eval(`sessionStorage.clear()`, nil)
	b.reload()
	b.wait("#push-on")
	on("granted")
	b.wait("#push-test")
	service.Answer(nil, 403, 503)
	for _, words := range []string{"The browser's push service refuses our server.",
		"The browser's push service doesn't answer our server."} {
		b.click("#push-test")
		b.sees(words)
	}
	b.shot("told-refused")
	service.Answer(nil, 410)
	b.click("#push-test")
	b.sees("This device gets no notifications any more.")
	b.until(`!document.querySelector("#push-on").checked && !sessionStorage.getItem("subscribed")`, "the switch to be off")

	// A push service that the server doesn't know.
	device.Endpoint = "https://push.example.com/send/1"
	b.pushManager(device)
	b.reload()
	b.settled()
	b.expect("status of 422")
	b.click("#push-on")
	b.sees("The server doesn't send to this browser's push service.")
	b.sees("push.example.com")
	b.until(`!document.querySelector("#push-on").checked`, "the switch to be off")
	b.shot("told-host")
}
