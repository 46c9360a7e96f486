package main

import (
	"context"
	"fmt"

	"github.com/shopdesk/shopdesk/server"
)

// verify proves the audit's chain. It may run beside the server.
type verify struct {
	Home  home   `embed:""`
	Since string `help:"What an earlier run printed: prove that the chain still goes through it." placeholder:"POINT"`
}

// Run prints how much was proven, and where the chain ends. With that line kept elsewhere, a chain cut off after it
// is detected.
func (v verify) Run(ctx context.Context, term terminal) error {
	options, end, err := v.Home.opened(ctx, term)
	if err != nil {
		return err
	}
	defer end()
	proof, err := server.VerifyAudit(ctx, options.Keys, options.Store, v.Since)
	if err != nil {
		return err
	}
	if proof.Pruned > 0 {
		_, _ = fmt.Fprintf(term.out, "Too old, and so deleted: %s.\n", amount(proof.Pruned, "row"))
	}
	_, err = fmt.Fprintf(term.out, "%s proven as written. The chain ends at\n%s\n", amount(proof.Rows, "row"), proof.End)
	return err
}
