package main

import (
	"fmt"

	"github.com/shopdesk/shopdesk/server/seal"
)

// keys are the acts on the key ring.
type keys struct {
	New keysNew `cmd:"" help:"Print a new key, a line for the keys file. The file's first line is the active key."`
}

type keysNew struct{}

// Run prints a new key.
func (keysNew) Run(term terminal) error {
	_, err := fmt.Fprintln(term.out, seal.Generate())
	return err
}
