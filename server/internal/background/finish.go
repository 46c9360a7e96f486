package background

import (
	"context"
	"time"
)

// SaveTimeout is the limit of the time to save the result of work, however long the work took.
const SaveTimeout = 10 * time.Second

// SaveWithin is SaveTimeout, and longer in tests.
var SaveWithin = SaveTimeout

// Finish returns a context for work that is finished even if ctx ends, within a time: a database or a platform that
// hangs must not keep the work for ever.
func Finish(ctx context.Context, within time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), within)
}
