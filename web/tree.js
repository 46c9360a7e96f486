"use strict";
// New elements with all that is in them, in one call: each call from the program
// into the browser, and each text that goes with it, costs more than what it asks
// for. Said are words, apart by "\0", whose first letter is their kind. Answered is
// what was made, in the same order. The engine's own way of setting each attribute
// is in its attribute.go.

var shopdeskTree = (() => {
  const FLAGS = new Set(["async", "autofocus", "autoplay", "checked", "default", "defer", "disabled", "hidden", "loop", "multiple", "muted", "open", "required", "reversed", "selected"]);
  const NAMES = { ismap: "isMap", readonly: "readOnly" };
  const set = (element, name, value) => {
    if (name === "value") element.value = value;
    else if (name === "contenteditable") element.contentEditable = value;
    else if (FLAGS.has(name) || NAMES[name]) element[NAMES[name] ?? name] = /^(1|[tT]|true|True|TRUE)$/.test(value);
    else element.setAttribute(name, value);
  };
  return (said, ...things) => {
    const words = said.split("\0"), made = [], open = [];
    let within, i = 0, thing = 0;
    const begin = (element) => { made.push(element); open.push(within = element); };
    const kinds = {
      "<": (tag) => begin(document.createElement(tag)),
      ":": (space) => begin(document.createElementNS(space, words[++i])),
      "=": (name) => set(within, name, words[++i]),
      '"': (text) => { const node = document.createTextNode(text); made.push(node); within.append(node); },
      "@": (event) => within.addEventListener(event, things[thing++]),
      "*": (event) => within.addEventListener(event, things[thing++], { passive: true }),
      "!": () => within.append(things[thing++]), // raw HTML
      ">": () => { const child = open.pop(); within = open.at(-1); within?.append(child); },
    };
    for (; i < words.length; i++) kinds[words[i][0]](words[i].slice(1));
    return made;
  };
})();
