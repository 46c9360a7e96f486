package store

import (
	"context"
	"log/slog"
)

type loggerKey struct{}

// WithLogger returns a context with which opening a store logs what it waits for.
func WithLogger(ctx context.Context, log *slog.Logger) context.Context {
	return context.WithValue(ctx, loggerKey{}, log)
}

// LoggerOf returns the logger of [WithLogger]; without one, a logger that discards.
func LoggerOf(ctx context.Context) *slog.Logger {
	if log, ok := ctx.Value(loggerKey{}).(*slog.Logger); ok {
		return log
	}
	return slog.New(slog.DiscardHandler)
}
