package background

import (
	"context"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

const (
	calmEvery = time.Minute // between two lines about the same trouble; without trouble for as long, it is over
	calmMost  = 1000        // troubles at a time; of more, those with one message are one trouble
)

// about are the attributes that say whom a trouble hits, and not what it is.
var about = []string{"request", "took", "err", "stack", "shop", "order", "orders", "id", "messages", "tries",
	"operator", "size", "connection", "again_in", "ends_in", "lease", "run"}

// aboutEvents are the attributes in which security events of one operator from one network may differ.
var aboutEvents = []string{"request", "shop", "wait", "fails"}

// Calm is a log that has few lines in an outage. Warnings and errors that differ only in whom they hit are about one
// trouble. A trouble has a line at its beginning, one a minute with the number of those left out, and one when it is
// over. A warning that comes once is written as it is.
type Calm struct {
	next   slog.Handler
	about  []string // the attributes that don't make two lines different
	prefix string   // the attributes and groups of With, as text
	shared *troubles
}

type troubles struct {
	mu  sync.Mutex
	all map[string]*trouble
}

// trouble is one kind of line.
type trouble struct {
	began, last, written time.Time
	left                 int // lines left out since the last one written
	lines                int
}

var _ slog.Handler = (*Calm)(nil)

// NewCalm makes a log that writes to next.
func NewCalm(next slog.Handler) *Calm { return newCalm(next, about) }

func newCalm(next slog.Handler, about []string) *Calm {
	return &Calm{next: next, about: about, shared: &troubles{all: map[string]*trouble{}}}
}

// Events makes the log of security events that goes with a log. In a calm log, events of other operators and networks
// have lines of their own, and a flood of events leaves out no other lines.
func Events(log *slog.Logger) *slog.Logger {
	calm, ok := log.Handler().(*Calm)
	if !ok {
		return log
	}
	events := newCalm(calm.next, aboutEvents)
	events.prefix = calm.prefix
	return slog.New(events)
}

// Enabled implements slog.Handler.
func (c *Calm) Enabled(ctx context.Context, level slog.Level) bool { return c.next.Enabled(ctx, level) }

// Handle implements slog.Handler.
func (c *Calm) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return c.next.Handle(ctx, r)
	}
	left, write := c.note(ctx, r)
	if !write {
		return nil
	}
	if left > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int("left_out", left))
	}
	return c.next.Handle(ctx, r)
}

// note reports whether the line is to be written, and how many were left out before it.
func (c *Calm) note(ctx context.Context, r slog.Record) (left int, write bool) {
	var key strings.Builder
	key.WriteString(c.prefix + r.Level.String() + " " + r.Message)
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "address" {
			key.WriteString(" " + network(a.Value.String()))
		} else if !slices.Contains(c.about, a.Key) {
			key.WriteString(" " + a.String())
		}
		return true
	})
	s, now := c.shared, time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	kind := key.String()
	if s.all[kind] == nil && len(s.all) >= calmMost {
		kind = r.Level.String() + " " + r.Message
	}
	known := s.all[kind]
	if known == nil {
		s.all[kind] = &trouble{began: now, last: now, written: now, lines: 1}
		c.await(context.WithoutCancel(ctx), kind, r.Message, calmEvery)
		return 0, true
	}
	known.last = now
	known.lines++
	if now.Sub(known.written) < calmEvery {
		known.left++
		return 0, false
	}
	left, known.left, known.written = known.left, 0, now
	return left, true
}

// network gives what the owner of an address may own, and any other text as it is.
func network(address string) string {
	if addr, err := netip.ParseAddr(address); err == nil {
		return httpio.LargerNetwork(netip.PrefixFrom(addr, addr.BitLen())).String()
	}
	return address
}

// await looks after a while whether the trouble is over. A trouble of more than one line has a line at its end.
func (c *Calm) await(ctx context.Context, key, message string, while time.Duration) {
	time.AfterFunc(while, func() {
		s := c.shared
		s.mu.Lock()
		known := *s.all[key]
		quiet := time.Since(known.last)
		over := quiet >= calmEvery
		if over {
			delete(s.all, key)
		} else {
			c.await(ctx, key, message, calmEvery-quiet)
		}
		s.mu.Unlock()
		if !over || known.lines == 1 {
			return
		}
		slog.New(c.next).InfoContext(ctx, "over: "+message, "times", known.lines, "left_out", known.left,
			"began", known.began.UTC(), "last", known.last.UTC())
	})
}

// WithAttrs implements slog.Handler.
func (c *Calm) WithAttrs(attrs []slog.Attr) slog.Handler {
	more := *c
	more.next = c.next.WithAttrs(attrs)
	for _, a := range attrs {
		if !slices.Contains(c.about, a.Key) {
			more.prefix += a.String() + " "
		}
	}
	return &more
}

// WithGroup implements slog.Handler.
func (c *Calm) WithGroup(name string) slog.Handler {
	more := *c
	more.next = c.next.WithGroup(name)
	more.prefix += name + "."
	return &more
}
