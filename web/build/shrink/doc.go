// Package shrink rewrites a program after Go's linker, so that brotli makes less of it and the browser runs the same:
// see docs/adr/0033-shrink.md.
//
// # Steps
//
// Data: the linker leaves out each run of eight zeros or more, which gives a hundred thousand segments. Their places
// and lengths cost more than zeros do after brotli. Segments over short gaps become one (data.go).
//
// Functions that the compiler made, told by how they begin, are rewritten one by one (function.go and instr.go read and
// write them). Go's tables name functions and the places within them by number; both stay:
//
//   - fixReturns (returns.go): each call leaves the address to return to on Go's stack, a constant with the function's
//     number in it. It is now made of a local, set once, and the number of the place.
//   - foldStack (stack.go): the addresses of what lies on Go's stack are added in 32 bits, or by the access itself; a
//     function that returns moves the stack's end once.
//   - straightenExits (exits.go): a function that is being unwound returns where it stands.
//   - shortenJumps (jumps.go): a jump forward goes where it leads, and no longer by a table of jumps.
//
// Functions of the runtime's assembler begin in other ways and keep their bytes.
//
// Tables: Go's runtime knows about each function where its record lies, how large its frame is at each place, which
// pointers live. Half of what it has is for tracebacks: names, files, lines, arguments. The rest is packed by column
// and unpacked when the program starts:
//
//   - tables.go reads the tables, and refuses what isn't at its place. Tables by place stay for frames, pointers and
//     inlined calls; FUNCDATA stay for pointers, objects on the stack, inlined calls and open-coded defers.
//   - names.go: functions get numbers for names, such as program.(*T).f01234. The runtime asks names who is its own,
//     cuts a method's name into parts (panicwrap), and looks for two stubs of reflect, which keep theirs.
//   - columns.go writes the properties of all functions one after another: plain numbers, or references to values
//     that come once. What is packed takes the place of the tables in the memory.
//   - funcdata.go clears FUNCDATA that no record names any more.
//   - unpack.go writes five functions as text, which assemble.go reads. The module's start function unpacks: it runs
//     in each browser before Go's part of the program, without JavaScript, and clears what was packed.
//
// The records then have one size and begin nearer to the tables by place; two words in the module's header say where.
// runtime.Callers, recover, panics, the collector and growing stacks work as before. A traceback has numbers and no
// lines; runtime.FuncForPC and runtime.Caller answer the number, "?" and 0. lines.go reads names and lines from the
// linked program, for the server to find them.
//
// Types: closures.go leaves of a closure's type what the collector reads.
//
// # Two files
//
// Split divides what was made into what the program begins with and the rest (split.go), its tables included
// (split_memory.go). Marked has each function leave a mark when it runs, to find out which those are (mark.go). See
// docs/adr/0063-two-files.md.
//
// Custom sections (the build's id, the names of functions, the toolchain) are left out.
//
// # Refusing
//
// The package never guesses. A section out of order, a segment over another, an unknown instruction or toolchain, a
// step that finds nothing to do in a whole program: each is an error, and the build goes on with the program as the
// linker wrote it, loudly; `make size` fails.
//
// What was made is read again before it is answered (check.go): sections that no step changes are the same, and each
// function is valid (validate.go: blocks, types, height of the operand stack). The start function is run by wazero;
// the tables that it leaves say the same as those that were linked, and the rest of the memory has the same bytes. Two
// files are read again too, and put together they must be the program (split_check.go).
package shrink
