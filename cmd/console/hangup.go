package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

// heedHangups keeps a hang-up (SIGHUP) from ending the program, until ctx ends: a
// terminal that goes, or a "reload" of the service manager, must not cut streams
// nor drop orders in hand. There is nothing to be reloaded by it: files with
// secrets are read again by themselves, and whatever else was changed needs a
// restart.
func heedHangups(ctx context.Context, log *slog.Logger) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		defer signal.Stop(hangups)
		for {
			select {
			case <-ctx.Done():
				return
			case <-hangups:
				log.Info("hang-up (SIGHUP): serving goes on. Files with secrets are read again every few seconds anyway; other " +
					"settings need a restart")
			}
		}
	}()
}
