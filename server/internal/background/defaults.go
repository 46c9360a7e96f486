package background

import (
	"log/slog"
	"time"
)

// Defaults sets a missing clock to the present time, and a missing logger to one that
// discards.
func Defaults(now *func() time.Time, log **slog.Logger) {
	if *now == nil {
		*now = time.Now
	}
	if *log == nil {
		*log = slog.New(slog.DiscardHandler)
	}
}
