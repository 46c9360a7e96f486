package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

// heedHangups keeps a hang-up (SIGHUP) from ending the program, until ctx ends: a closed terminal, or a "reload" of
// the service manager, must not cut streams or drop open orders. A hang-up reloads nothing: files with secrets are
// read again automatically, and other changes need a restart.
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
