package servertest

import (
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

// A machine that stands still for some seconds must fail no test: then connections, calls of the platform, renewals of
// tokens and saves go on.
func init() {
	upstream.DialWithin, upstream.AttemptWithin = time.Minute, time.Minute
	background.SaveWithin = time.Minute
	token.CallWithin, token.RenewWithin = time.Minute, 3*time.Minute
}
