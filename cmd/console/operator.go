package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/shopdesk/shopdesk/server"
)

// operator are the commands for operators on the machine itself, also beside a running server, for when no signed-in
// operator can help.
type operator struct {
	Reset   operatorReset   `cmd:"" help:"Print a one-time link with which an operator chooses a new password."`
	List    operatorList    `cmd:"" help:"List the operators."`
	Disable operatorDisable `cmd:"" help:"Sign an operator out everywhere and don't let them in again."`
	Enable  operatorEnable  `cmd:"" help:"Let a disabled operator in again."`
}

type operatorReset struct {
	Home  home   `embed:""`
	Login string `arg:"" help:"Their sign-in name."`
}

// Run prints the link.
func (o operatorReset) Run(ctx context.Context, term terminal) error {
	return o.Home.operators(ctx, term, func(people *server.Operators) error {
		link, err := people.ResetLink(ctx, o.Login)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(term.out, link)
		return err
	})
}

type operatorList struct {
	Home home `embed:""`
}

// Run prints a line for each operator.
func (o operatorList) Run(ctx context.Context, term terminal) error {
	return o.Home.operators(ctx, term, func(people *server.Operators) error {
		all, err := people.List(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(term.out, 0, 0, 2, ' ', 0)
		for _, one := range all {
			state := "enabled"
			if one.Disabled {
				state = "disabled"
			}
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\n", one.Login, one.Name, state) // Flush returns the error
		}
		return table.Flush()
	})
}

type operatorDisable struct {
	Home  home   `embed:""`
	Login string `arg:"" help:"Their sign-in name."`
}

// Run disables the operator.
func (o operatorDisable) Run(ctx context.Context, term terminal) error {
	return o.Home.operators(ctx, term, func(people *server.Operators) error { return people.Disable(ctx, o.Login, true) })
}

type operatorEnable struct {
	Home  home   `embed:""`
	Login string `arg:"" help:"Their sign-in name."`
}

// Run enables the operator.
func (o operatorEnable) Run(ctx context.Context, term terminal) error {
	return o.Home.operators(ctx, term, func(people *server.Operators) error { return people.Disable(ctx, o.Login, false) })
}

// operators opens the store for one command.
func (h home) operators(ctx context.Context, term terminal, act func(*server.Operators) error) error {
	options, end, err := h.opened(ctx, term)
	if err != nil {
		return err
	}
	defer end()
	people, err := server.OpenOperators(ctx, options)
	if err != nil {
		return err
	}
	return act(people)
}
