package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"sync"
	"time"
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
	mu      sync.RWMutex
	entries map[[sha256.Size]byte]remembered
	drops   uint64 // number of calls of drop and dropOperator
}

func newPrincipalCache() *principalCache {
	return &principalCache{entries: map[[sha256.Size]byte]remembered{}}
}

// get gives the remembered principal or nil, and the value of drops for keep.
func (c *principalCache) get(sum [sha256.Size]byte, now time.Time) (*Principal, uint64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if e, ok := c.entries[sum]; ok && now.Before(e.until) {
		return e.principal, c.drops
	}
	return nil, c.drops
}

// keep remembers a principal, unless a drop came after get returned drops: the
// principal may have been read before the drop's revocation.
func (c *principalCache) keep(sum [sha256.Size]byte, e remembered, now time.Time, drops uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drops != drops {
		return
	}
	if len(c.entries) >= maxPrincipals {
		c.makeRoom(now)
	}
	c.entries[sum] = e
}

// makeRoom deletes expired entries, and any entry if none has expired.
func (c *principalCache) makeRoom(now time.Time) {
	for sum, e := range c.entries {
		if !now.Before(e.until) {
			delete(c.entries, sum)
		}
	}
	for sum := range c.entries {
		if len(c.entries) < maxPrincipals {
			return
		}
		delete(c.entries, sum)
	}
}

// drop forgets one session, named as in the store.
func (c *principalCache) drop(tokenHash string) {
	var sum [sha256.Size]byte
	raw, err := base64.RawURLEncoding.DecodeString(tokenHash)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drops++
	if err == nil && copy(sum[:], raw) == sha256.Size {
		delete(c.entries, sum)
	}
}

// dropOperator forgets all sessions of an operator.
func (c *principalCache) dropOperator(operatorID int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drops++
	for sum, e := range c.entries {
		if e.principal.OperatorID == operatorID {
			delete(c.entries, sum)
		}
	}
}
