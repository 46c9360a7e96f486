package auth

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// params are the costs of argon2id.
type params struct {
	memory  uint32 // KiB
	time    uint32 // passes
	threads uint8
}

// defaultParams are OWASP's minimum for argon2id. After an increase here, each
// password is hashed anew at its next use.
var defaultParams = params{memory: 19456, time: 2, threads: 1}

// Limits of a stored hash's parameters. The upper limits keep a damaged row from
// taking the machine's memory.
const (
	maxMemory  = 1 << 18 // KiB
	maxTime    = 64
	maxThreads = 16
	minSalt    = 8
	maxSalt    = 64
	minKey     = 16
	maxKey     = 64
)

// hash is a parsed password hash.
type hash struct {
	params params
	salt   []byte
	key    []byte
}

var errHash = errors.New("auth: not an argon2id hash we can check")

// String gives the hash in PHC form:
// $argon2id$v=19$m=19456,t=2,p=1$<salt>$<key>, unpadded base64.
func (h hash) String() string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s",
		h.params.memory, h.params.time, h.params.threads, b64.EncodeToString(h.salt), b64.EncodeToString(h.key))
}

// parseHash reads exactly the form that String writes; any other text gives
// errHash.
func parseHash(phc string) (hash, error) {
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != "v=19" {
		return hash{}, errHash
	}
	costs := strings.Split(parts[3], ",")
	if len(costs) != 3 {
		return hash{}, errHash
	}
	m, errM := cost(costs[0], "m=", maxMemory)
	t, errT := cost(costs[1], "t=", maxTime)
	p, errP := cost(costs[2], "p=", maxThreads)
	salt, errS := base64.RawStdEncoding.Strict().DecodeString(parts[4])
	key, errK := base64.RawStdEncoding.Strict().DecodeString(parts[5])
	h := hash{params{uint32(m), uint32(t), uint8(p)}, salt, key} //nolint:gosec // within the limits above
	switch {
	case errors.Join(errM, errT, errP, errS, errK) != nil,
		h.params.memory < 8*uint32(h.params.threads),
		len(salt) < minSalt, len(salt) > maxSalt,
		len(key) < minKey, len(key) > maxKey,
		h.String() != phc: // no sign, leading zero or line break
		return hash{}, errHash
	}
	return h, nil
}

// cost reads "m=19456" with prefix "m=".
func cost(text, prefix string, limit uint64) (uint64, error) {
	digits, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return 0, errHash
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || n < 1 || n > limit {
		return 0, errHash
	}
	return n, nil
}

// weaker reports whether a hash with p costs less than one with q.
func (p params) weaker(q params) bool {
	return p.memory < q.memory || p.time < q.time || p.threads < q.threads
}
