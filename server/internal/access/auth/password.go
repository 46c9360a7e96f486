package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"
)

const (
	saltBytes = 16
	keyBytes  = 32
	hashWait  = 2 * time.Second // waiting time for a turn to hash
)

// errBusy means that too many passwords are being checked already.
var errBusy = errors.New("auth: too many passwords at once")

// hasher hashes and checks passwords, a few at a time: each hash takes tens of
// megabytes and tens of milliseconds.
type hasher struct {
	params params
	turns  *semaphore.Weighted
	lines  *semaphore.Weighted // turns of strangers: one fewer than turns
	dummy  hash                // checked for an unknown login, so that the answer takes as long
}

func newHasher(p params) (*hasher, error) {
	turns := int64(max(2, min(4, runtime.NumCPU())))
	h := &hasher{params: p, turns: semaphore.NewWeighted(turns), lines: semaphore.NewWeighted(turns - 1)}
	h.dummy = hash{params: p, salt: make([]byte, saltBytes), key: make([]byte, keyBytes)}
	if _, err := rand.Read(h.dummy.key); err != nil {
		return nil, fmt.Errorf("auth: dummy hash: %w", err)
	}
	return h, nil
}

// hash makes the PHC string of a whole password, for a known operator. The error is
// errBusy when no turn comes free within two seconds.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	return h.hashFor(ctx, password, true)
}

func (h *hasher) hashFor(ctx context.Context, password string, known bool) (string, error) {
	made := hash{params: h.params, salt: make([]byte, saltBytes)}
	if _, err := rand.Read(made.salt); err != nil {
		return "", fmt.Errorf("auth: salt: %w", err)
	}
	key, err := h.derive(ctx, made, password, keyBytes, known)
	made.key = key
	return made.String(), err
}

// check compares a password with a PHC string. A string that is empty or can't be
// read takes as long as a wrong password. outdated asks the caller to hash the
// password again with today's costs. known is false for an asker who may be a
// stranger: all strangers together leave one turn to known operators.
func (h *hasher) check(ctx context.Context, phc, password string, known bool) (right, outdated bool, err error) {
	stored, parseErr := parseHash(phc)
	if parseErr != nil {
		stored = h.dummy
	}
	key, err := h.derive(ctx, stored, password, len(stored.key), known)
	if err != nil {
		return false, false, err
	}
	right = subtle.ConstantTimeCompare(key, stored.key) == 1 && parseErr == nil
	return right, right && stored.params.weaker(h.params), nil
}

// derive waits for a turn and computes the key of the password.
func (h *hasher) derive(ctx context.Context, with hash, password string, bytes int, known bool) ([]byte, error) {
	wait, cancel := context.WithTimeout(ctx, hashWait)
	defer cancel()
	lines := []*semaphore.Weighted{h.lines, h.turns}
	if known {
		lines = lines[1:]
	}
	for _, line := range lines {
		if err := line.Acquire(wait, 1); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, errBusy
		}
		defer line.Release(1)
	}
	p := with.params
	return argon2.IDKey([]byte(password), with.salt, p.time, p.memory, p.threads, uint32(bytes)), nil //nolint:gosec // at most maxKey
}
