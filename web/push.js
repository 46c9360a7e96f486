"use strict";
// The page's part of notifications in the background: the browser's subscription,
// and what the worker asks of a page. server/internal/orders/push sends, web/sw.js shows.

// Read by app/device.
var shopdeskPush;

function setUpPush({ mount, chosen, stopped }) {
  // The browser is asked for permission while a press is handled, as some demand.
  let permission;
  addEventListener("click", ({ target }) => {
    if (target.id === "push-on" && self.Notification?.permission === "default") permission = Notification.requestPermission();
  }, true);
  const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const pushManager = async () => {
    const none = new Promise((_, fail) => setTimeout(fail, 10000, new Error("no worker")));
    return (await Promise.race([navigator.serviceWorker.ready, none])).pushManager;
  };
  const pushOn = async (key) => {
    await permission;
    const manager = await pushManager();
    let has = await manager.getSubscription();
    if (has && base64url(has.options.applicationServerKey) !== key) {
      await has.unsubscribe();
      has = null;
    }
    has ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = has.toJSON();
    return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
  };
  const pushOff = async () => (await (await pushManager()).getSubscription())?.unsubscribe();
  const post = (path, body) =>
    fetch(mount + path, { method: "POST", headers: { "Content-Type": "application/json", "X-Console": "1" }, body });
  // What was chosen on this device (app/state) is asked for anew at each start:
  // the browser may have dropped it, or the session be another. "Off" is asked for
  // once more, since an earlier start's call may have come after it. Somebody
  // else's choice ends.
  const pushAgain = async (operator, twice) => {
    const name = `shopdesk:${mount}:push`;
    const choice = chosen("push");
    const kept = JSON.parse(choice || "null");
    if (!kept || kept.on && self.Notification?.permission !== "granted") return;
    const off = () => {
      localStorage.removeItem(name);
      return pushOff();
    };
    if (kept.operator !== operator) return off();
    const answer = await (kept.on
      ? post("/api/push", JSON.stringify({ ...kept.on, language: document.documentElement.lang, ...await pushOn(kept.key) }))
      : post("/api/push/off", "{}"));
    if (chosen("push") !== choice) return pushAgain(operator); // meanwhile: this call may have come after that one
    if (!kept.on) return answer.ok && off();
    const key = answer.ok ? (await answer.json()).key : kept.key;
    if (key === kept.key || twice) return;
    localStorage.setItem(name, JSON.stringify({ ...kept, key })); // the server's is another
    await pushAgain(operator, true);
  };
  const quietly = (promise) => { promise.catch((error) => console.warn("Notifications:", error)); };
  shopdeskPush = {
    standing() {
      if (self.PushManager && self.Notification && navigator.serviceWorker) return Notification.permission;
      const apple = /iP(hone|ad|od)/.test(navigator.userAgent) || navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1;
      return apple && !goappIsAppInstalled() ? "install" : "none";
    },
    on: async (key) => JSON.stringify(await pushOn(key)),
    off: () => { if (self.PushManager && chosen("push")) quietly(pushOff()); },
    again: (operator) => { if (self.PushManager) quietly(pushAgain(operator)); },
  };
  // The worker asks whether a shop's orders are seen here as they happen and which
  // language is spoken, and has the place opened that a notification leads to.
  // Before the program runs goappNav does nothing.
  const idle = goappNav;
  navigator.serviceWorker?.addEventListener("message", ({ data, ports: [line] }) => {
    if (data.watching) {
      const rings = document.querySelector('.top-live[data-calm="true"]')?.dataset.rings;
      line.postMessage(!stopped() && (rings === "0" || rings === data.watching));
    }
    if (data.language) line.postMessage(document.documentElement.lang);
    if (data.open) {
      const runs = !stopped() && goappNav !== idle;
      if (runs) goappNav(data.open);
      line.postMessage(runs);
    }
  });
}
