package components

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/internal/markup"
)

func render(t *testing.T, ui app.UI) markup.Node {
	t.Helper()
	return markup.Parse(t, app.HTMLString(ui))
}
