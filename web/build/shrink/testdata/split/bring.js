"use strict";
// Has Go's own runner of programs in node run one that was split: the rest lies beside the first.
const { readFileSync } = require("fs");

const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (module, imports) => {
  const result = await instantiate(module, imports);
  const first = result.instance.exports;
  const bring = () => {
    console.log("the rest is wanted");
    new WebAssembly.Instance(new WebAssembly.Module(readFileSync(process.argv[2] + ".rest")), { ...imports, first });
  };
  // A table takes functions of WebAssembly alone: this module imports one and exports it.
  const pass = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0));
  first.table.set(0, new WebAssembly.Instance(pass, { "": { "": bring } }).exports[""]);
  return result;
};
