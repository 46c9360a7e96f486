package directory

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// sameAgain is how long an unchanged part isn't taken again.
const sameAgain = time.Minute

// worthTaking tells whether the time of an unchanged part is worth an update.
func worthTaking(before, at, most int64) bool {
	return at-before >= sameAgain.Milliseconds() || before > most
}

// most is the latest time that a part may have. A later one is of a clock that was wrong, and gives way to any other.
func (s *Service) most() int64 { return s.Millis() + clockSkew.Milliseconds() }

// partOf is the part that a read answers.
var partOf = map[string]string{platform.PathShopGet: store.SeenRecord, platform.PathWeekGet: store.SeenWeek,
	platform.PathSpecialGet: store.SeenDates}

// Observe takes an answer that was just read, or a change that was just written, which it saves. It is an
// upstream.Options.OnAnswer, and keeps none of the bytes that it is given.
func (s *Service) Observe(path string, shopID int64, request, answer []byte, asked time.Time) {
	s.lookFirst(path)
	switch path {
	case platform.PathShopGet, platform.PathWeekGet, platform.PathSpecialGet:
		s.heardRead(path, shopID, partOf[path], answer, asked)
	case platform.PathWeekUpdate, platform.PathSpecialUpdate, platform.PathContactUpdate:
		p, ok := s.written(path, shopID, request)
		if ok && answer == nil {
			p, ok = s.withoutRemoved(p)
		}
		if ok {
			s.Take([]store.SnapshotPart{p})
			s.saveNow()
		}
		if !ok || answer == nil {
			s.ask(shopID)
		}
	case platform.PathPictureUpdate, platform.PathShopRest, platform.PathShopOpen:
		s.ask(shopID) // only the platform knows the record after such a call
	}
}

// ObserveRefusal takes the platform's refusal of a read. It is an upstream.Options.OnRefusedRead.
func (s *Service) ObserveRefusal(path string, shopID int64) {
	if partOf[path] != "" {
		s.noteAccess(shopID, false)
	}
}

// noteAccess has a shop read if lists don't show yet that the platform lets us look, or that it doesn't.
func (s *Service) noteAccess(shopID int64, lets bool) {
	_, sweeps := s.reading.Load(shopID) // the sweep notes its own reads
	if k := s.shop(shopID); !sweeps && k != nil && api.ReadNeedsConsent(k.failure) == lets {
		s.ask(shopID)
	}
}

// saveNow has other replicas know of a change before its answer is told: what asks next may ask them. Without the store
// the change is saved later.
func (s *Service) saveNow() {
	ctx, cancel := context.WithTimeout(context.Background(), lookTime)
	defer cancel()
	_ = s.Flush(ctx)
}

// heardRead takes the data of an answer. Most answers say only known facts: those aren't decoded.
func (s *Service) heardRead(path string, shopID int64, part string, answer []byte, asked time.Time) {
	s.noteAccess(shopID, true)
	if body, at := s.present(shopID, part); len(body) > 0 && !worthTaking(at, asked.UnixMilli(), s.most()) {
		// Elsewhere in an answer, an empty list says nothing of its data.
		if before, _, has := bytes.Cut(answer, body); has && bytes.HasSuffix(bytes.TrimSpace(before), []byte(`"data":`)) {
			return
		}
	}
	if data, err := dataOf(path, answer); err == nil && data != nil {
		s.Take([]store.SnapshotPart{{ShopID: shopID, Part: part, Body: data, At: asked.UnixMilli()}})
	}
}

// dataOf returns the data of an answer to a read. A week's data is optional (interface 4.4): without data, a week has
// no days and a list has no dates. A shop's record must have data: nil for none.
func dataOf(path string, answer []byte) (data json.RawMessage, err error) {
	err = platform.Open(path, platform.Reply{Status: http.StatusOK, Body: answer}, &data)
	if err == nil && data == nil {
		switch path {
		case platform.PathWeekGet:
			data = json.RawMessage("{}")
		case platform.PathSpecialGet:
			data = json.RawMessage("[]")
		}
	}
	return data, err
}

// written is the part that a change has replaced, as of now.
func (s *Service) written(path string, shopID int64, request []byte) (store.SnapshotPart, bool) {
	var said struct {
		Week   json.RawMessage  `json:"businessHourOfTheWeek"`
		Dates  json.RawMessage  `json:"specialBusinessHour"`
		Phones []platform.Phone `json:"phones"`
	}
	p := store.SnapshotPart{ShopID: shopID, At: s.Millis(), Written: true}
	if json.Unmarshal(request, &said) != nil {
		return p, false
	}
	switch path {
	case platform.PathWeekUpdate:
		p.Part, p.Body = store.SeenWeek, said.Week
	case platform.PathSpecialUpdate:
		p.Part, p.Body = store.SeenDates, said.Dates
		if string(said.Dates) == "null" {
			p.Body = []byte("[]")
		}
	case platform.PathContactUpdate:
		k := s.shop(shopID)
		if k == nil || k.record.value == nil {
			return p, false
		}
		record := *k.record.value
		record.Phones = said.Phones
		body, err := json.Marshal(record)
		if err != nil {
			return p, false
		}
		p.Part, p.Body = store.SeenRecord, body
	}
	return p, len(p.Body) > 0
}

// Take keeps parts that were just read or written, and saves them soon afterwards. The later version of each part
// counts. Parts of shops that this replica doesn't know are ignored.
func (s *Service) Take(parts []store.SnapshotPart) {
	var save []store.SnapshotPart
	news := map[int64]bool{}
	m := &s.memory
	m.mu.Lock()
	for _, said := range parts {
		k := m.shops[said.ShopID]
		if k == nil {
			continue
		}
		// What is written, or asked for after this replica heard of a part, follows it: another one's clock may be ahead.
		if at, heard := k.at(said.Part); (said.Written || heard < said.At) && at <= s.most() {
			said.At = max(said.At, at)
		}
		for _, p := range s.reckoned(k, said) {
			next := *m.shops[said.ShopID]
			taken, fresh := next.put(p, s.most())
			if !taken {
				continue
			}
			m.shops[p.ShopID] = &next
			save = append(save, p)
			if fresh {
				news[p.ShopID] = news[p.ShopID] || said.Written
			}
		}
	}
	m.mu.Unlock()
	s.write.add(save, news, nil)
}

// present returns the known content of a part; none of special dates while others are kept apart, which each list is
// compared with.
func (s *Service) present(shopID int64, name string) (body []byte, at int64) {
	k := s.shop(shopID)
	if k == nil {
		return nil, 0
	}
	switch name {
	case store.SeenRecord:
		return k.record.body, k.record.at
	case store.SeenWeek:
		return k.week.body, k.week.at
	}
	if k.unlisted.value != nil && len(*k.unlisted.value) > 0 {
		return nil, 0
	}
	return k.dates.body, k.dates.at
}

// ask schedules a new read of the shop.
func (s *Service) ask(shopID int64) { s.write.add(nil, nil, []int64{shopID}) }

// RequestRefresh schedules a new read of the shop, which is said to have changed.
func (s *Service) RequestRefresh(_ context.Context, shopID int64) { s.ask(shopID) }

// Publish shows the shop anew on screens, because facts of ours have changed: its pause, or its access.
func (s *Service) Publish(_ context.Context, shopID int64) { s.show(shopID) }

func (s *Service) show(shopID int64) { s.write.add(nil, map[int64]bool{shopID: false}, nil) }

// ShopChanged has a shop's new names and zone count at once in this process, and shows the shop anew on screens.
func (s *Service) ShopChanged(ctx context.Context, shopID int64) error {
	s.Roles.ShopsChanged()
	if err := s.look(ctx, true); err != nil {
		return err
	}
	s.Publish(ctx, shopID)
	return nil
}
