package platform

import "context"

// Transport carries calls to the platform, or to a proxy that speaks its
// paths: net/http on the server, fetch in the browser.
type Transport interface {
	// Call posts the JSON body to path, which is relative to the base URL, and
	// returns the answer whatever its status. The error is for calls without
	// an answer; implementations return an [*UnreachableError], or a typed
	// error of the proxy's own.
	Call(ctx context.Context, path string, body []byte) (Reply, error)
}

// Reply is an answer as it came.
type Reply struct {
	Status int // HTTP status
	Body   []byte

	AuthCodes AuthCodes // of the platform that answers
}
