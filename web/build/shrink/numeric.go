package shrink

// numericTypes are the instructions that compute, from opNumeric on: runs of those that take and answer the same.
var numericTypes = []struct {
	last   byte // of the run
	params string
	result byte
}{
	// Tests and comparisons.
	{0x45, "\x7f", i32}, {0x4f, "\x7f\x7f", i32}, {0x50, "\x7e", i32}, {0x5a, "\x7e\x7e", i32},
	{0x60, "\x7d\x7d", i32}, {0x66, "\x7c\x7c", i32},
	// Integers and floats.
	{0x69, "\x7f", i32}, {0x78, "\x7f\x7f", i32}, {0x7b, "\x7e", i64}, {0x8a, "\x7e\x7e", i64},
	{0x91, "\x7d", f32}, {0x98, "\x7d\x7d", f32}, {0x9f, "\x7c", f64}, {0xa6, "\x7c\x7c", f64},
	// Conversions.
	{0xa7, "\x7e", i32}, {0xa9, "\x7d", i32}, {0xab, "\x7c", i32}, {0xad, "\x7f", i64},
	{0xaf, "\x7d", i64}, {0xb1, "\x7c", i64},
	{0xb3, "\x7f", f32}, {0xb5, "\x7e", f32}, {0xb6, "\x7c", f32}, {0xb8, "\x7f", f64},
	{0xba, "\x7e", f64}, {0xbb, "\x7d", f64},
	// The same bits, and signs.
	{0xbc, "\x7d", i32}, {0xbd, "\x7c", i64}, {0xbe, "\x7f", f32}, {0xbf, "\x7e", f64},
	{0xc1, "\x7f", i32}, {0xc4, "\x7e", i64},
}

// numericSignatures are those of opNumeric to opNumericLast.
var numericSignatures = func() (all [opNumericLast + 1 - opNumeric]signature) {
	op := byte(opNumeric)
	for _, run := range numericTypes {
		for ; op <= run.last; op++ {
			all[op-opNumeric] = signature{[]byte(run.params), []byte{run.result}}
		}
	}
	return all
}()

func numeric(op byte) signature { return numericSignatures[op-opNumeric] }

// truncation is one of the eight behind opPrefix that make integers of floats.
func truncation(sub byte) signature {
	s := signature{[]byte{f32}, []byte{i32}}
	if sub&2 != 0 {
		s.params = []byte{f64}
	}
	if sub&4 != 0 {
		s.results = []byte{i64}
	}
	return s
}
