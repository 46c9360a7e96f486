package live

import (
	"context"
	"runtime"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	lookEvery = 5 * time.Second // though nothing rang
	pageSize  = 500
	inMemory  = 2048 // events that streams are served from
)

// frame is an event as it is written, the same bytes for all.
type frame struct {
	seq    int64
	shopID int64
	text   []byte
}

// hub follows the log for all streams.
type hub struct {
	store store.Events

	mu     sync.RWMutex
	frames []frame // ascending, the last inMemory at most
	from   int64   // frames holds everything after this number
	last   int64

	writers []*writer
	next    atomic.Uint64 // writer gets the next stream
	ready   atomic.Bool
}

func newHub(events store.Events) *hub {
	h := &hub{store: events}
	for range runtime.GOMAXPROCS(0) {
		h.writers = append(h.writers, &writer{hub: h, rung: make(chan struct{}, 1)})
	}
	return h
}

// ring leaves a word for whoever waits, unless there is one already.
func ring(bell chan<- struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}

// look takes what is new in the log. The first time it begins at the log's end.
func (h *hub) look(ctx context.Context) error {
	if !h.ready.Load() {
		page, err := h.store.Events(ctx, 0, 0)
		if err != nil {
			return err
		}
		h.mu.Lock()
		h.from, h.last = page.Head, page.Head
		h.mu.Unlock()
		h.ready.Store(true)
		h.wakeWriters() // a stream may have been opened, and an event come, before
	}
	for {
		h.mu.RLock()
		last := h.last
		h.mu.RUnlock()
		page, err := h.store.Events(ctx, last, pageSize)
		if err != nil {
			return err
		}
		if page.Head < last || page.Kept > last {
			h.restart(page.Head) // another database, or away for very long
			return nil
		}
		if len(page.Events) > 0 {
			h.take(page.Events)
		}
		if len(page.Events) < pageSize {
			return nil
		}
	}
}

// restart forgets what was read: streams find out that they missed some.
func (h *hub) restart(head int64) {
	h.mu.Lock()
	h.frames, h.from, h.last = nil, head, head
	h.mu.Unlock()
	h.wakeWriters()
}

// take encodes events, once, and wakes those who write them.
func (h *hub) take(events []store.Event) {
	h.mu.Lock()
	for _, e := range events {
		h.frames = append(h.frames, encode(e))
		h.last = e.Seq
	}
	if extra := len(h.frames) - inMemory; extra > 0 {
		h.from = h.frames[extra-1].seq
		h.frames = append(make([]frame, 0, inMemory+pageSize), h.frames[extra:]...)
	}
	h.mu.Unlock()
	h.wakeWriters()
}

func (h *hub) wakeWriters() {
	for _, w := range h.writers {
		ring(w.rung)
	}
}

// wakeStreams has every stream look at what it waits for.
func (h *hub) wakeStreams() {
	for _, w := range h.writers {
		w.wake()
	}
}

// after gives the frames after a number, and the log's end as far as we know.
// false: memory doesn't reach back so far.
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
	return frames, h.last, true // never changed: appended to, and then copied
}

// add gives a stream to one of those who write.
func (h *hub) add(s *stream) (remove func()) {
	w := h.writers[h.next.Add(1)%uint64(len(h.writers))]
	w.add(s)
	return func() { w.remove(s) }
}

// encode writes an event as server-sent events have it: id, event, data.
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
		text = append(text, e.Data...) // one line: it was made by encoding/json
	}
	text = append(text, "}\n\n"...)
	return frame{seq: e.Seq, shopID: e.ShopID, text: text}
}
