package auth

import (
	"errors"

	"github.com/alexedwards/argon2id"
)

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
