package background

import (
	"context"
	"time"
)

// SaveWithin limits the time to save the result of work, however long the work took.
const SaveWithin = 10 * time.Second

// Finish returns a context for work that is finished even if ctx ends, within a time: a database or a platform that
// hangs must not keep the work for ever.
func Finish(ctx context.Context, within time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), within)
}
