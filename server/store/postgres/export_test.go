package postgres

import "time"

// A test of a server that vanishes needn't wait for as long as a console, and one of a pooler waits longer: a busy
// machine may take many seconds to make a connection.
func init() { vanished, poolerWait = time.Second, time.Minute }
