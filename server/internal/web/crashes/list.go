package crashes

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// HandleList lists the latest crashes ([api.PathCrashes]).
func (s *Service) HandleList(w http.ResponseWriter, r *http.Request) error {
	latest, err := s.o.Crashes.Crashes(r.Context(), mostListed)
	if err != nil {
		return httpio.Unavailable(err)
	}
	answer := api.Crashes{Crashes: []api.Crash{}}
	for _, c := range latest {
		one := api.Crash{Build: c.Build, Page: c.Page, Text: c.Text, Mapped: c.Mapped, Times: c.Times, LastAt: c.LastAt}
		if err := json.Unmarshal(c.Stack, &one.Stack); err != nil {
			return fmt.Errorf("crashes: a stack: %w", err)
		}
		answer.Crashes = append(answer.Crashes, one)
	}
	return httpio.WriteJSON(w, answer)
}
