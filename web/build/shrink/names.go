package shrink

import (
	"fmt"
	"slices"
	"strings"
)

// Functions get numbers for names. The runtime tells its own functions by how their names begin, and
// runtime.panicwrap cuts a method's name into its parts: so each looks like a method's.
const (
	nameOfProgram = "program."
	nameOfRuntime = "runtime."
	nameMethod    = "(*T).f"
	nameDigits    = 5
	nameSize      = 20 // with a zero behind it
	mostNumbers   = 100_000
)

// ownNames are names that the runtime looks for (runtime/stkframe.go). They stay.
var ownNames = []string{"reflect.makeFuncStub", "reflect.methodValueCall"}

// inlinedNames stand for functions that were inlined: they have no number.
var inlinedNames = [2]string{nameOfProgram + "(*T).inlined", nameOfRuntime + "(*T).inlined"}

// kind is 1 for the runtime's own functions.
func kind(name string) int {
	if strings.HasPrefix(name, nameOfRuntime) {
		return 1
	}
	return 0
}

// number is what a function is called instead of its name.
func number(i int, name string) string {
	if slices.Contains(ownNames, name) {
		return name
	}
	return fmt.Sprintf("%s%s%05d", [2]string{nameOfProgram, nameOfRuntime}[kind(name)], nameMethod, i)
}
