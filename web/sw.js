"use strict";
// The console's service worker. The server puts in front of it VERSION, FILES and
// WORDS (addresses under the mount point). It opens every page without a network
// and serves the build's own files; everything else passes it by untouched. What
// the server pushes it shows as notifications.

const BASE = new URL(self.registration.scope).pathname; // ends in "/"
const MINE = `shopdesk:${BASE}:`;
const CACHE = MINE + VERSION;
const SHARED = `shopdesk-shared:${BASE}`; // a cache of its own for a picture that was shared
const LARGEST = 60e6; // bytes of one; app/device/picture opens no larger
const PATIENCE = 3000; // milliseconds a page waits for a bad network, or for the browser's own store

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES, ...await used()].map((file) => BASE + file));
  const page = await fetch(BASE, { cache: "no-cache" });
  // While replicas are being replaced, another one may answer with another build.
  if (!page.ok || !(await page.clone().text()).includes(VERSION)) throw new Error("another build answered");
  await cache.put(BASE, page);
  await self.skipWaiting();
}

// The words of the languages that are used here: in a window now, or kept with an
// earlier build.
async function used() {
  const tagOf = (url) => /words\.([\w-]+)\.\w+$/.exec(url)?.[1];
  const tags = new Set(await Promise.all((await windows(true)).map((client) => ask(client, { language: true }, 1e4))));
  for (const name of (await caches.keys()).filter((name) => name.startsWith(MINE))) {
    for (const { url } of await (await caches.open(name)).keys()) tags.add(tagOf(url));
  }
  const ours = WORDS.filter((file) => tags.has(tagOf(file)));
  return ours.length ? ours : WORDS;
}

// The build before this one stays until the next: a page that was loading while
// the worker changed still finds its files.
async function activate() {
  const mine = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== CACHE);
  await Promise.all(mine.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

const late = () => new Promise((done) => setTimeout(done, PATIENCE));

// What is kept for an address, or what the server answers: it is asked where nothing is kept, or where the browser's
// store takes too long. Without the server the store has all the time that it wants.
async function keptOr(url, ask) {
  const kept = stored(url);
  const found = await Promise.race([kept, late()]);
  if (found) return found;
  try {
    return await ask();
  } catch (failed) {
    const found = await kept;
    if (found) return found;
    throw failed;
  }
}

// What is kept for an address, undefined for nothing.
async function stored(url) {
  try {
    const mine = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== CACHE);
    for (const name of [CACHE, ...mine]) {
      const found = await (await caches.open(name)).match(url, { ignoreVary: true });
      if (found) return found;
    }
  } catch {} // the browser's store is damaged: the server has everything
  return undefined;
}

// The console's own addresses. A server before it may have others below them.
const PLACES = /^((shops|orders|today|activity|runs|templates|settings)(\/|$)|$)/;

// A page that is opened is the kept one, which is the same for everybody: it asks the server whether there is a newer
// one (web/boot.js), and whether a gateway lets it in (web/first.js). A page that is loaded anew comes from the server;
// Safari doesn't say which of the two it is.
const opened = ({ cache }, place) => !STRICT && (cache === "default" || cache === "force-cache") && PLACES.test(place);

// The one page: from the server when it answers in time, else from the cache.
// A gateway's own error page counts as no answer.
async function page(request) {
  const fresh = fetch(request);
  try {
    const answer = await Promise.race([fresh, late()]);
    const gateway = answer && [502, 503, 504].includes(answer.status);
    if (answer && !gateway) return answer;
  } catch {} // no network
  return keptOr(BASE, () => fresh);
}

const file = (request) => keptOr(request.url, async () => {
  const answer = await fetch(request);
  if (answer.ok && WORDS.some((words) => request.url.endsWith(BASE + words))) await Promise.race([keep(request, answer.clone()), late()]);
  return answer;
});

async function keep(request, answer) {
  try {
    await (await caches.open(CACHE)).put(request, answer);
  } catch {} // no room: it is asked for again
}

// A picture that the device's gallery shares with the console waits in the
// browser until app/device/picture takes it. It goes nowhere from here.
async function share(request) {
  let kept = false;
  try {
    const picture = (await request.formData()).get("photo");
    if (picture instanceof File && picture.size > 0 && picture.size <= LARGEST) {
      await (await caches.open(SHARED)).put(BASE + "share", new Response(picture));
      kept = true;
    }
  } catch {} // no form, or no room
  return Response.redirect(BASE + (kept ? "share" : "share?lost=1"), 303);
}

// What concerns the console's windows. The windows of another console below this one are controlled by that console's
// worker. A worker that is being installed controls none.
const windows = async (includeUncontrolled) => (await self.clients.matchAll({ type: "window", includeUncontrolled })).filter((client) => client.url.startsWith(self.registration.scope));

// Asks a window something (web/push.js); undefined when it doesn't answer in so many milliseconds.
const ask = (client, question, patience = 500) => new Promise((done) => {
  const line = new MessageChannel();
  line.port1.onmessage = ({ data }) => done(data);
  setTimeout(done, patience);
  client.postMessage(question, [line.port2]);
});

// Whether somebody has the shop's orders before them, as they happen.
async function watched(shop) {
  const visible = (await windows()).filter((client) => client.visibilityState === "visible");
  return (await Promise.all(visible.map((client) => ask(client, { watching: shop })))).includes(true);
}

// Safari wants a notification for each message, whatever is in sight.
const STRICT = /AppleWebKit/.test(navigator.userAgent) && !/Chrome\//.test(navigator.userAgent);

// Asks the console's own API.
const post = (path, body) => fetch(`${BASE}api/${path}`, {
  method: "POST", headers: { "Content-Type": "application/json", "X-Console": "1" }, body: JSON.stringify(body),
});

// What the server tells (server/internal/orders/push), unless it is on a screen anyway. The order's story keeps that it came.
async function tell(message) {
  let said = {};
  try {
    said = message?.json() ?? {};
  } catch {} // none of ours: browsers want something shown all the same
  const seen = Boolean(said.shop) && await watched(said.shop);
  const [, shopId, , orderId] = (said.tag ?? "").split("/");
  const told = orderId && post(`orders/reached?told=${seen ? "in_sight" : "notified"}.${shopId}.${orderId}`, {}).catch(() => {});
  if (!seen || STRICT) await self.registration.showNotification(said.title || "Shopdesk", {
    body: said.body ?? "", lang: said.lang ?? "", dir: said.dir ?? "auto", tag: said.tag ?? "", renotify: Boolean(said.tag) && !seen, silent: seen,
    requireInteraction: Boolean(said.stay) && !seen, icon: `${BASE}_/${VERSION}/icon-192.png`, data: { path: said.path ?? "" },
  });
  await told;
}

// A tap leads to the order, in a window that is open if there is one.
async function lead(path) {
  const url = new URL(path, self.registration.scope);
  const place = url.href.startsWith(self.registration.scope) ? url : new URL(self.registration.scope);
  const open = await windows();
  const best = open.find((client) => client.url === place.href) ?? open.find((client) => client.visibilityState === "visible") ?? open[0];
  if (best) {
    try {
      await best.focus();
    } catch {} // the browser doesn't let us
    if (best.url === place.href || await ask(best, { open: place.pathname })) return;
  }
  await self.clients.openWindow(place.href);
}

// The browser has replaced its subscription, or dropped it: the server is told of
// the new one.
async function resubscribe(old, fresh) {
  let options = old?.options;
  if (!fresh && !options) {
    const { key } = await (await fetch(BASE + "api/push")).json();
    options = { userVisibleOnly: true, applicationServerKey: key };
  }
  const { endpoint, keys } = (fresh ?? await self.registration.pushManager.subscribe(options)).toJSON();
  await post("push", { endpoint, p256dh: keys.p256dh, auth: keys.auth, keep: true });
}

// Another site's form may send a picture here too.
const foreign = (request) => request.referrer.startsWith("http") && new URL(request.referrer).origin !== location.origin;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => { if (event.data?.claim) event.waitUntil(self.clients.claim()); });
self.addEventListener("push", (event) => event.waitUntil(tell(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.path ?? ""));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(resubscribe(event.oldSubscription, event.newSubscription)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "POST" && url.origin === location.origin && url.pathname === BASE + "share" && !foreign(request)) {
    event.respondWith(share(request));
    return;
  }
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  if (path.startsWith("_/")) {
    event.respondWith(file(request));
    return;
  }
  if (request.mode !== "navigate" || /^(api|oauth)\//.test(path)) return; // or a merchant comes back from the platform
  event.respondWith(opened(request, path) ? keptOr(BASE, () => page(request)) : page(request));
});
