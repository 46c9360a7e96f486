package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// whyCommand answers "why did this order not ring?". It may run beside the server.
type whyCommand struct {
	Home  home  `embed:""`
	Order int64 `arg:"" help:"Number of the order on the platform."`
	Shop  int64 `help:"Number of its shop. Default: all shops are searched. Needed for an order that isn't known here." placeholder:"N"`
}

// Run prints what happened, and why.
func (w whyCommand) Run(ctx context.Context, term terminal) error {
	options, end, err := w.Home.opened(ctx, term)
	if err != nil {
		return err
	}
	defer end()
	lines, err := server.Why(ctx, options.Store, w.Order, w.Shop)
	if errors.Is(err, store.ErrNotFound) && w.Shop == 0 {
		return fmt.Errorf("order %d isn't known here: give its --shop, and its messages are looked for", w.Order)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(term.out, strings.Join(lines, "\n"))
	return err
}
