package holidays_test

import (
	"log/slog"
	"testing"
)

// httpLog fails the test on errors that the server logs.
func httpLog(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(failing{t}, &slog.HandlerOptions{Level: slog.LevelError}))
}

type failing struct{ t *testing.T }

func (f failing) Write(line []byte) (int, error) {
	f.t.Errorf("logged: %s", line)
	return len(line), nil
}
