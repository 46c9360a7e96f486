package state

// SetChosen keeps the shops that one page hands to another: those ticked in the list of
// all shops, for the page that changes them.
func (s *State) SetChosen(shopIDs []int64) { _ = s.write(s.own(keyChosen), shopIDs) }

// TakeChosen is what was handed over, once.
func (s *State) TakeChosen() (shopIDs []int64) {
	s.read(s.own(keyChosen), &shopIDs)
	s.storage.Remove(s.own(keyChosen))
	return shopIDs
}
