package auth

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/alexedwards/argon2id"
	"golang.org/x/sync/semaphore"
)

const hashWait = 2 * time.Second // waiting time for a turn to hash

// errBusy means that too many passwords are being checked already.
var errBusy = errors.New("auth: too many passwords at once")

// hasher hashes and checks passwords, a few at a time: each hash takes tens of
// megabytes and tens of milliseconds.
type hasher struct {
	params argon2id.Params
	turns  *semaphore.Weighted
	lines  *semaphore.Weighted // turns of strangers: one fewer than turns
	dummy  string              // checked for an unknown login, so that the answer takes as long
}

func newHasher(p argon2id.Params) *hasher {
	turns := int64(max(2, min(4, runtime.NumCPU())))
	return &hasher{params: p, turns: semaphore.NewWeighted(turns), lines: semaphore.NewWeighted(turns - 1),
		dummy: dummyHash(p)}
}

// dummyHash reads like a hash with these costs, and is random: it is the hash of no password that anybody knows.
func dummyHash(p argon2id.Params) string {
	random := func(length uint32) string {
		b := make([]byte, length)
		_, _ = rand.Read(b) // never fails
		return base64.RawStdEncoding.EncodeToString(b)
	}
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", p.Memory, p.Iterations, p.Parallelism,
		random(p.SaltLength), random(p.KeyLength))
}

// hash makes the PHC string of a whole password, for a known operator. The error is
// errBusy when no turn comes free within two seconds.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	return h.hashFor(ctx, password, true)
}

func (h *hasher) hashFor(ctx context.Context, password string, known bool) (phc string, err error) {
	leave, err := h.turn(ctx, known)
	if err != nil {
		return "", err
	}
	defer leave()
	if phc, err = argon2id.CreateHash(password, &h.params); err != nil {
		return "", fmt.Errorf("auth: %w", err)
	}
	return phc, nil
}

// check compares a password with a PHC string. A string that is empty or can't be
// read takes as long as a wrong password. outdated asks the caller to hash the
// password again with today's costs. known is false for an asker who may be a
// stranger: all strangers together leave one turn to known operators.
func (h *hasher) check(ctx context.Context, phc, password string, known bool) (right, outdated bool, err error) {
	stored, unreadable := costs(phc)
	if unreadable != nil {
		phc = h.dummy
	}
	leave, err := h.turn(ctx, known)
	if err != nil {
		return false, false, err
	}
	defer leave()
	right, err = argon2id.ComparePasswordAndHash(password, phc)
	right = right && unreadable == nil
	return right, right && weaker(stored, &h.params), err
}

// turn waits for a turn to hash; leave ends the turn.
func (h *hasher) turn(ctx context.Context, known bool) (leave func(), err error) {
	wait, cancel := context.WithTimeout(ctx, hashWait)
	defer cancel()
	lines := []*semaphore.Weighted{h.lines, h.turns}
	if known {
		lines = lines[1:]
	}
	for i, line := range lines {
		if line.Acquire(wait, 1) != nil {
			release(lines[:i])
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, errBusy
		}
	}
	return func() { release(lines) }, nil
}

func release(lines []*semaphore.Weighted) {
	for _, line := range lines {
		line.Release(1)
	}
}

// defaultParams are OWASP's minimum for argon2id. After an increase here, each
// password is hashed anew at its next use.
var defaultParams = argon2id.Params{Memory: 19456, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// Limits of a stored hash's parameters. The upper limits keep a damaged row from
// taking the machine's memory.
const (
	maxMemory  = 1 << 18 // KiB
	maxPasses  = 64
	maxThreads = 16
	minSalt    = 8
	maxSalt    = 64
	minKey     = 16
	maxKey     = 64
)

var errHash = errors.New("auth: not an argon2id hash we can check")

// costs reads what it costs to check a password against a PHC string. The error is
// errHash for any other text, and for costs outside the limits.
func costs(phc string) (*argon2id.Params, error) {
	p, _, _, err := argon2id.DecodeHash(phc)
	if err != nil ||
		p.Memory < 8*uint32(p.Parallelism) || p.Memory > maxMemory ||
		p.Iterations < 1 || p.Iterations > maxPasses ||
		p.Parallelism < 1 || p.Parallelism > maxThreads ||
		p.SaltLength < minSalt || p.SaltLength > maxSalt ||
		p.KeyLength < minKey || p.KeyLength > maxKey {
		return nil, errHash
	}
	return p, nil
}

// weaker reports whether a hash with p costs less than one with q.
func weaker(p, q *argon2id.Params) bool {
	return p.Memory < q.Memory || p.Iterations < q.Iterations || p.Parallelism < q.Parallelism
}
