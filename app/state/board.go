package state

import (
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
)

// keptOrders bounds how many orders of a board are kept.
const keptOrders = 300

// KeptBoard is what was known of orders when the server was heard last.
type KeptBoard struct {
	ShopID int64       `json:"shopId,string"` // 0: of all shops
	At     int64       `json:"at"`            // when that was, by the device's clock in milliseconds
	Ahead  int64       `json:"ahead"`         // by how much the server's clock is ahead of the device's
	Orders []api.Order `json:"orders"`
}

// KeptBoard is what an earlier visit left of a shop's orders, or with 0 of those
// of all shops; ok is false when none did. Orders of shops that the operator
// doesn't have any more are left out.
func (s *State) KeptBoard(shopID int64) (k KeptBoard, ok bool) {
	if !s.read(s.own(keyBoard), &k) || k.At == 0 || k.ShopID != 0 && k.ShopID != shopID {
		return KeptBoard{}, false
	}
	var theirs []api.Order
	for _, o := range k.Orders {
		if _, has := s.Shop(o.ShopID); has && (shopID == 0 || o.ShopID == shopID) {
			theirs = append(theirs, o)
		}
	}
	k.ShopID, k.Orders = shopID, theirs
	return k, true
}

// KeepBoard keeps it for a start without a network, until somebody signs out.
func (s *State) KeepBoard(k KeptBoard) {
	k.Orders = k.Orders[:min(len(k.Orders), keptOrders)]
	_ = s.cache(keyBoard, k)
}

// SeenOrders are the new orders that somebody has seen on this device: another
// page of the console, or this one after a reload, needn't ring for them.
func (s *State) SeenOrders() (ids []int64) {
	s.read(s.own(keySeen), &ids)
	return ids
}

// KeepSeenOrders keeps them until somebody signs out.
func (s *State) KeepSeenOrders(ids []int64) {
	_ = s.cache(keySeen, ids) // without it they ring again
}

// KeptWork is what people here worked on when the orders were kept, by ids of orders.
type KeptWork struct {
	Shop    int64            `json:"shop,omitempty"`    // whose board it was, 0: of all shops
	At      int64            `json:"at,omitempty"`      // when the server was heard last, by its own clock
	Waiting map[int64]int64  `json:"waiting,omitempty"` // shops of those that nobody had accepted
	Working map[int64]int64  `json:"working"`           // likewise, prepared, or waiting to be handed over
	Stopped map[int64]int64  `json:"stopped"`           // likewise, cancelled meanwhile, and nobody has read that
	Cooked  map[int64]uint64 `json:"cooked,omitempty"`  // the lines that the kitchen has done, a bit for each
}

// KeptWork is what an earlier visit left. It isn't in the [KeptBoard], which takes long to read: each start needs it.
func (s *State) KeptWork() (k KeptWork) {
	s.read(s.own(keyWork), &k)
	return k
}

// KeepWork keeps it until somebody signs out.
func (s *State) KeepWork(k KeptWork) {
	_ = s.cache(keyWork, k) // without it what was cancelled meanwhile is told by the lanes alone
}

// Preferences of a device that takes orders.
const (
	keyMute  = "orders-mute"
	keyHeard = "orders-heard"
	keyLoud  = "orders-volume"
	keyPrint = "orders-print"
	keyPaper = "orders-printed"
	keyWatch = "orders-watch"
	keyKeys  = "orders-no-keys"
	keyType  = "kitchen-type"
	keyCooks = "kitchen-station"
)

// Sound reports whether this device rings for new orders. It does until
// somebody switches it off.
func (s *State) Sound() bool { return !s.flag(keyMute) }

// SetSound switches the sound on or off for this device.
func (s *State) SetSound(on bool) { s.setFlag(keyMute, !on) }

// Heard reports whether somebody had the alarm tested on this device.
func (s *State) Heard() bool { return s.flag(keyHeard) }

// SetHeard notes that the alarm was heard.
func (s *State) SetHeard() { s.setFlag(keyHeard, true) }

// volumes are the parts of full volume that can be chosen on a device, the quietest first.
var volumes = [...]float64{.15, .5, 1}

// Volume is the chosen volume of this device's alarms: 0, 1 or 2.
func (s *State) Volume() int { return s.level(keyLoud, 1) }

// Loudness is Volume as a part of full volume.
func (s *State) Loudness() float64 { return volumes[s.Volume()] }

// SetVolume keeps it.
func (s *State) SetVolume(chosen int) { s.choose(keyLoud, strconv.Itoa(chosen)) }

// AutoPrint reports whether this device prints each new order as it comes.
func (s *State) AutoPrint() bool { return s.flag(keyPrint) }

// SetAutoPrint switches printing on arrival on or off for this device.
func (s *State) SetAutoPrint(on bool) { s.setFlag(keyPrint, on) }

// keptPrinted bounds how many printed orders are remembered.
const keptPrinted = 500

// Printed reports whether this device has printed the order before.
func (s *State) Printed(id int64) bool { return s.flag(of(keyPaper, id)) }

// KeepPrinted remembers that this device has printed the order. Each order has its own key, because two windows that
// print at a time would write one list over each other; the list only says which are to be forgotten.
func (s *State) KeepPrinted(id int64) {
	if s.Printed(id) {
		return
	}
	_ = s.storage.Set(s.key(of(keyPaper, id)), "1") // without it a second print isn't marked
	var ids []int64
	s.read(s.key(keyPaper), &ids)
	for ids = append(ids, id); len(ids) > keptPrinted; ids = ids[1:] {
		s.storage.Remove(s.key(of(keyPaper, ids[0])))
	}
	_ = s.write(s.key(keyPaper), ids) // without it one more is remembered
}

// Keys reports whether single keys work on the board. They do until somebody switches them off: some speak to their
// device, and what they say counts as keys.
func (s *State) Keys() bool { return !s.flag(keyKeys) }

// SetKeys switches single keys on or off for this device.
func (s *State) SetKeys(on bool) { s.setFlag(keyKeys, !on) }

// TicketSize is the size of the kitchen view's type on this device: 0, 1 or 2.
func (s *State) TicketSize() int { return s.level(keyType, 0) }

// SetTicketSize keeps it.
func (s *State) SetTicketSize(size int) { s.choose(keyType, strconv.Itoa(size)) }

// Station are the words in items' names that the kitchen view of this device is for, "" for all.
func (s *State) Station() string { return s.chosen(keyCooks) }

// SetStation keeps them.
func (s *State) SetStation(words string) { s.choose(keyCooks, words) }

// Watched is the shop whose board was opened last on this device, 0 for all of
// them; ok is false when none ever was: such a device rings for all shops.
func (s *State) Watched() (shopID int64, ok bool) {
	ok = s.read(s.own(keyWatch), &shopID)
	return shopID, ok
}

// SetWatched remembers which board was opened.
func (s *State) SetWatched(shopID int64) {
	_ = s.write(s.own(keyWatch), shopID) // a convenience: without it the board is opened again by hand
}

// KeptToday is what the page of today showed last, and of what.
type KeptToday struct {
	ShopID int64      `json:"shopId,string,omitempty"` // 0: of all shops
	Period api.Period `json:"period"`
	Today  api.Today  `json:"today"`
}

// KeptToday is what an earlier visit left; ok is false when none did.
func (s *State) KeptToday() (k KeptToday, ok bool) {
	if s.today != nil { // reading takes longer than drawing
		return *s.today, true
	}
	ok = s.read(s.own(keyToday), &k) && k.Period.Days() > 0
	return k, ok
}

// KeepToday keeps it for the next visit, until somebody signs out.
func (s *State) KeepToday(k KeptToday) {
	if s.session.Operator != nil {
		s.today = &k
		_ = s.cache(keyToday, k)
	}
}
