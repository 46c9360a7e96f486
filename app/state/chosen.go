package state

// SetChosen keeps the shops that one page hands to another: those ticked in the list of
// all shops, for the page that changes them.
func (s *State) SetChosen(shopIDs []int64) { s.chosen = shopIDs }

// TakeChosen is what was handed over, once.
func (s *State) TakeChosen() []int64 {
	chosen := s.chosen
	s.chosen = nil
	return chosen
}
