package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server"
)

// setupLink prints a one-time link that makes the first owner. It needs no platform, and may run beside the server.
type setupLink struct {
	Home home `embed:""`
}

// Run prints the link; the previous link no longer works.
func (s setupLink) Run(ctx context.Context, term terminal) error {
	options, end, err := s.Home.opened(ctx, term)
	if err != nil {
		return err
	}
	defer end()
	link, err := server.SetupLink(ctx, options)
	if errors.Is(err, server.ErrHasOwner) {
		return errors.New("there is an owner already: 'console operator reset' makes a link for a new password")
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(term.out, link)
	return err
}
