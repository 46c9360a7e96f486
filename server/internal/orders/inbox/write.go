package inbox

import (
	"context"
	"errors"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// delivery is a message that waits to be stored.
type delivery struct {
	message store.Message
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
func (s *Service) add(ctx context.Context, m store.Message) (store.Added, error) {
	d := &delivery{message: m, done: make(chan written, 1)}
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
	batch := make([]*delivery, 0, maxBatch)
	messages := make([]store.Message, 0, maxBatch)
	for {
		batch, messages = batch[:0], messages[:0]
		select {
		case d := <-s.queue:
			batch = append(batch, d)
		case <-ctx.Done():
			close(s.stopped)
			return
		}
	drain:
		for len(batch) < maxBatch {
			select {
			case d := <-s.queue:
				batch = append(batch, d)
			default:
				break drain
			}
		}
		for _, d := range batch {
			messages = append(messages, d.message)
		}
		fates, err := s.addAll(messages)
		s.note(messages, err)
		for i, d := range batch {
			w := written{err: err}
			if err == nil {
				w.fate = fates[i]
			}
			d.done <- w
		}
	}
}

// addAll tries twice, because replicas that add equal messages may conflict once.
func (s *Service) addAll(messages []store.Message) (fates []store.Added, err error) {
	for range 2 {
		ctx, cancel := context.WithTimeout(context.Background(), writeWithin)
		fates, err = s.Store.AddMessages(ctx, messages)
		cancel()
		if err == nil {
			break
		}
	}
	return fates, err
}
