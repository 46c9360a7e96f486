// Package web carries the files a browser gets: it embeds what the program in
// web/build makes out of cmd/wasm, the style sheets, the scripts beside this
// file and the icon. Built files never enter git, so a clean clone embeds an
// empty folder and compiles all the same.
package web
