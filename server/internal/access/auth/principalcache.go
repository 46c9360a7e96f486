package auth

import (
	"crypto/sha256"
	"encoding/base64"
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

// principalCache remembers principals by the hash of the session's token.
type principalCache struct {
	mu            sync.RWMutex
	entries       *simplelru.LRU[[sha256.Size]byte, remembered]
	invalidations uint64 // number of calls of drop and dropOperator
}

func newPrincipalCache() *principalCache {
	entries, _ := simplelru.NewLRU[[sha256.Size]byte, remembered](maxPrincipals, nil) // fails only for a size below 1
	return &principalCache{entries: entries}
}

// get gives the remembered principal or nil, and the value of drops for keep. Peek
// leaves the order of the entries alone, so a full cache evicts the oldest one.
func (c *principalCache) get(sum [sha256.Size]byte, now time.Time) (*Principal, uint64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if e, ok := c.entries.Peek(sum); ok && now.Before(e.until) {
		return e.principal, c.invalidations
	}
	return nil, c.invalidations
}

// keep remembers a principal, unless a drop came after get returned drops: the
// principal may have been read before the drop's revocation.
func (c *principalCache) keep(sum [sha256.Size]byte, e remembered, drops uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.invalidations == drops {
		c.entries.Add(sum, e)
	}
}

// drop forgets one session, named as in the store.
func (c *principalCache) drop(tokenHash string) {
	var sum [sha256.Size]byte
	raw, err := base64.RawURLEncoding.DecodeString(tokenHash)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.invalidations++
	if err == nil && copy(sum[:], raw) == sha256.Size {
		c.entries.Remove(sum)
	}
}

// dropOperator forgets all sessions of an operator.
func (c *principalCache) dropOperator(operatorID int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.invalidations++
	for _, sum := range c.entries.Keys() {
		if e, _ := c.entries.Peek(sum); e.principal.OperatorID == operatorID {
			c.entries.Remove(sum)
		}
	}
}
