package crashes

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
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
	Options

	taken *rate.Limiter
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Crashes == nil || o.Map == nil || o.Now == nil || o.Logger == nil {
		return nil, errors.New("crashes: all options are required")
	}
	return &Service{o, rate.NewLimiter(perSecond, atOnce)}, nil
}

// HandleList lists the latest crashes ([api.PathCrashes]).
func (s *Service) HandleList(w http.ResponseWriter, r *http.Request) error {
	latest, err := s.Crashes.Crashes(r.Context(), mostListed)
	if err != nil {
		return httpio.Unavailable(err)
	}
	answer := api.Crashes{Crashes: []api.Crash{}}
	for _, c := range latest {
		one := api.Crash{Build: c.Build, Page: c.Page, Text: c.Text, Mapped: c.Mapped, Times: c.Times, LastAt: c.LastAt}
		if err := json.Unmarshal(c.Stack, &one.Stack); err != nil {
			s.Logger.ErrorContext(r.Context(), "crashes: damaged stack", "err", err)
		}
		answer.Crashes = append(answer.Crashes, one)
	}
	return httpio.WriteJSON(w, answer)
}
