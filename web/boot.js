"use strict";
// Starts the console: loads the program, says how that goes, and keeps the page
// usable when it doesn't. early.js has set language and theme by then. web/build
// puts words.js, tree.js, first.js, push.js and crash.js in front of it.

// What is said before the program runs, by language and key: web/build puts it
// here. Its languages are those there are words for.
const WORDS = {};

// Globals that go-app's engine reads, calls or replaces.
var goappNav = () => {};
var goappUpdatedBeforeWasmLoaded = false;
var goappOnUpdate = () => { goappUpdatedBeforeWasmLoaded = true; };
var goappAppInstallChangedBeforeWasmLoaded = false;
var goappOnAppInstallChange = () => { goappAppInstallChangedBeforeWasmLoaded = true; };
var goappGetenv, goappTryUpdate, goappIsAppInstallable, goappIsAppInstalled, goappShowInstallPrompt;

// Read by app/text: the words of the language on screen (a Map), and how to change it.
var shopdeskWords, shopdeskSpeak;

(() => {
  const page = document.currentScript.dataset;
  const mount = page.mount;
  const crash = setUpCrash({ mount, version: page.version });
  const env = {
    GOAPP_ROOT_PREFIX: mount,
    GOAPP_VERSION: page.version,
    GOAPP_STATIC_RESOURCES_URL: page.assets,
    SHOPDESK_GALLERY: page.gallery,
  };
  goappGetenv = (name) => env[name];

  const root = document.documentElement;
  const { chosen, lang, own, wear, again, SOON, SELDOM, kept } = shopdeskEarly;
  const say = (key, arg) => (WORDS[root.lang]?.[key] ?? key).replace("{0}", arg);

  setUpFirst({ mount, chosen });

  async function get(url, asked = fetch(url, { credentials: "same-origin" })) {
    const response = await asked;
    if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
    return response;
  }

  const fetchWords = async (tag) => readWords(await (await get(`${page.assets}/words.${tag}.txt`)).text());
  const words = fetchWords(lang);
  words.catch(() => {}); // said when the program needs them
  setTimeout(Intl.DateTimeFormat); // reads the zones, which the program would wait for

  // Tells whether the language on screen is now that one, or with "" the browser's
  // own. Of two wishes the last holds.
  let wishes = 0;
  shopdeskSpeak = async (tag) => {
    tag ||= own();
    const wish = ++wishes;
    try {
      const fetched = await fetchWords(tag);
      if (wish !== wishes) return false;
      shopdeskWords = fetched;
      wear(tag);
      return true;
    } catch (error) {
      console.warn("No words:", error);
      check(); // another release has other files
      return false;
    }
  };

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
  async function stop(error) {
    if (stopped) return;
    stopped = true;
    crash.stopped(error);
    window.onclick = window.onpopstate = window.onresize = null;
    const { box, button } = await notice(say("boot.stopped"), say("boot.reload"));
    for (const type of ["click", "submit", "input", "change", "keydown", "keyup", "focusin", "focusout"]) {
      addEventListener(type, (event) => {
        if (box.contains(event.target)) return;
        if (type === "click" || type === "submit") event.preventDefault();
        event.stopImmediatePropagation();
      }, true);
    }
    button.focus();
  }
  addEventListener("load", crash.tell, { once: true });

  let away = true; // the program hasn't begun to arrive

  // Whether the program may begin before the rest of it has been compiled: some browsers compile no more than 4 KB at once.
  const early = page.rest && (() => {
    try {
      return !!new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 0, 0xff, 0x3f, ...new Uint8Array(0x1fff)));
    } catch {
      return false;
    }
  })();

  // The program comes in two files (docs/adr/0063-two-files.md). The first has what opens the pages. A function that is
  // called before the rest is there waits for it, and holds the page up. So does putting the rest in, for as long as drawing
  // a page: that is done when the page is calm.
  function bringRest(go, first, bytes) {
    let module, put = false;
    const join = () => {
      if (!put) new WebAssembly.Instance(module, { ...go.importObject, first });
      put = true;
    };
    async function load() {
      for (let wait = SOON; !put; wait = Math.min(2 * wait, SELDOM)) {
        try {
          module ??= await (bytes ? WebAssembly.compile(bytes) : compiled(page.rest));
          await calm();
          join();
        } catch (error) {
          console.warn("No rest:", error);
          await new Promise((done) => setTimeout(done, wait));
        }
      }
    }
    function loadNow() {
      if (bytes) return new WebAssembly.Module(bytes);
      const request = new XMLHttpRequest();
      request.open("GET", page.rest, false);
      request.overrideMimeType("text/plain; charset=x-user-defined"); // characters whose low bytes are those of the file
      request.send();
      if (request.status !== 200) throw new Error(`HTTP ${request.status}`);
      const text = request.responseText, read = new Uint8Array(text.length);
      for (let i = 0; i < read.length; i++) read[i] = text.charCodeAt(i);
      return new WebAssembly.Module(read);
    }
    // Firefox goes on telling the page what happens while a request holds it up. The program, in the middle of a
    // function, hears that as soon as it is at rest, before anything else happens. Without the rest it hears no more.
    const want = () => {
      const happened = [];
      go._resume = () => {
        happened.push(go._pendingEvent);
        if (!go._pendingEvent) go._scheduledTimeouts.clear(); // a timer, which wasm_exec.js tells until this is empty
        go._pendingEvent = null;
      };
      try {
        module ??= loadNow();
        join();
      } catch (error) {
        stop(); // no crash
        again(page.program);
        throw error;
      }
      delete go._resume;
      queueMicrotask(() => {
        for (const event of happened) {
          go._pendingEvent = event;
          go._resume();
        }
      });
    };
    // A table takes functions of WebAssembly alone: this module imports one, and exports it.
    const pass = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0));
    first.table.set(0, new WebAssembly.Instance(pass, { "": { "": want } }).exports[""]);
    return load();
  }

  // Until the page has what it shows, and nothing else to do.
  async function calm() {
    do await new Promise((done) => setTimeout(done, 100)); while (document.querySelector("#boot, .skeleton"));
    return new Promise((done) => (self.requestIdleCallback ?? setTimeout)(done));
  }

  async function compiled(url) {
    const response = await get(url);
    away = false;
    return WebAssembly.compileStreaming(response);
  }

  // What the program begins with of the rest. Where the service worker has it, its bytes: not every browser asks the
  // worker while a page is held up, and without a network nobody else has them.
  async function restAtFirst() {
    if (page.rest && !early) return compiled(page.rest);
    return kept && (await get(page.rest, kept)).arrayBuffer();
  }

  // The response is compiled as it comes, not counted: reading it here for a
  // percentage would cost the browser its cache of compiled code.
  async function load() {
    const megabytes = (page.size / 1e6).toFixed(1);
    const slow = setTimeout(label, 800, say("boot.loading", megabytes));
    const stuck = setTimeout(notice, 20000, say("boot.slow"), say("boot.again"));
    try {
      const [module, rest] = await Promise.all([
        compiled(page.program), restAtFirst(), words.then((w) => { shopdeskWords = w; }), parsed,
      ]);
      clearTimeout(slow);
      label(say("boot.starting"));
      // What is thrown out of the program has ended it, in the middle of a function.
      const resume = Go.prototype._resume;
      Go.prototype._resume = function () {
        try {
          resume.call(this);
        } catch (error) {
          stop(error);
          throw error;
        }
      };
      const go = new Go();
      go.env.GOGC = "400"; // seldom in the middle of a press: app/shell has garbage collected while nobody does anything
      go.exit = (code) => { if (code !== 0) crash.panicked(); };
      crash.listen();
      const instance = await WebAssembly.instantiate(module, go.importObject);
      if (rest && !early) await WebAssembly.instantiate(rest, { ...go.importObject, first: instance.exports });
      const complete = early && bringRest(go, instance.exports, rest);
      document.getElementById("boot-notice")?.remove();
      return { go, instance, complete };
    } finally {
      clearTimeout(slow);
      clearTimeout(stuck);
    }
  }

  const files = load().then(
    ({ go, instance, complete }) => {
      go.run(instance).then(stop, stop);
      return complete;
    },
    (error) => {
      console.warn("No program:", error);
      label("");
      notice(say("boot.failed"), say("boot.again"));
      again(page.program, away ? SOON : SELDOM); // a program that arrives and doesn't run may never do
    },
  );

  // Installing: the browser's own offer is kept until somebody asks for it.
  let offer;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    goappOnAppInstallChange();
  });
  addEventListener("appinstalled", () => {
    offer = undefined;
    goappOnAppInstallChange();
  });
  goappIsAppInstallable = () => !!offer;
  goappIsAppInstalled = () => matchMedia("(display-mode: standalone)").matches;
  goappShowInstallPrompt = async () => {
    await offer?.prompt();
    offer = undefined; // it can be shown once
    goappOnAppInstallChange();
  };

  // Pulling the page down from its top asks for fresh data. An installed page has
  // no other way: the browser's own pull would load the whole program anew.
  let pulledFrom = null;
  const pull = (state) => {
    if (state) root.dataset.pull = state;
    else delete root.dataset.pull;
  };
  addEventListener("touchstart", (event) => {
    const [first, second] = event.touches;
    const moves = event.target.closest("dialog, .popup, .calendar, .crop, .phones-handle") || event.composedPath().some((el) => el.scrollTop > 0); // something else than the page
    pulledFrom = scrollY > 0 || second || moves ? null : first.clientY;
  });
  addEventListener("touchmove", (event) => {
    if (pulledFrom === null) return;
    const by = event.touches[0].clientY - pulledFrom;
    pull(by > 110 ? "ready" : by > 40 ? "begun" : "");
  });
  const letGo = (event) => {
    if (event.type === "touchend" && root.dataset.pull === "ready") dispatchEvent(new Event("shopdesk:pull"));
    pulledFrom = null;
    pull("");
  };
  addEventListener("touchend", letGo);
  addEventListener("touchcancel", letGo);

  // Offline use and updates. The worker is registered after everything else has
  // loaded; the server's version is asked for now and then, and when a sleeping
  // tablet wakes.
  let registration;
  const at = mount + "/";
  const allow = (url) => {
    if (url !== at + "sw.js") throw new TypeError("not the console's worker");
    return url;
  };
  const policy = self.trustedTypes?.createPolicy("shopdesk", { createScriptURL: allow });
  async function register() {
    if (!("serviceWorker" in navigator)) return;
    const url = policy ? policy.createScriptURL(at + "sw.js") : at + "sw.js";
    try {
      registration = await navigator.serviceWorker.register(url, { scope: at, updateViaCache: "none" });
      navigator.serviceWorker.ready.then(({ active }) => {
        // A page that was on its way when the worker took over the others is none of its pages yet.
        if (!navigator.serviceWorker.controller) active.postMessage({ claim: true });
      });
      // After a release this page may be newer than the worker, which browsers
      // replace when they find time.
      const mine = await caches.has(`shopdesk:${at}:${page.version}`);
      if (registration.active && !mine) await registration.update();
    } catch (error) {
      console.warn("No offline use:", error);
    }
  }
  // The worker fetches the files too. While the page did so, a new worker sometimes waited for the old one for good.
  addEventListener("load", () => files.then(register), { once: true });

  setUpPush({ mount, chosen, stopped: () => stopped });

  const MINUTE = 60000;
  let newest = page.version;
  let asked = Date.now();
  async function check() {
    if (!navigator.onLine) return;
    asked = Date.now();
    try {
      const response = await fetch(at + "version.json", { cache: "no-store" });
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
  if (navigator.serviceWorker?.controller && !ANEW) addEventListener("load", check, { once: true }); // it was kept
  addEventListener("online", checkIfStale);
  document.addEventListener("visibilitychange", checkIfStale);
})();
