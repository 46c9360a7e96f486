package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server"
)

// privacy are the commands for a customer who asks for their data. They may run beside the server.
type privacy struct {
	Export privacyExport `cmd:"" help:"Print everything that is kept about a customer's orders, as JSON."`
	Erase  privacyErase  `cmd:"" help:"Delete a customer's ended orders with everything about them."`
}

// subject says whose data is meant.
type subject struct {
	Home  home   `embed:""`
	Order int64  `help:"Number of an order." placeholder:"N"`
	Shop  int64  `help:"With --order: number of its shop. Default: all shops are searched." placeholder:"N"`
	Phone string `help:"The customer's phone number; a country's code may be missing." placeholder:"NUMBER"`
}

type privacyExport struct {
	Subject subject `embed:""`
}

// Run prints a JSON object for each order.
func (e privacyExport) Run(ctx context.Context, term terminal) error {
	return e.Subject.each(ctx, term, func(p *server.Privacy, key server.OrderKey) error {
		text, err := p.Export(ctx, key)
		if text != nil {
			_, wrote := fmt.Fprintf(term.out, "%s\n", text)
			err = errors.Join(err, wrote)
		}
		return err
	})
}

type privacyErase struct {
	Subject subject `embed:""`
}

// Run deletes the orders, and prints a line for each.
func (e privacyErase) Run(ctx context.Context, term terminal) error {
	return e.Subject.each(ctx, term, func(p *server.Privacy, key server.OrderKey) error {
		err := p.Erase(ctx, key)
		if err == nil {
			_, err = fmt.Fprintf(term.out, "order %d of shop %d is erased\n", key.OrderID, key.ShopID)
		}
		return err
	})
}

// each calls do with each order of the customer. An order that fails doesn't keep the others from their turn.
func (s subject) each(ctx context.Context, term terminal, do func(*server.Privacy, server.OrderKey) error) error {
	var wrong []error
	if (s.Order == 0) == (s.Phone == "") {
		wrong = append(wrong, errors.New("give --order or --phone"))
	}
	if s.Shop != 0 && s.Phone != "" {
		wrong = append(wrong, errors.New("--shop goes with --order: a phone number is searched for in all shops"))
	}
	options, end, err := s.Home.opened(ctx, term, wrong...)
	if err != nil {
		return err
	}
	defer end()
	p, err := server.OpenPrivacy(ctx, options)
	if err != nil {
		return err
	}
	var found []server.OrderKey
	unread := 0
	if s.Phone != "" {
		found, unread, err = p.ByPhone(ctx, s.Phone)
	} else {
		found, err = p.ByOrder(ctx, s.Order, s.Shop)
	}
	if err != nil {
		wrong = append(wrong, err)
	} else if len(found) == 0 {
		wrong = append(wrong, errors.New("no order was found. Customers' details are deleted after "+
			"SHOPDESK_KEEP_RECORDS_DAYS, and then no order is found by a phone number"))
	}
	if unread > 0 {
		wrong = append(wrong, fmt.Errorf("the search left out %s, sealed with a key that is gone", amount(unread, "order")))
	}
	for _, key := range found {
		if err := do(p, key); err != nil {
			wrong = append(wrong, fmt.Errorf("order %d of shop %d: %w", key.OrderID, key.ShopID, err))
		}
	}
	return errors.Join(wrong...)
}
