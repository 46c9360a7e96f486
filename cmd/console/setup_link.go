package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server"
)

// setupLink prints a one-time link that makes the first owner.
type setupLink struct {
	Settings settings `embed:""`
}

// Run prints the link; the one before it no longer works.
func (s setupLink) Run(ctx context.Context, term terminal) error {
	log := newLog(term.log, "text", 0)
	options, err := s.Settings.options(ctx, log)
	if err != nil {
		return err
	}
	defer closing(log, "store", options.Store.Close)
	console, err := server.New(ctx, options)
	if err != nil {
		return err
	}
	defer closing(log, "console", console.Close)
	link, err := console.SetupLink(ctx)
	if errors.Is(err, server.ErrHasOwner) {
		return errors.New("there is an owner already")
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(term.out, link)
	return err
}
