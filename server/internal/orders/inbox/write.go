package inbox

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// delivery is a message that waits to be stored, and its content.
type delivery struct {
	message store.Message
	read    *message
	done    chan written // capacity 1
}

type written struct {
	fate store.Added
	err  error
}

const (
	maxBatch    = 256
	writeWithin = 5 * time.Second
)

var errStopped = errors.New("inbox: stopped")

// add stores a message, in a commit shared with other waiting messages. The message is on disk when
// add returns.
func (s *Service) add(ctx context.Context, m store.Message, read *message) (store.Added, error) {
	d := &delivery{message: m, read: read, done: make(chan written, 1)}
	select {
	case s.queue <- d:
	case <-s.stopped:
		return 0, errStopped
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	select {
	case w := <-d.done:
		return w.fate, w.err
	case <-s.stopped:
		select {
		case w := <-d.done: // stored by the last transaction
			return w.fate, w.err
		default:
			return 0, errStopped
		}
	case <-ctx.Done(): // the client is gone; the message is stored all the same
		return 0, ctx.Err()
	}
}

// write adds all queued deliveries in one transaction, again and again until ctx ends. The slower
// the disk, the larger the batches.
func (s *Service) write(ctx context.Context) {
	queued := make([]*delivery, 0, maxBatch)
	for {
		queued = queued[:0]
		select {
		case d := <-s.queue:
			queued = append(queued, d)
		case <-ctx.Done():
			close(s.stopped)
			return
		}
		s.join()
	drain:
		for len(queued) < maxBatch {
			select {
			case d := <-s.queue:
				queued = append(queued, d)
			default:
				break drain
			}
		}
		s.keep(ctx, queued)
	}
}

// join lets deliveries that are being read join the batch: it gives way to the goroutines that can run now, as long as
// that brings more. On an idle machine there are none, and join doesn't wait.
func (s *Service) join() {
	for before := -1; len(s.queue) > before && len(s.queue) < maxBatch; {
		before = len(s.queue)
		runtime.Gosched()
	}
}

// keep stores deliveries in one transaction, answers them, and hands the new messages to the worker.
func (s *Service) keep(ctx context.Context, queued []*delivery) {
	var holder string
	var until int64
	if s.own.open() {
		holder, until = s.newHolder(), s.Millis()+lease.Milliseconds()
	}
	messages := make([]store.Message, len(queued))
	for i, d := range queued {
		messages[i] = d.message
		messages[i].Holder, messages[i].LeaseUntil = holder, until
	}
	fates, mine, err := s.addAll(ctx, messages)
	s.note(messages, err)
	fresh := batch{messages: messages[:0], read: make([]*message, 0, len(queued))}
	for i, d := range queued {
		w := written{err: err}
		if err == nil {
			w.fate = fates[i]
		}
		if err == nil && w.fate == store.AddedNew {
			fresh.messages, fresh.read = append(fresh.messages, messages[i]), append(fresh.read, d.read)
		}
		d.done <- w
	}
	switch {
	case len(fresh.messages) == 0:
	case mine:
		s.own.add(fresh)
		s.work.Ring()
	default:
		s.look()
	}
}

// addAll tries twice, because replicas that add equal messages may conflict once. mine reports whether the
// messages were added under their claim. The second try adds them unclaimed: the first try may have stored them, and
// only its answer was lost.
func (s *Service) addAll(ctx context.Context, messages []store.Message) (fates []store.Added, mine bool, err error) {
	holder := messages[0].Holder
	if fates, err = s.tryAdd(messages); err == nil {
		return fates, holder != "", nil
	}
	for i := range messages {
		messages[i].Holder, messages[i].LeaseUntil = "", 0
	}
	fates, err = s.tryAdd(messages)
	if holder != "" {
		s.release(ctx, holder)
	}
	return fates, false, err
}

func (s *Service) tryAdd(messages []store.Message) ([]store.Added, error) {
	ctx, cancel := context.WithTimeout(context.Background(), writeWithin)
	defer cancel()
	return s.Store.AddMessages(ctx, messages)
}
