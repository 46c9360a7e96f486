// Package build makes the browser's files: it compiles the program, joins the style sheets, draws the icons, compresses
// everything and writes it with an index (see web/asset) to a folder, for a server to embed. The command
// cmd/shopdesk-web runs it, in our own module and in others' (docs/adr/0044).
//
// The style sheets, scripts and words are inside the package. The program's sources are wherever the go command finds
// them for the module in the current folder: beside it, in the module cache, in a vendor folder, in a workspace. They
// are copied to a module of their own in a temporary folder and compiled there with a slim copy of the engine, so that
// the same sources give the same bytes wherever they lay. Nothing is fetched but what the go command fetches.
//
// What the linker wrote is rewritten to compress better (see web/build/shrink). A program that the rewriting doesn't
// understand goes out as it was linked, with a warning, unless its size is checked.
package build
