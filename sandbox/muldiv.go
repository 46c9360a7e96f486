package sandbox

import "math/bits"

// mulDiv is a×b/c rounded down, and the remainder, for numbers that aren't
// negative and a result that fits: the product may be beyond 64 bits.
func mulDiv(a, b, c int64) (quotient, remainder int64) {
	hi, lo := bits.Mul64(uint64(a), uint64(b)) //nolint:gosec // not negative
	q, r := bits.Div64(hi, lo, uint64(c))      //nolint:gosec // positive
	return int64(q), int64(r)                  //nolint:gosec // they fit
}
