package about

import (
	"testing"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
)

// Bug: while the server was newer than the page, a job of a health that the page didn't know was "off".
func TestUnknownHealthIsShownAsItCame(t *testing.T) {
	t.Parallel()
	for health, want := range map[api.JobHealth]string{api.JobOff: "off", "tired": "tired"} {
		markup.Holds(t, pagetest.Markup(jobRow(api.Job{Health: health})), []string{want}, nil)
	}
}
