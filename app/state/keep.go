package state

import (
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/app/backend"
)

// keptShops bounds of how many shops the last known data is kept for a start
// without a network.
const keptShops = 30

// caches are the keys of the data that was read for the operator. The storage has keyReads as long as the session
// lasts: windows share the storage, and without that mark one that hasn't noticed the end would write the data back.
var caches = [...]string{keyReads, keyShops, keyRoster, keyToday, keyRecords, keyRecord, keyBoard, keySeen, keyWork}

// cache keeps what was read for the operator, until the session is over in any window. Without it the next start only
// waits longer, or shows less without a network.
func (s *State) cache(name string, v any) error {
	if _, open := s.storage.Get(s.own(keyReads)); !open {
		return ErrStorage
	}
	return s.write(s.own(name), v)
}

// forget drops what is cached for anybody but the operator whose keys begin with but, "" for nobody.
func (s *State) forget(but string) {
	for _, key := range s.storage.Keys() {
		name, ours := strings.CutPrefix(key, s.key(""))
		if !ours || but != "" && strings.HasPrefix(key, but) {
			continue
		}
		_, name, _ = strings.Cut(name, ":") // after the operator
		name, _, _ = strings.Cut(name, ":") // and before the shop
		if slices.Contains(caches[:], name) {
			s.storage.Remove(key)
		}
	}
}

// kept is a shop's record as it outlives a visit. Times are milliseconds.
type kept struct {
	backend.Parts

	ShopAt    int64 `json:"shopAt"`
	WeekAt    int64 `json:"weekAt"`
	SpecialAt int64 `json:"specialAt"`
}

// keepRecord keeps what is known of the shop; of the shops beyond keptShops
// the one kept longest ago is forgotten. It is a cache: when the storage is
// full, nothing is lost but a start without a network.
func (s *State) keepRecord(shopID int64, r *Record) {
	if !r.Complete() {
		return
	}
	list := slices.DeleteFunc(s.keptList(), func(id int64) bool { return id == shopID })
	list = append(list, shopID)
	for len(list) > keptShops {
		s.storage.Remove(s.own(of(keyRecord, list[0])))
		list = list[1:]
	}
	if s.cache(keyRecords, list) != nil {
		return
	}
	_ = s.cache(of(keyRecord, shopID), kept{
		Parts:  r.Parts,
		ShopAt: r.ShopAt.UnixMilli(), WeekAt: r.WeekAt.UnixMilli(), SpecialAt: r.SpecialAt.UnixMilli(),
	})
}

func (s *State) keptList() []int64 {
	var list []int64
	s.read(s.own(keyRecords), &list)
	return list
}

// keptRecord is what an earlier visit left of the shop.
func (s *State) keptRecord(shopID int64) *Record {
	var k kept
	if !s.read(s.own(of(keyRecord, shopID)), &k) || !k.Complete() {
		return nil
	}
	r := &Record{
		Parts: k.Parts, Kept: true,
		ShopAt: time.UnixMilli(k.ShopAt), WeekAt: time.UnixMilli(k.WeekAt), SpecialAt: time.UnixMilli(k.SpecialAt),
	}
	r.setReadAt()
	return r
}
