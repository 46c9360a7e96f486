// Package sights watches the platform's answers for unknown members, kinds of
// values and codes. Each unknown item is logged once, counted and listed, by its
// name alone, so that no customer's data is kept. The list covers this replica
// since its start.
//
// The package imports only api and server/internal/gateway/sight.
package sights

import (
	"bytes"
	"cmp"
	"log/slog"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/gateway/sight"
)

// Bounds of the watch. A look at an answer takes a tenth of a millisecond.
const (
	perSecond = 5 // answers looked at; other answers are skipped
	atOnce    = 50
	maxAnswer = 64 << 10
	maxKept   = 200 // unknown items kept; a platform with more differs as a whole
	maxPath   = 120 // bytes of a member's path
)

// Options set up a [Service].
type Options struct {
	Now    func() time.Time // default: time.Now
	Logger *slog.Logger     // default: discards
}

// Service watches answers and lists unknown items.
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

// Heard looks at the answer to a call of path, or skips the answer at a high rate.
// It keeps none of the bytes.
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

// List lists the unknown items, sorted by call and path.
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
