"use strict";
// The program's last words when it dies: the kind of error and the numbers of its
// functions, the build, the page and the time. Reduced here to what can't be about
// a customer, kept until the server has them. server/internal/web/crashes takes them.

// What may be said of errors and pages: web/build puts package crash's lists here.
const SAYABLE = {};

function setUpCrash({ mount, version }) {
  const KEY = `shopdesk:${mount}:crashes`;
  const CRASHES = 5; // kept of a device
  const FRAMES = 50; // of a stack
  const HEARD = 65536; // characters of what the program wrote last

  // Go's runtime writes a panic and its stack piece by piece.
  let heard = "\n";
  function listen() {
    const decoder = new TextDecoder();
    const write = fs.writeSync;
    fs.writeSync = function (fd, bytes) {
      if (fd === 2) heard = (heard + decoder.decode(bytes, { stream: true })).slice(-HEARD);
      return write.call(this, fd, bytes);
    };
  }

  function sayable(text) {
    for (const pattern of SAYABLE.texts) {
      const found = text.match(`^(?:${pattern})`);
      if (found) return found[0];
    }
    return "";
  }
  function page() {
    const words = location.pathname.slice(mount.length).split("/");
    return words.filter((word) => SAYABLE.pages.includes(word)).slice(0, 4).join("/");
  }

  // The stack of the goroutine that ended the program: a line with the function and
  // its arguments, which stay behind, and one with the place.
  const FUNCTION = /^(?:created by )?(\S+?)(\([^()\n]*\))?(?: in goroutine \d+)?$/;
  const PLACE = /^\t.*?(?: (\+0x[0-9a-f]{1,5}))?(?: fp=.*)?$/;
  function ofPanic() {
    const from = Math.max(0, heard.lastIndexOf("\npanic: "), heard.lastIndexOf("\nfatal error: "));
    const [errors, trace = ""] = heard.slice(from).split(/^goroutine \d.*:$/m);
    const said = [...errors.matchAll(/^\t*(?:panic|fatal error): (.*?)(?: \[recovered.*\])?$/gm)];
    const stack = [];
    const lines = trace.split("\n");
    for (let i = 0; i + 1 < lines.length; i++) {
      const [, name, args] = lines[i].match(FUNCTION) ?? [];
      const [place, at = ""] = lines[i + 1].match(PLACE) ?? [];
      if (!name || !place || args === "(...)") continue; // an inlined call: the map knows it
      const number = name.match(/^(?:program|runtime)\.\(\*T\)\.(f\d{5})$/)?.[1];
      if (number || /^[\w./*()[\]-]{1,200}$/.test(name)) stack.push((number ?? name) + at);
    }
    return { text: said.at(-1)?.[1] ?? "", stack };
  }

  // The browser ended the program, in the middle of a function of its own.
  function ofTrap(error) {
    const numbers = (error.stack ?? "").split("\n").map((line) => line.match(/wasm-function\[(\d{1,6})\]/)?.[1]);
    return { text: `${error.name}: ${error.message}`, stack: numbers.filter(Boolean).map((number) => `w${number}`) };
  }

  // Where storage is blocked nothing is kept, and nothing told.
  function kept() {
    try {
      const crashes = JSON.parse(localStorage.getItem(KEY));
      return Array.isArray(crashes) ? crashes : [];
    } catch {
      return [];
    }
  }
  function keep(crashes) {
    try {
      if (crashes.length) localStorage.setItem(KEY, JSON.stringify(crashes.slice(-CRASHES)));
      else localStorage.removeItem(KEY);
    } catch {}
  }

  let died = false;
  function put({ text, stack }) {
    if (died) return;
    died = true;
    const crash = { build: version, page: page(), at: Date.now(), text: sayable(text), stack: stack.slice(0, FRAMES) };
    keep([...kept(), crash]);
    tell();
  }

  // One window at a time tells, and only when somebody is signed in. The server
  // knows by its time a crash that it is told of again, after a reload in between.
  async function tell() {
    if (kept().length === 0) return;
    try {
      await (navigator.locks ? navigator.locks.request(KEY, tellAll) : tellAll());
    } catch {} // no network: at the next start
  }
  async function tellAll() {
    const session = await fetch(mount + "/api/session");
    if (!session.ok || !(await session.json()).operator) return;
    for (let [crash] = kept(); crash; [crash] = kept()) {
      const body = JSON.stringify(crash);
      const headers = { "Content-Type": "application/json", "X-Console": "1" };
      const answer = await fetch(mount + "/api/crashes", { method: "POST", headers, body });
      if (!answer.ok && answer.status !== 400) return;
      keep(kept().filter((other) => JSON.stringify(other) !== body));
    }
  }

  const panicked = () => put(ofPanic());
  const stopped = (error) => { if (error) put(ofTrap(error)); };
  return { listen, tell, panicked, stopped };
}
