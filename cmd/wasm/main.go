// Command wasm is the browser's program: web/build compiles it for js/wasm.
// Compiled for anything else it does nothing.
package main

import "github.com/shopdesk/shopdesk/app/shell"

func main() { shell.Run() }
