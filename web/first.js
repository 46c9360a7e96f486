"use strict";
// A page's first answers, asked for while the program still loads. The page itself
// is the same for everybody: which answers those are, address and storage tell.

// Read by app/backend: gives out an answer that waits, once.
var shopdeskFirst;

const SESSION = "/api/session"; // who is signed in: the server answers everybody
const OVER = "state=done%2Ccancelled"; // the columns of past orders

// What a page asks first for itself: its address below the mount point, the
// permission that the calls need, the calls. The frame asks the rest (firstCalls).
// A test opens the pages and compares (e2e/first_test.go).
const FIRST = [
  [/^\/shops$/, "", "/api/roster"],
  [/^\/shops\/(\d+)(\/(hours|dates|phones|photo|orders(\/.*)?))?$/, "shop.view", "/api/shops/record?shop=$1"],
  [/^\/orders\/history$/, "order.view", `/api/orders/history?limit=50&${OVER}`],
  [/^\/orders\/history$/, "order.view", `/api/orders/history/totals?${OVER}`],
  [/^\/shops\/(\d+)\/orders\/history$/, "order.view", `/api/orders/history?limit=50&shop=$1&${OVER}`],
  [/^\/shops\/(\d+)\/orders\/history$/, "order.view", `/api/orders/history/totals?shop=$1&${OVER}`],
  [/^\/runs$/, "activity.view", "/api/runs"],
  [/^\/runs\/new$/, "templates.use", "/api/templates"],
  [/^\/runs\/new$/, "", "/api/roster"],
  [/^\/templates$/, "templates.use", "/api/templates"],
  [/^\/today\/yesterday$/, "order.view", "/api/today/yesterday"],
  [/^\/activity$/, "activity.view", "/api/activity"],
  [/^\/settings\/operators$/, "operators.view", "/api/operators"],
  [/^\/settings\/devices$/, "", "/api/devices"],
  [/^\/settings\/devices$/, "operators.view", "/api/ring"],
  [/^\/settings\/devices$/, "", "/api/push"],
  [/^\/settings\/devices$/, "", "/api/summary"],
  [/^\/settings\/account$/, "", "/api/account"],
  [/^\/settings\/profile$/, "settings.view", "/api/profile"],
  [/^\/settings\/profile$/, "settings.view", "/api/legend"],
  [/^\/settings\/profile$/, "settings.edit", "/api/check"],
  [/^\/settings\/connections$/, "connections.edit", "/api/connections"],
  [/^\/settings\/hooks$/, "hooks.manage", "/api/hooks"],
  [/^\/settings\/about$/, "settings.view", "/api/jobs"],
  [/^\/settings\/about$/, "settings.view", "/api/crashes"],
];
// The page was loaded anew, rather than opened: it came from the server, not from what the worker keeps.
const ANEW = performance.getEntriesByType("navigation")[0]?.type === "reload";
const WAITS = 20000; // milliseconds that an answer is kept for the program

// The calls that begin a page at a place below the mount point, for an operator.
// kept reads what an earlier visit left for them. With a search in the address, what the page asks of the others.
function firstCalls(place, operator, kept, search = "") {
  const shops = kept("shops");
  const theirs = (shop) => !shops || shops.includes(`"shopId":"${shop}"`);
  const calls = [{ path: "/api/pauses" }];
  // The list names itself at its end.
  const [, tag] = shops.match(/"tag":("(?:[^"\\]|\\.)*")\}$/) ?? [];
  calls.push({ path: "/api/shops", tag: tag && JSON.parse(tag) });

  const [, shop] = place.match(/^\/shops\/(\d+)/) ?? [];
  if (shop && !theirs(shop)) return calls;
  const may = (permission) => !permission || operator.permissions?.includes(permission);
  for (const [pattern, permission, path] of FIRST) {
    if (pattern.test(place + search) && may(permission)) calls.push({ path: place.replace(pattern, path) });
  }

  // The orders that the frame rings for: of the board that is opened, else of the
  // one that was opened last.
  if (!may("order.view")) return calls;
  const [board, of] = place.match(/^(?:\/shops\/(\d+))?\/orders$/) ?? [];
  const watched = board ? of : kept("orders-watch");
  const one = Number(watched) > 0;
  if (one && (!theirs(watched) || !board && !shops)) return calls;
  const query = one ? `?shop=${watched}` : "";
  calls.push({ path: `/api/orders${query}` });
  return calls;
}

// Passes on what the server itself answered. A gateway before it that wants a sign-in of its own, or has the console no
// more, didn't see the page that the worker had kept: it sees this page as it is loaded anew.
function ours(path, answer) {
  const { type, ok, status, headers } = answer;
  const known = ok ? headers.get("Content-Type")?.includes("json") : status > 499 || status === 429;
  if (type !== "opaqueredirect" && (known || path !== SESSION)) return answer;
  if (navigator.serviceWorker?.controller && !ANEW) location.reload();
  throw new TypeError("a gateway answered");
}

function setUpFirst({ mount, chosen }) {
  const waiting = new Map();
  const given = new Set(); // the program asks for these itself by now
  let over = false;
  const ask = ({ path, tag }, header) => {
    const url = mount + path;
    if (over || given.has(url)) return undefined;
    const abort = new AbortController();
    const headers = { Accept: "application/json", ...header };
    if (tag) headers["If-None-Match"] = tag;
    const answer = fetch(url, { headers, credentials: "same-origin", redirect: "manual", signal: abort.signal })
      .then((answer) => ours(path, answer));
    answer.catch(() => {}); // said when the program wants it
    waiting.set(url, { answer, abort, tag, at: Date.now() });
    return answer;
  };
  const end = () => {
    over = true;
    waiting.clear();
  };
  setTimeout(end, WAITS);

  // A change may make any answer an old one.
  shopdeskFirst = (method, url, tag) => {
    if (method !== "GET") end();
    const found = waiting.get(url);
    waiting.delete(url);
    given.add(url);
    return found && (found.tag ?? "") === tag ? found : undefined;
  };

  const begin = (operator) => {
    const place = location.pathname.slice(mount.length).replace(/(.)\/$/, "$1");
    const calls = firstCalls(place, operator, (name) => chosen(`${operator.id}:${name}`), location.search);
    for (const call of calls) ask(call, { "X-Acted": "1" }); // a person opened the page
  };

  // Somebody whom this device remembers needn't wait for the answer who they are.
  async function beginAll() {
    const session = ask({ path: SESSION });
    let operator;
    try {
      ({ operator } = JSON.parse(chosen("session")));
    } catch {} // nobody is remembered
    if (operator) {
      begin(operator);
      return;
    }
    ({ operator } = await (await session).clone().json());
    if (operator) begin(operator);
  }
  setTimeout(() => beginAll().catch(() => {}), 0); // after the head: the first paint doesn't wait
}
