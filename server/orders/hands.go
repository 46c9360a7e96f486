package orders

import (
	"sync"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	// hands is how many orders are read at once. The first shop may use half of
	// them: ten orders a second while each read takes six.
	hands = 128
	// readsPerSecond bounds how fast reads begin, as when all open orders are
	// asked for at a start.
	readsPerSecond = 100
)

// readers share the hands between shops: a shop may use no more than are still
// free for others. So one shop whose reads hang takes half of them, a second one
// half of the rest, and there is always a hand for one more.
type readers struct {
	pace *rate.Limiter

	mu      sync.Mutex
	busy    map[int64]int // hands by shop
	all     int
	reading sync.WaitGroup
}

func newReaders() *readers {
	return &readers{pace: rate.NewLimiter(readsPerSecond, readsPerSecond), busy: map[int64]int{}}
}

// choose takes a hand for each of the orders that there is one for, in their
// order, and gives those.
func (r *readers) choose(due []store.DueOrder) (chosen []store.DueOrder) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range due {
		if r.busy[o.ShopID] < hands-r.all {
			r.busy[o.ShopID]++
			r.all++
			chosen = append(chosen, o)
		}
	}
	return chosen
}

// free gives a shop's hand back.
func (r *readers) free(shopID int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all--
	if r.busy[shopID]--; r.busy[shopID] == 0 {
		delete(r.busy, shopID)
	}
}

// Go runs read, and wait waits for all that run.
func (r *readers) Go(read func()) { r.reading.Go(read) }

func (r *readers) wait() { r.reading.Wait() }
