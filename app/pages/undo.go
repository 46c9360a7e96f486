package pages

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Undo tells what was done, and offers to take that back by a call, whose answer done takes. The page may be gone when
// the button is pressed. Failed is the key of the words for a failure: of about, which is final, and of the reason.
// Where the call was only not sent, or refused, it is offered again. Another person who has signed in since hears
// nothing.
func Undo[T any](ctx app.Context, d Deps, said, failed, about string, call backend.Call[T],
	done func(app.Context, T)) {
	offer, who := Offer{Text: said, Action: text.T("action.undo")}, d.State.OperatorID()
	offer.Do = func(ctx app.Context) {
		Load(ctx, new(Generation), call, func(ctx app.Context, answer T, err error) {
			if who != d.State.OperatorID() {
				return
			}
			if err == nil {
				done(ctx, answer)
				return
			}
			told := offer
			told.Tone, told.Text = components.ToneBad, Failed(text.T(failed, about, undoFailure(err)), err)
			if outcome, _ := OutcomeOf(err); outcome != OutcomeFailed && outcome != OutcomeSignedOut {
				told.Action, told.Do = "", nil
			}
			d.Offer(ctx, told)
		})
	}
	d.Offer(ctx, offer)
}

// undoFailure is why an undo failed. A toast marks nothing that could be corrected: it says what was refused.
func undoFailure(err error) string {
	outcome, refusal := OutcomeOf(err)
	if outcome != OutcomeInvalid {
		return text.Failure(err)
	}
	return text.Problems(refusal.Problems)
}
