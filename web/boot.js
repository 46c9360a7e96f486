"use strict";
// Starts the console: loads the program, says how that goes, and keeps the page
// usable when it doesn't. Runs while the head is parsed, so that language and
// theme are set before the first paint and the program compiles as it arrives.

// Globals that go-app's engine reads, calls or replaces.
var goappNav = () => {};
var goappUpdatedBeforeWasmLoaded = false;
var goappOnUpdate = () => { goappUpdatedBeforeWasmLoaded = true; };
var goappOnAppInstallChange = () => {};
var goappGetenv, goappTryUpdate;

(() => {
  const page = document.currentScript.dataset;
  const mount = page.mount;
  const env = {
    GOAPP_ROOT_PREFIX: mount,
    GOAPP_VERSION: page.version,
    GOAPP_STATIC_RESOURCES_URL: page.assets,
    GOAPP_INTERNAL_URLS: "null",
    SHOPDESK_BUILD: page.build,
    SHOPDESK_GALLERY: page.gallery,
  };
  goappGetenv = (name) => env[name];

  // What was chosen on this device, before the first paint. Storage may be
  // blocked.
  const root = document.documentElement;
  const chosen = (name) => {
    try {
      return localStorage.getItem(`shopdesk:${mount}:${name}`) ?? "";
    } catch {
      return "";
    }
  };
  const lang = chosen("lang");
  if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(lang)) {
    root.lang = lang;
    root.dir = /^(ar|fa|he|ur)(-|$)/.test(lang) ? "rtl" : "ltr";
  }
  const theme = chosen("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  const parsed = new Promise((done) => addEventListener("DOMContentLoaded", done, { once: true }));

  const label = (text) => parsed.then(() => {
    const line = document.getElementById("boot-label");
    if (line) line.textContent = text;
  });

  // One notice at a time, added after the app's own element. Whatever is on the
  // screen stays there to be read.
  async function notice(text, action) {
    await parsed;
    document.getElementById("boot-notice")?.remove();
    const box = document.createElement("div");
    box.id = "boot-notice";
    box.className = "boot-notice";
    box.setAttribute("role", "alert");
    const words = document.createElement("span");
    words.textContent = text;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action;
    button.addEventListener("click", () => location.reload());
    box.append(words, button);
    document.body.append(box);
    return { box, button };
  }

  // The program has ended: its handlers would only throw, and a form without
  // its handler would send itself.
  let stopped = false;
  async function stop() {
    if (stopped) return;
    stopped = true;
    window.onclick = window.onpopstate = window.onresize = null;
    const { box, button } = await notice("The console stopped.", "Reload");
    for (const type of ["click", "submit", "input", "change", "keydown", "keyup", "focusin", "focusout"]) {
      addEventListener(type, (event) => {
        if (box.contains(event.target)) return;
        if (type === "click" || type === "submit") event.preventDefault();
        event.stopImmediatePropagation();
      }, true);
    }
    button.focus();
  }
  addEventListener("error", (event) => {
    if (event.error instanceof WebAssembly.RuntimeError) stop();
  });

  // The response is compiled as it comes, not counted: reading it here for a
  // percentage would cost the browser its cache of compiled code.
  async function load() {
    const megabytes = (page.size / 1e6).toFixed(1);
    const slow = setTimeout(label, 800, `Loading the console (${megabytes} MB)…`);
    const stuck = setTimeout(notice, 20000, "Loading takes long. The connection may be slow.", "Try again");
    try {
      const response = await fetch(page.program, { credentials: "same-origin" });
      if (!response.ok) throw new Error(`the program: HTTP ${response.status}`);
      const module = await WebAssembly.compileStreaming(response);
      await parsed;
      clearTimeout(slow);
      label("Starting…");
      const go = new Go();
      go.exit = () => {};
      const instance = await WebAssembly.instantiate(module, go.importObject);
      document.getElementById("boot-notice")?.remove();
      return { go, instance };
    } finally {
      clearTimeout(slow);
      clearTimeout(stuck);
    }
  }

  load().then(
    ({ go, instance }) => go.run(instance).then(stop, stop),
    (error) => {
      console.warn("The console could not load:", error);
      label("");
      notice("The console could not load.", "Try again");
    },
  );

  // Offline use and updates. The worker is registered after everything else has
  // loaded; the server's version is asked for now and then, and when a sleeping
  // tablet wakes.
  let registration;
  const base = mount + "/";
  const allow = (url) => {
    if (url !== base + "sw.js") throw new TypeError("not the console's worker");
    return url;
  };
  const policy = self.trustedTypes?.createPolicy("shopdesk", { createScriptURL: allow });
  async function register() {
    if (!("serviceWorker" in navigator)) return;
    const url = policy ? policy.createScriptURL(base + "sw.js") : base + "sw.js";
    try {
      registration = await navigator.serviceWorker.register(url, { scope: base, updateViaCache: "none" });
      // After a release this page may be newer than the worker, which browsers
      // replace when they find time.
      const mine = await caches.has(`shopdesk:${base}:${page.version}`);
      if (registration.active && !mine) await registration.update();
    } catch (error) {
      console.warn("No offline use:", error);
    }
  }
  addEventListener("load", register, { once: true });

  const MINUTE = 60000;
  let newest = page.version;
  let asked = Date.now();
  async function check() {
    if (!navigator.onLine) return;
    asked = Date.now();
    try {
      const response = await fetch(base + "version.json", { cache: "no-store" });
      if (!response.ok) return;
      const { version } = await response.json();
      if (!version || version === newest) return;
      newest = version;
      registration?.update().catch(() => {});
      goappOnUpdate();
    } catch {} // no answer: the next check will do
  }
  const checkIfStale = () => { if (!document.hidden && Date.now() - asked > 5 * MINUTE) check(); };
  goappTryUpdate = check;
  setInterval(check, 30 * MINUTE);
  addEventListener("online", checkIfStale);
  document.addEventListener("visibilitychange", checkIfStale);
})();
