package state

const keyCrossing = "crossing"

// Crossing is what goes along while the page is loaded anew with another
// program.
type Crossing struct {
	Shared  string                `json:"shared,omitempty"`  // what became of a picture that was shared with the console
	Heights map[string][2]float64 `json:"heights,omitempty"` // how far down places were scrolled, by address
	Back    bool                  `json:"back,omitempty"`    // the browser's Back or Forward leads over
}

// Leave keeps c for the next program.
func (s *State) Leave(c Crossing) {
	_ = s.write(s.key(keyCrossing), c) // without it the next program begins as any page does
}

// Arrive is what Leave kept, once; ok is false when the page wasn't left so.
func (s *State) Arrive() (c Crossing, ok bool) {
	ok = s.read(s.key(keyCrossing), &c)
	s.storage.Remove(s.key(keyCrossing))
	return c, ok
}
