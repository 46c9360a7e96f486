package backend

import (
	"sync"
	"sync/atomic"
)

// renewals are the times when the session got a new token, because its person proved who they are. A call under way
// with the old token is refused before the server does any of it.
type renewals struct {
	mu    sync.Mutex // held while the session gets a token
	count atomic.Int64
}

// by sends what gives the session a new token.
func (r *renewals) by(send func() (Response, error)) (Response, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	response, err := send()
	if err == nil {
		r.count.Add(1)
	}
	return response, err
}

// across sends any other call, and once more if it was refused for the token of before a renewal.
func (r *renewals) across(send func() (Response, error)) (Response, error) {
	before := r.count.Load()
	response, err := send()
	if signedOut(err) && r.since(before) {
		return send()
	}
	return response, err
}

// since reports whether the count is another than before. It waits for the renewal under way.
func (r *renewals) since(before int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count.Load() != before
}
