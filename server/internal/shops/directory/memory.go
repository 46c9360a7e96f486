package directory

import (
	"bytes"
	"context"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// lookAgain is the greatest age of the list of shops: a shop that another replica adds or removes is known after this
// time. What another replica saves about a shop is known at once.
const lookAgain = time.Second

// knownShop holds the known facts of a shop. It is never changed, only replaced.
type knownShop struct {
	shop    store.Shop
	version int64
	failure string
	record  part[platform.Shop]
	week    part[platform.Week]
	dates   part[[]platform.SpecialDate]
	// unlisted are known special dates that the platform no longer lists; see unlisted.go.
	unlisted part[[]platform.SpecialDate]
}

// zone is the shop's own zone.
func (k *knownShop) zone() rules.Location {
	zone, _ := rules.LoadLocation(k.shop.Zone)
	return zone
}

// part is a part as received, and decoded; value is nil for a part that was never read.
type part[T any] struct {
	body  []byte
	at    int64
	heard int64 // when this replica took it
	value *T
}

// memory is all known facts of all shops, decoded.
type memory struct {
	mu      sync.RWMutex
	shops   map[int64]*knownShop
	order   []int64 // ascending
	lookMu  sync.Mutex
	changes int64 // of all entries in the store, as of the last look
	looked  time.Time
	started bool
}

// shop is what is known of a shop, nil for one that isn't ours.
func (s *Service) shop(id int64) *knownShop {
	s.memory.mu.RLock()
	defer s.memory.mu.RUnlock()
	return s.memory.shops[id]
}

// Facts returns the known facts of these shops, nil for all, in their order. Shops that we don't look after are left
// out. The values are shared: don't change them.
func (s *Service) Facts(ctx context.Context, shops []int64) ([]change.ShopFacts, error) {
	all, err := s.known(ctx, shops)
	facts := make([]change.ShopFacts, len(all))
	for i, k := range all {
		facts[i] = s.facts(k)
	}
	return facts, err
}

func (s *Service) known(ctx context.Context, shops []int64) ([]*knownShop, error) {
	if err := s.look(ctx, false); err != nil {
		return nil, err
	}
	s.memory.mu.RLock()
	defer s.memory.mu.RUnlock()
	if shops == nil {
		shops = s.memory.order
	}
	list := make([]*knownShop, 0, len(shops))
	for _, id := range shops {
		if k := s.memory.shops[id]; k != nil {
			list = append(list, k)
		}
	}
	return list, nil
}

func (s *Service) facts(k *knownShop) change.ShopFacts {
	return change.ShopFacts{
		Shop: k.shop, Record: k.record.value, Week: k.week.value, Dates: k.dates.value, Unlisted: s.open(k),
		ReadAt: k.readAt(), Failure: k.failure,
	}
}

// readAt is when the oldest part was read, 0 while a part is missing.
func (k *knownShop) readAt() int64 {
	if k.record.value == nil || k.week.value == nil || k.dates.value == nil {
		return 0
	}
	return min(k.record.at, k.week.at, k.dates.at)
}

// at is when a part was last read or written, and when this replica heard of that.
func (k *knownShop) at(part string) (at, heard int64) {
	switch part {
	case store.SeenRecord:
		return k.record.at, k.record.heard
	case store.SeenWeek:
		return k.week.at, k.week.heard
	}
	return k.dates.at, k.dates.heard
}

// look reads the changes from the store. All that was saved before the call is known after it, so that an answer has
// what the events before it have told.
func (s *Service) look(ctx context.Context, now bool) error {
	m := &s.memory
	m.lookMu.Lock()
	defer m.lookMu.Unlock()
	changes, err := s.Store.SeenChanges(ctx) // read first: what is saved during the look is read again
	if err != nil {
		return err
	}
	at, order := s.Now(), m.order
	age := at.Sub(m.looked)
	young := !now && m.started && age >= 0 && age < lookAgain
	if young && changes == m.changes {
		return nil
	}
	var shops []store.Shop
	if !young {
		if shops, err = s.Store.Shops(ctx); err != nil {
			return err
		}
		order = make([]int64, len(shops))
		for i, shop := range shops {
			order[i] = shop.ShopID
		}
	}
	versions, err := s.Store.SeenVersions(ctx)
	if err != nil {
		return err
	}
	seen, err := s.Store.Seen(ctx, s.behind(order, versions))
	if err != nil {
		return err
	}
	s.take(shops, order, seen)
	if m.changes = changes; !young {
		m.looked, m.started = at, true
	}
	return nil
}

// behind lists the shops whose version in the store differs from ours.
func (s *Service) behind(shops []int64, versions map[int64]int64) (ids []int64) {
	s.memory.mu.RLock()
	defer s.memory.mu.RUnlock()
	for _, id := range shops {
		k := s.memory.shops[id]
		if version, ok := versions[id]; ok && (k == nil || k.version != version) {
			ids = append(ids, id)
		}
	}
	return ids
}

func (s *Service) take(shops []store.Shop, order []int64, seen []store.ShopSnapshot) {
	m := &s.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, shop := range shops {
		if k := m.shops[shop.ShopID]; k == nil || k.shop != shop {
			next := knownShop{version: -1}
			if k != nil {
				next = *k
			}
			next.shop = shop
			m.shops[shop.ShopID] = &next
		}
	}
	m.order = order
	for _, one := range seen {
		next := *m.shops[one.ShopID]
		next.version, next.failure = one.Version, one.Failure
		for _, p := range one.Parts {
			next.put(p, s.most())
		}
		m.shops[one.ShopID] = &next
	}
}

// put takes a part that isn't older than the present one, unless that is from after most, and tells whether it is news.
// An unreadable part is ignored.
func (k *knownShop) put(p store.SnapshotPart, most int64) (taken, news bool) {
	switch p.Part {
	case store.SeenRecord:
		return k.record.put(p, most)
	case store.SeenWeek:
		return k.week.put(p, most)
	case store.SeenDates:
		return k.dates.put(p, most)
	case store.SeenUnlisted:
		return k.unlisted.put(p, most)
	}
	return false, false
}

func (p *part[T]) put(from store.SnapshotPart, most int64) (taken, news bool) {
	heard := most - clockSkew.Milliseconds()
	if p.value != nil && bytes.Equal(p.body, from.Body) {
		if taken = worthTaking(p.at, from.At, most); taken || from.At > p.at {
			p.at, p.heard = from.At, heard
		}
		return taken, false
	}
	if p.value != nil && p.at > from.At && p.at <= most {
		return false, false
	}
	value := new(T)
	if platform.Read(from.Body, value) != nil {
		return false, false
	}
	*p = part[T]{body: from.Body, at: from.At, heard: heard, value: value}
	return true, true
}
