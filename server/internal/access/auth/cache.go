package auth

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// maxPrincipals bounds the number of remembered sessions.
const maxPrincipals = 10_000

// remembered is what was read from the store a moment ago.
type remembered[V any] struct {
	value *V
	until time.Time
}

// cache remembers what was read from the store: principals by the session's name in
// the store, and the list of our shops.
type cache[V any] struct {
	mu            sync.RWMutex
	entries       *simplelru.LRU[string, remembered[V]]
	invalidations uint64 // number of calls of drop
}

func newCache[V any](size int) *cache[V] {
	entries, _ := simplelru.NewLRU[string, remembered[V]](size, nil) // fails only for a size below 1
	return &cache[V]{entries: entries}
}

// get gives what is remembered or nil, and the value of drops for keep. Peek
// leaves the order of the entries alone, so a full cache evicts the oldest one.
func (c *cache[V]) get(key string, now time.Time) (*V, uint64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if e, ok := c.entries.Peek(key); ok && now.Before(e.until) {
		return e.value, c.invalidations
	}
	return nil, c.invalidations
}

// keep remembers value, unless a drop came after get returned drops: value may have
// been read before the change that the drop is for.
func (c *cache[V]) keep(key string, value *V, until time.Time, drops uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.invalidations == drops {
		c.entries.Add(key, remembered[V]{value, until})
	}
}

// drop forgets what old tells of.
func (c *cache[V]) drop(old func(key string, value *V) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.invalidations++
	for _, key := range c.entries.Keys() {
		if e, _ := c.entries.Peek(key); old(key, e.value) {
			c.entries.Remove(key)
		}
	}
}
