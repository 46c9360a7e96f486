package proxy

import (
	"time"

	"github.com/shopdesk/shopdesk/server/internal/access/auth"
)

// A machine that stands still for some seconds must fail no test: then a session is still read, and a change waits for
// its turn.
func init() { auth.LoadWithin, turnWait = time.Minute, 40*time.Second }
