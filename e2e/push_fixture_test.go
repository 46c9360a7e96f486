package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/internal/pushtest"
	"github.com/shopdesk/shopdesk/server"
)

// soon has orders told as soon as they are heard of.
func soon(o *server.Options) { o.Push.Delay = time.Millisecond }

// underPrefix is where the console hangs when it isn't at the root.
const underPrefix = "/admin/console"

func prefixed(o *server.Options) { o.PublicURL += underPrefix }

// notify allows or forbids notifications in the tab's profile.
func (b *tab) notify(origin string, setting browser.PermissionSetting) {
	b.t.Helper()
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		chrome := chromedp.FromContext(ctx)
		info, err := target.GetTargetInfo().WithTargetID(chrome.Target.TargetID).Do(cdp.WithExecutor(ctx, chrome.Browser))
		if err != nil {
			return err
		}
		return browser.SetPermission(&browser.PermissionDescriptor{Name: "notifications"}, setting).
			WithOrigin(origin).WithBrowserContextID(info.BrowserContextID).Do(cdp.WithExecutor(ctx, chrome.Browser))
	}))
}

// pushManager puts a browser's subscriptions in place of the real ones: Chromium
// would ask Google's push service for them, which tests don't reach. The keys and
// the endpoint are a real device's of the test's own push service, so that what
// the server sends is sent, and decrypted, for real. The stand-in keeps its
// subscription for as long as the tab lives, as the browser would.
func (b *tab) pushManager(d *pushtest.Device) {
	b.t.Helper()
	given, err := json.Marshal(map[string]string{"endpoint": d.Endpoint, "p256dh": d.P256dh, "auth": d.Auth})
	if err != nil {
		b.t.Fatal(err)
	}
	b.before(fmt.Sprintf(`(() => {
			if (!self.PushManager) return;
			const given = %s;
			const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
			const has = () => {
				const key = sessionStorage.getItem("subscribed");
				return key && {
					options: { applicationServerKey: bytes(key) },
					toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
					unsubscribe: async () => { sessionStorage.removeItem("subscribed"); return true; },
				};
			};
			PushManager.prototype.getSubscription = async () => has() || null;
			PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
				if (!userVisibleOnly || Notification.permission !== "granted") throw new DOMException("no", "NotAllowedError");
				sessionStorage.setItem("subscribed", applicationServerKey);
				return has();
			};
		})()`, given))
}

// before runs a script in each page before its own.
func (b *tab) before(script string) {
	b.t.Helper()
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}))
}

// worker is the tab's service worker.
type worker struct {
	*tab
	registration serviceworker.RegistrationID
	origin       string
}

// worker attaches to the service worker of the console there, once it has taken
// over.
func (b *tab) worker(console string) *worker {
	b.t.Helper()
	w := &worker{origin: strings.TrimSuffix(console, underPrefix)}
	found := make(chan serviceworker.RegistrationID, 16)
	chromedp.ListenTarget(b.ctx, func(event any) {
		if e, ok := event.(*serviceworker.EventWorkerVersionUpdated); ok {
			for _, version := range e.Versions {
				if version.Status == serviceworker.VersionStatusActivated && strings.HasPrefix(version.ScriptURL, console) {
					select {
					case found <- version.RegistrationID:
					default:
					}
				}
			}
		}
	})
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	b.do(serviceworker.Enable())
	select {
	case w.registration = <-found:
	case <-time.After(patience):
		b.t.Fatal("the browser tells nothing of the worker")
	}
	w.tab = b.attach(console + "/sw.js")
	w.eval(noteShown, nil)
	return w
}

// noteShown has a worker note what became of its notifications.
const noteShown = `self.shown = [];
	self.registration.showNotification = async (...args) => {
		try {
			await ServiceWorkerRegistration.prototype.showNotification.apply(self.registration, args);
			shown.push("shown: " + args[0]);
		} catch (error) {
			shown.push(String(error));
			throw error;
		}
	};
	true`

// attach opens a second line to a target of the tab's profile.
func (b *tab) attach(url string) *tab {
	b.t.Helper()
	chrome := chromedp.FromContext(b.ctx)
	executor := cdp.WithExecutor(b.t.Context(), chrome.Browser)
	all, err := target.GetTargets().Do(executor)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, one := range all {
		if one.Type == "service_worker" && one.URL == url {
			ctx, stop := chromedp.NewContext(b.ctx, chromedp.WithTargetID(one.TargetID))
			b.t.Cleanup(stop)
			b.attached = true
			if err := chromedp.Run(ctx); err != nil { // the first run's context is the line's
				b.t.Fatal(err)
			}
			return &tab{t: b.t, driver: chromium{}, ctx: ctx}
		}
	}
	b.t.Fatalf("no worker %s among %d targets", url, len(all))
	return nil
}

// deliver hands the worker a message, as the browser does when its push service
// brings one.
func (w *worker) deliver(page *tab, text []byte) {
	w.t.Helper()
	page.do(serviceworker.DeliverPushMessage(w.origin, w.registration, string(text)))
}

// shows waits for a notification with that title. Chromium isn't asked for its
// notifications while it shows one: it may forget the one it is about to show.
func (w *worker) shows(title string) {
	w.t.Helper()
	defer func() {
		if w.t.Failed() {
			var noted any
			err := w.evaluate(`({shown, allowed: Notification.permission})`, &noted)
			w.t.Logf("the worker's notifications: %v %v", noted, err)
		}
	}()
	w.until(fmt.Sprintf(`shown.includes("shown: " + %q)`, title), "the worker to show "+title)
	w.until(fmt.Sprintf(`self.registration.getNotifications().then((all) => all.some((n) => n.title === %q))`, title),
		"the notification "+title)
}

// clears takes all notifications away, which the browser does in its own time.
func (w *worker) clears() {
	w.t.Helper()
	w.eval(`shown.length = 0, self.registration.getNotifications().then((all) => all.forEach((n) => n.close()))`, nil)
	w.until(`self.registration.getNotifications().then((all) => all.length === 0)`, "the notifications to go")
}

// count is how many notifications are shown.
func (w *worker) count() (n int) {
	w.t.Helper()
	w.eval(`self.registration.getNotifications().then((all) => all.length)`, &n)
	return n
}
