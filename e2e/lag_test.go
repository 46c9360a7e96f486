package e2e

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

// mostLag is how long a call may wait for the server, and then again for its answer, under make lag. Each seventh does:
// answers come in another order than they were asked for.
var mostLag, _ = time.ParseDuration(os.Getenv("SHOPDESK_LAG"))

// lag has a call of the API wait now and then.
func lag(ctx context.Context, path string) {
	if mostLag <= 0 || !strings.Contains(path, "/api/") || rand.IntN(7) > 0 {
		return
	}
	select {
	case <-time.After(rand.N(mostLag)):
	case <-ctx.Done():
	}
}
