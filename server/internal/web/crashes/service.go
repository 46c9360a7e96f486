package crashes

import (
	"errors"
	"log/slog"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/web/crash"
)

// Options set up a [Service]. All are required.
type Options struct {
	Crashes store.Crashes
	Build   string                     // build of the program that this server serves
	Map     func() (*crash.Map, error) // reads that program's map
	Now     func() time.Time
	Logger  *slog.Logger
}

// Limits of the crashes kept and listed, and of the reports taken a second and at
// once: reading a map takes a tenth of a second. A browser whose report is refused
// reports again at its next start.
const (
	mostKept   = 100
	mostListed = 20
	keptFor    = 90 * 24 * time.Hour
	perSecond  = 0.5
	atOnce     = 20
)

// Service takes and lists crashes. Make a Service with [New].
type Service struct {
	o     Options
	taken *rate.Limiter
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Crashes == nil || o.Map == nil || o.Now == nil || o.Logger == nil {
		return nil, errors.New("crashes: all options are required")
	}
	return &Service{o, rate.NewLimiter(perSecond, atOnce)}, nil
}
