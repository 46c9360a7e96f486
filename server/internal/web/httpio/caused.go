package httpio

import (
	"fmt"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Caused gives the answer with its cause, which is only logged.
func Caused(answer *api.Error, cause error) error { return fmt.Errorf("%w: %w", answer, cause) }

// Unavailable answers that our own store failed.
func Unavailable(cause error) error {
	return Caused(&api.Error{
		Status: http.StatusServiceUnavailable, Code: api.CodeUnavailable,
		Message: "Our own storage doesn't answer. Try again in a moment.",
	}, cause)
}
