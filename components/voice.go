package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Voice is a place whose words nobody sees and assistive technology reads out. The page has one, and each open dialog:
// the page behind a dialog isn't read out. [Say] fills them.
func Voice(id string) app.UI {
	return app.Div().ID("%s", id).Class("hidden").DataSet("voice", "true").Body(
		app.P().Role("alert"),
		app.P().Role("status"),
	)
}

// Say has words read out: at once if they are urgent, else after what is being read. They stand in the last [Voice] of
// the page, that of the dialog on top. It touches texts alone: nothing is rendered.
func Say(words string, urgent bool) {
	if app.IsServer {
		return
	}
	role := "status"
	if urgent {
		role = "alert"
	}
	voices := document().Call("querySelectorAll", "[data-voice] > [role="+role+"]")
	last := voices.Length() - 1
	for i := range last {
		setText(voices.Index(i), "") // else it is read out anew when the dialog closes
	}
	if last >= 0 {
		setText(voices.Index(last), words)
	}
}
