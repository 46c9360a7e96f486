"use strict";
// Reads the texts of a language, as web/build packs them (words.go): all keys in order, each without the parts that it
// shares with the one before, then all texts.
function readWords(packed) {
  const lines = packed.split("\n"), half = lines.length / 2, words = new Map();
  let parts = [];
  for (let i = 0; i < half; i++) {
    parts = [...parts.slice(0, lines[i][0]), ...lines[i].slice(1).split(".")];
    words.set(parts.join("."), lines[half + i]);
  }
  return words;
}
