"use strict";
// The console's service worker. The server puts in front of it VERSION, FILES
// (addresses under the mount point), OFFICE (the second program's file) and PARTS
// (what its addresses begin with). It opens pages without a network and serves
// the build's own files; everything else passes it by untouched. The office
// program is kept once somebody has opened one of its pages.

const BASE = new URL(self.registration.scope).pathname; // ends in "/"
const MINE = `shopdesk:${BASE}:`;
const CACHE = MINE + VERSION;
const SECOND = `_/${VERSION}/${OFFICE}`;
const SHARED = `shopdesk-shared:${BASE}`; // a cache of its own for a picture that was shared
const LARGEST = 60e6; // bytes of one; app/picture opens no larger
const PATIENCE = 3000; // milliseconds a page waits for a bad network

const inOffice = (path) => {
  const [first, , page] = path.split("/");
  return PARTS.includes(first === "shops" ? page : first);
};

// The page that opens a place: each program has its own.
const pageOf = (path) => (inOffice(path) ? BASE + PARTS[0] : BASE);

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => BASE + file));
  if (await officeUsed()) await cache.add(BASE + SECOND);
  for (const address of [BASE, BASE + PARTS[0]]) {
    const page = await fetch(address, { cache: "no-cache" });
    // While replicas are being replaced, another one may answer with another build.
    if (!page.ok || !(await page.clone().text()).includes(VERSION)) throw new Error("another build answered");
    await cache.put(address, page);
  }
  await self.skipWaiting();
}

// On screen now, or kept by the worker before this one.
async function officeUsed() {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.some((client) => client.url.startsWith(self.registration.scope) && inOffice(new URL(client.url).pathname.slice(BASE.length)))) return true;
  const mine = (await caches.keys()).filter((name) => name.startsWith(MINE));
  for (const name of mine) {
    const files = await (await caches.open(name)).keys();
    if (files.some((file) => file.url.endsWith("/" + OFFICE))) return true;
  }
  return false;
}

// The build before this one stays until the next: a page that was loading while
// the worker changed still finds its files.
async function activate() {
  const mine = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== CACHE);
  await Promise.all(mine.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function cached(url) {
  const mine = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== CACHE);
  for (const name of [CACHE, ...mine]) {
    const found = await (await caches.open(name)).match(url, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

// The one page: from the server when it answers in time, else from the cache.
// A gateway's own error page counts as no answer.
async function page(request) {
  const fresh = fetch(request);
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  try {
    const answer = await Promise.race([fresh, late]);
    const gateway = answer && [502, 503, 504].includes(answer.status) && !answer.headers.has("X-Shopdesk-Build");
    if (answer && !gateway) return answer;
  } catch {} // no network
  return (await cached(pageOf(new URL(request.url).pathname.slice(BASE.length)))) ?? fresh;
}

async function file(request) {
  const kept = await cached(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && request.url.endsWith(BASE + SECOND)) await (await caches.open(CACHE)).put(request.url, answer.clone());
  return answer;
}

// A picture that the device's gallery shares with the console waits in the
// browser until app/picture takes it. It goes nowhere from here.
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

// Another site's form may send a picture here too.
const foreign = (request) => request.referrer.startsWith("http") && new URL(request.referrer).origin !== location.origin;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
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
  if (request.mode !== "navigate" || path.startsWith("api/")) return;
  if (url.searchParams.has("code") || url.searchParams.has("state")) return; // someone comes back from signing in elsewhere
  event.respondWith(page(request));
});
