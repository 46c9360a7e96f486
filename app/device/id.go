package device

// NewID names something new: a template, a run, a press. It has 130 random bits, so that nobody guesses it and no two are
// the same, written as 26 of the characters a to z and 2 to 7.
func NewID() string {
	var id [26]byte
	fillRandom(id[:])
	for i, random := range id {
		id[i] = "abcdefghijklmnopqrstuvwxyz234567"[random&31]
	}
	return string(id[:])
}
