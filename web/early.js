"use strict";
// Sets language and theme before the first paint, and hears of files that don't arrive. The page has this script within
// it, since a file would have to come first; boot.js goes on with what it finds out.

// web/build puts the languages here that there are words for.
const LANGUAGES = [];

const shopdeskEarly = (({ mount, rest }) => {
  const root = document.documentElement;

  // What was chosen on this device. Storage may be blocked.
  const chosen = (name) => {
    try {
      return localStorage.getItem(`shopdesk:${mount}:${name}`) ?? "";
    } catch {
      return "";
    }
  };
  const theme = chosen("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  // The language chosen on this device, else the first of the browser's own that
  // we speak, in whatever form of it.
  const base = (tag) => tag.toLowerCase().split("-")[0];
  const speaks = (tag) => LANGUAGES.find((own) => own === tag) ?? LANGUAGES.find((own) => base(own) === base(tag));
  const own = (...rather) => [...rather, ...navigator.languages].map(speaks).find(Boolean) ?? "en";
  const lang = own(chosen("lang"));
  const wear = (tag) => {
    root.lang = tag;
    root.dir = base(tag) === "ar" ? "rtl" : "ltr";
    document.querySelector("link[rel=manifest]").href = `${mount}/manifest.${tag}.webmanifest`;
  };
  wear(lang);

  // Loads the page anew as soon as the server gives out a file, since it may only restart, or has another release.
  const SOON = 2000, SELDOM = 30000; // milliseconds
  const again = (file, wait = SOON) => setTimeout(async () => {
    const response = await fetch(file, { credentials: "same-origin" }).catch(() => {});
    if (response?.ok || response?.status === 404) location.reload();
    else again(file, Math.min(2 * wait, SELDOM));
  }, wait);

  // Without its scripts and its style a page can't even say that they didn't arrive.
  addEventListener("error", ({ target }) => {
    if (target.matches?.("script, [rel=stylesheet]")) again(target.src ?? target.href);
  }, true);

  // Where the service worker has it, the rest of the program is read beside the first file.
  const kept = rest && navigator.serviceWorker?.controller && fetch(rest, { credentials: "same-origin" });
  if (kept) kept.catch(() => {}); // boot.js says so
  return { chosen, lang, own, wear, again, SOON, SELDOM, kept };
})(document.currentScript.dataset);
