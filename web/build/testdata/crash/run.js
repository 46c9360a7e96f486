"use strict";
// Runs a program as the boot script does, and prints what the page would tell of its
// end. There is no server: what isn't told stays in the storage.
const { readFileSync } = require("node:fs");
const { runInThisContext } = require("node:vm");

const [runtime, script, program, ...args] = process.argv.slice(2);
const storage = new Map();
globalThis.localStorage = {
  getItem: (key) => storage.get(key) ?? null,
  setItem: (key, value) => storage.set(key, value),
  removeItem: (key) => storage.delete(key),
};
globalThis.location = { pathname: "/admin/console/shops/100001/orders/551198765/refund" };
console.log = () => {};

runInThisContext(readFileSync(runtime, "utf8"));
runInThisContext(readFileSync(script, "utf8"));
const crash = setUpCrash({ mount: "/admin/console", version: "0123456789abcdef" });
const go = new Go();
go.argv = ["js", ...args];
go.exit = (code) => { if (code !== 0) crash.panicked(); };
crash.listen();
WebAssembly.instantiate(readFileSync(program), go.importObject)
  .then(({ instance }) => go.run(instance)).catch(crash.stopped)
  .then(() => process.stdout.write(storage.get("shopdesk:/admin/console:crashes") ?? "[]"));
