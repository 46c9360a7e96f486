package state

// Preferences of a device that takes orders.
const (
	keyMute  = "orders-mute"
	keyPrint = "orders-print"
	keyWatch = "orders-watch"
)

// Sound reports whether this device rings for new orders. It does until
// somebody switches it off.
func (s *State) Sound() bool { return !s.flag(keyMute) }

// SetSound switches the sound on or off for this device.
func (s *State) SetSound(on bool) { s.setFlag(keyMute, !on) }

// AutoPrint reports whether this device prints each new order as it comes.
func (s *State) AutoPrint() bool { return s.flag(keyPrint) }

// SetAutoPrint switches printing on arrival on or off for this device.
func (s *State) SetAutoPrint(on bool) { s.setFlag(keyPrint, on) }

// Watched is the shop whose board was opened last on this device, 0 for all of
// them; ok is false when none ever was: such a device doesn't ring.
func (s *State) Watched() (shopID int64, ok bool) {
	ok = s.read(s.own(keyWatch), &shopID)
	return shopID, ok
}

// SetWatched remembers which board was opened.
func (s *State) SetWatched(shopID int64) {
	_ = s.write(s.own(keyWatch), shopID) // a convenience: without it the board is opened again by hand
}

func (s *State) flag(name string) bool {
	text, _ := s.storage.Get(s.key(name))
	return text == "1"
}

func (s *State) setFlag(name string, on bool) {
	s.revision++
	if !on {
		s.storage.Remove(s.key(name))
		return
	}
	_ = s.storage.Set(s.key(name), "1") // for this visit it holds all the same
}
