package pages

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// FailureNote says that something couldn't be done, why, and offers to try
// again. A nil again offers nothing.
func FailureNote(what string, err error, again func(app.Context)) app.UI {
	note := &components.Note{Tone: components.ToneBad, Title: what, Text: text.Failure(err), Alert: true}
	if again != nil {
		note.Actions = func() []app.UI {
			return []app.UI{&components.Button{Label: text.T("action.again"), Icon: components.IconReload, OnClick: again}}
		}
	}
	return note
}
