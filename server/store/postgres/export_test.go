package postgres

import "time"

// A test of a server that vanishes needn't wait for as long as a console.
func init() { vanished = time.Second }
