package pages_test

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
)

// A shop whose merchant had withdrawn the authorisation couldn't be read, and the note said "Change it and try again."
func TestRefusedReadSendsToTheConnection(t *testing.T) {
	t.Parallel()
	err := &api.Error{Code: api.CodeRefused, Message: "not authorised"}
	html := pagetest.Markup(pages.FailureNote("Not read", err, func(app.Context) {}))
	if strings.Contains(html, "Change it") || !strings.Contains(html, "fix the connection") {
		t.Error(html)
	}
	if html = pagetest.Markup(pages.FailureNote("Not saved", err, nil)); !strings.Contains(html, "Change it") {
		t.Error(html)
	}
}
