package servertest

import (
	"flag"
	"strconv"
)

// Plays has rapid try each property of a test binary n times, not a hundred, unless
// -rapid.checks says otherwise, as the campaign does. Call it in TestMain.
func Plays(n int) {
	if err := flag.Set("rapid.checks", strconv.Itoa(n)); err != nil {
		panic(err) // the package doesn't use rapid
	}
}
