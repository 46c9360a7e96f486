"use strict";
// The console's service worker. The server puts VERSION and FILES (addresses
// under the mount point) in front of it. It opens pages without a network and
// serves the build's own files; everything else passes it by untouched.

const BASE = new URL(self.registration.scope).pathname; // ends in "/"
const MINE = `shopdesk:${BASE}:`;
const CACHE = MINE + VERSION;
const PATIENCE = 3000; // milliseconds a page waits for a bad network

async function install() {
  const cache = await caches.open(CACHE);
  const page = await fetch(BASE, { cache: "no-cache" });
  // While replicas are being replaced, another one may answer with another build.
  if (!page.ok || !(await page.clone().text()).includes(VERSION)) throw new Error("another build answered");
  await cache.addAll(FILES.map((file) => BASE + file));
  await cache.put(BASE, page);
  await self.skipWaiting();
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
  return (await cached(BASE)) ?? fresh;
}

async function file(request) {
  return (await cached(request.url)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
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
