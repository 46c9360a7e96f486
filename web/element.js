"use strict";
// A new element with its attributes, in one call: each call from the program into
// the browser, and each text that goes with it, costs more than what it asks for.
// Said is namespace, tag, and names and values of attributes, apart by "\0". The
// engine's own way of setting each is in its attribute.go.

var shopdeskElement = (() => {
  const FLAGS = new Set(["async", "autofocus", "autoplay", "checked", "default", "defer", "disabled", "hidden", "loop", "multiple", "muted", "open", "required", "reversed", "selected"]);
  const NAMES = { ismap: "isMap", readonly: "readOnly" };
  const set = (element, name, value) => {
    if (name === "value") element.value = value;
    else if (name === "contenteditable") element.contentEditable = value;
    else if (FLAGS.has(name) || NAMES[name]) element[NAMES[name] ?? name] = /^(1|[tT]|true|True|TRUE)$/.test(value);
    else element.setAttribute(name, value);
  };
  return (said) => {
    const [space, tag, ...attributes] = said.split("\0");
    const element = space ? document.createElementNS(space, tag) : document.createElement(tag);
    for (let i = 0; i < attributes.length; i += 2) set(element, attributes[i], attributes[i + 1]);
    return element;
  };
})();
