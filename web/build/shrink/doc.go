// Package shrink rewrites a program after Go's linker, so that brotli makes less of it and the browser runs the same:
// see docs/adr/0033-shrink.md. It imports nothing of ours.
//
// # Steps
//
// Data: the linker leaves out each run of eight zeros or more, which gives a hundred thousand segments. Their places
// and lengths cost more than zeros do after brotli. Segments over short gaps become one (data.go).
//
// Functions that the compiler made, told by how they begin, are rewritten one by one (function.go and instr.go read and
// write them). Go's tables name functions and the places within them by number; both stay, so the tables stay true:
//
//   - fixReturns (returns.go): each call leaves the address to return to on Go's stack, a constant with the function's
//     number in it. It is now made of a local, set once, and the number of the place.
//   - foldStack (stack.go): the addresses of what lies on Go's stack are added in 32 bits, or by the access itself.
//   - straightenExits (exits.go): a function that is being unwound returns where it stands.
//
// Functions of the runtime's assembler begin in other ways and keep their bytes.
//
// Custom sections (the build's id, the names of functions, the toolchain) are left out.
//
// # Refusing
//
// The package never guesses. A section out of order, a segment over another, an unknown instruction or toolchain, a
// step that finds nothing to do in a whole program: each is an error, and the build goes on with the program as the
// linker wrote it, loudly; `make size` fails.
//
// What was made is read again before it is answered: the memory begins with the same bytes, sections that no step
// changes are the same, and each function is valid (validate.go: blocks, types, height of the operand stack).
package shrink
