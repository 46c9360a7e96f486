package auth

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// maxPrincipals bounds the number of remembered sessions.
const maxPrincipals = 10_000

// remembered is a principal read from the store a moment ago.
type remembered struct {
	principal *Principal
	until     time.Time
}

// principalCache remembers principals by the session's name in the store.
type principalCache struct {
	mu            sync.RWMutex
	entries       *simplelru.LRU[string, remembered]
	invalidations uint64 // number of calls of drop and dropOperator
}

func newPrincipalCache() *principalCache {
	entries, _ := simplelru.NewLRU[string, remembered](maxPrincipals, nil) // fails only for a size below 1
	return &principalCache{entries: entries}
}

// get gives the remembered principal or nil, and the value of drops for keep. Peek
// leaves the order of the entries alone, so a full cache evicts the oldest one.
func (c *principalCache) get(session string, now time.Time) (*Principal, uint64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if e, ok := c.entries.Peek(session); ok && now.Before(e.until) {
		return e.principal, c.invalidations
	}
	return nil, c.invalidations
}

// keep remembers a principal, unless a drop came after get returned drops: the
// principal may have been read before the drop's revocation.
func (c *principalCache) keep(session string, e remembered, drops uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.invalidations == drops {
		c.entries.Add(session, e)
	}
}

// drop forgets one session.
func (c *principalCache) drop(session string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.invalidations++
	c.entries.Remove(session)
}

// dropOperator forgets all sessions of an operator.
func (c *principalCache) dropOperator(operatorID int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.invalidations++
	for _, session := range c.entries.Keys() {
		if e, _ := c.entries.Peek(session); e.principal.OperatorID == operatorID {
			c.entries.Remove(session)
		}
	}
}
