// Package sights watches the platform's answers for what this console doesn't know:
// members, kinds of values and codes. Each is logged once, counted and listed, by
// its name alone: nothing of a customer is kept. The list is this replica's, since
// its start.
//
// It imports api and internal/sight alone.
package sights

import (
	"bytes"
	"cmp"
	"log/slog"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/internal/sight"
)

// Bounds of the watch. An answer is looked at in a tenth of a millisecond.
const (
	perSecond = 5 // answers that are looked at; the others pass by
	atOnce    = 50
	maxAnswer = 64 << 10
	maxKept   = 200 // what differs more often than that differs as a whole
	maxPath   = 120 // bytes of a member's path
)

// Options set up a [Service].
type Options struct {
	Now    func() time.Time // default: time.Now
	Logger *slog.Logger     // default: discards
}

// Service watches.
type Service struct {
	o     Options
	worth *rate.Limiter

	mu   sync.Mutex
	seen map[key]*api.Sight
}

type key struct{ what, from, path, seen string }

// New makes a service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Service{o: o, worth: rate.NewLimiter(perSecond, atOnce), seen: map[key]*api.Sight{}}
}

// Heard looks at the answer to a call of path, some of them. It keeps none of the
// bytes.
func (s *Service) Heard(path string, answer []byte) {
	types := sight.Types(path)
	if types == nil || len(answer) == 0 || len(answer) > maxAnswer || !s.worth.Allow() {
		return
	}
	value, ok := sight.Decode(answer)
	record, object := value.(map[string]any)
	if !ok || !object {
		return
	}
	if _, enveloped := record["code"]; enveloped {
		value = record["data"]
	}
	sight.Look(value, func(one sight.Sight) {
		if !one.Known {
			s.note(path, one)
		}
	}, types...)
}

func (s *Service) note(from string, one sight.Sight) {
	k := key{string(one.What), from, one.Path[:min(len(one.Path), maxPath)], one.Seen}
	now := s.o.Now().UnixMilli()
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.seen[k]; known != nil {
		known.Count, known.Last = known.Count+1, now
		return
	}
	if len(s.seen) >= maxKept {
		return
	}
	s.seen[k] = &api.Sight{
		What: k.what, From: from, Path: string(bytes.ToValidUTF8([]byte(k.path), nil)), Seen: k.seen, Count: 1,
		First: now, Last: now,
	}
	s.o.Logger.Warn("sights: the platform answers something unknown", "what", k.what, "from", from, "path",
		k.path, "seen", k.seen)
}

// List is what was seen, by call and path.
func (s *Service) List() []api.Sight {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]api.Sight, 0, len(s.seen))
	for _, one := range s.seen {
		list = append(list, *one)
	}
	slices.SortFunc(list, func(a, b api.Sight) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Path, b.Path), cmp.Compare(a.What, b.What),
			cmp.Compare(a.Seen, b.Seen))
	})
	return list
}
