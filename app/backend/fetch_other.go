//go:build !js

package backend

import "context"

// Browser is the [Fetcher] over the browser's fetch. Outside a browser there
// is none: every call fails with [ErrOffline].
func Browser() Fetcher { return nowhere{} }

type nowhere struct{}

var _ Fetcher = nowhere{}

// Fetch implements [Fetcher].
func (nowhere) Fetch(context.Context, Request) (Response, error) {
	return Response{}, ErrOffline
}
