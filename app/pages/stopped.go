package pages

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// StoppedNote names the orders that were cancelled while people worked on them,
// nothing for none. It was announced already.
func StoppedNote(id, numbers string, read func(app.Context)) app.UI {
	return components.Maybe(numbers != "", func() app.UI {
		return &components.Note{
			ID: id, Tone: components.ToneBad, Quiet: true, Title: text.T("orders.stopped", text.LTR(numbers)), Text: text.T("orders.stopped.text"),
			DismissLabel: text.T("action.close"), OnDismiss: read,
		}
	})
}
