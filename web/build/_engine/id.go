package app

import (
	"math/rand/v2"
	"strconv"
)

// newID tells tabs and devices apart. It is no secret.
func newID() string {
	return strconv.FormatUint(rand.Uint64(), 36) + strconv.FormatUint(rand.Uint64(), 36)
}
