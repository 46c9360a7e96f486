package live

import (
	"encoding/json"
	"runtime"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	lookEvery = 5 * time.Second // even when no bell rang
	pageSize  = 500
	inMemory  = 2048 // events kept in memory for streams, and up to a page more
)

// frame is an event as written, encoded once for all streams.
type frame struct {
	seq    int64
	shopID int64
	order  int64 // of an order's event, and only with a tracer
	at     int64
	text   []byte
}

// hub follows the event log for all streams.
type hub struct {
	store store.Events
	log   background.Follower
	shown func(took time.Duration) // may be nil
	trace *tracing.Tracer
	now   func() time.Time

	mu     sync.RWMutex
	frames []frame // ascending: the last events
	from   int64   // frames holds all events after this number
	last   int64

	writers []*writer
	parts   []part
	next    atomic.Uint64 // index of the part that gets the next stream
}

func newHub(o Options) *hub {
	h := &hub{store: o.Events, shown: o.Shown, trace: o.Tracer, now: o.Now}
	h.log = background.Follower{Log: o.Events, Begin: h.begin, Take: h.take}
	for i := range runtime.GOMAXPROCS(0) {
		h.writers = append(h.writers, &writer{hub: h, rung: make(chan struct{}, 1), first: i * partsEach,
			direct: newDirect()})
	}
	h.parts = make([]part, partsEach*len(h.writers))
	return h
}

// begin forgets all events read so far and begins at the log's end. Streams notice that they missed events. A stream
// may have been opened, and an event appended, before the first look.
func (h *hub) begin(log store.EventPage) int64 {
	h.mu.Lock()
	h.frames, h.from, h.last = nil, log.Head, log.Head
	h.mu.Unlock()
	h.wakeWriters()
	return log.Head
}

// take encodes events once and wakes the writers.
func (h *hub) take(events []store.Event) {
	defer h.wakeWriters()
	h.mu.Lock()
	defer h.mu.Unlock() // a panic fails the job, and mustn't hold up the streams
	for _, e := range events {
		f := encode(e)
		if h.trace != nil && e.Kind == string(api.LiveOrder) {
			var of api.Order
			_ = json.Unmarshal(e.Data, &of) // without a number there is no span
			f.order = of.OrderID
		}
		h.frames = append(h.frames, f)
		h.last = e.Seq
	}
	if extra := len(h.frames) - inMemory; extra >= pageSize { // not for each event: it copies all others
		h.from = h.frames[extra-1].seq
		h.frames = append(make([]frame, 0, inMemory+pageSize), h.frames[extra:]...)
	}
}

func (h *hub) wakeWriters() {
	for _, w := range h.writers {
		background.Ring(w.rung)
	}
}

// wakeStreams wakes every stream.
func (h *hub) wakeStreams() {
	for i := range h.parts {
		h.parts[i].wake()
	}
}

// after returns the frames after a number, and the last known number of the log. ok is false if
// memory doesn't reach back far enough.
func (h *hub) after(seq int64, limit int) (frames []frame, end int64, ok bool) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if seq < h.from || seq > h.last {
		return nil, h.last, false
	}
	i := sort.Search(len(h.frames), func(i int) bool { return h.frames[i].seq > seq })
	frames = h.frames[i:]
	if len(frames) > limit {
		frames = frames[:limit]
	}
	return frames, h.last, true // safe to share: frames are only appended, and copied when they are trimmed
}

// add assigns a stream to a part.
func (h *hub) add(s *stream) { h.parts[h.next.Add(1)%uint64(len(h.parts))].add(s) }

// encode encodes an event as a server-sent event: id, event, data.
func encode(e store.Event) frame {
	text := make([]byte, 0, 96+len(e.Data))
	text = append(text, "id: "...)
	text = strconv.AppendInt(text, e.Seq, 10)
	text = append(text, "\nevent: "...)
	text = append(text, e.Kind...)
	text = append(text, "\ndata: {\"shopId\":\""...)
	text = strconv.AppendInt(text, e.ShopID, 10)
	text = append(text, "\",\"at\":"...)
	text = strconv.AppendInt(text, e.At, 10)
	if len(e.Data) > 0 {
		text = append(text, ",\"data\":"...)
		text = append(text, e.Data...) // a single line, because encoding/json made it
	}
	text = append(text, "}\n\n"...)
	return frame{seq: e.Seq, shopID: e.ShopID, at: e.At, text: text}
}
