package editor

import (
	"context"
	"encoding/json"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Saver sends a record, and finds out and says what came of that.
type Saver[R any] struct {
	Target[R]

	Deps pages.Deps
	// Kept says where an edit is that wasn't saved, "" for nothing.
	Kept func() string
	// Tell shows a notice.
	Tell func(app.Context, pages.Notice)
	// Saved hears of a save. It is offered to be taken back already.
	Saved func(ctx app.Context, a Attempt[R], now R)
	// Words says what was saved.
	Words func(a Attempt[R]) string
	// Changed takes a record that somebody else saved before the attempt.
	// Refused: nothing was sent. It reports whether nothing of theirs touches
	// the edit: the same press then goes on with Again.
	Changed func(ctx app.Context, a Attempt[R], theirs R, refused bool) (trivial bool)
	// Refused shows the server's problems at their fields, and reports whether
	// one has a place.
	Refused func(app.Context, []rules.Problem) bool
	// Agree compares two records as far as the edit goes. nil: Same.
	Agree func(a, b R) bool
	// Next is the attempt of another press, and Again that press.
	Next  func(a Attempt[R]) (next Attempt[R], ok bool)
	Again func(a Attempt[R]) func(app.Context)

	// Then goes on after a save. nil: nothing does.
	Then func(app.Context)

	Busy  bool
	Left  bool // the page, whose draft may by now be the work of a page that was opened since
	ctx   app.Context
	calls pages.Generation
}

// ownSave is a save of the same person's that no editor on the screen has made.
type ownSave[R any] struct {
	shop        int64
	before, now R
}

// Leave lets the save under way end without its page: a toast tells the outcome.
func (s *Saver[R]) Leave() { s.Left = true }

// Drop forgets the call under way.
func (s *Saver[R]) Drop() {
	s.calls.Drop()
	s.Busy = false
}

// Say shows a notice, or leads to the page that was left.
func (s *Saver[R]) Say(ctx app.Context, n pages.Notice) {
	switch {
	case !s.Left:
		s.Tell(ctx, n)
	case n.Title != "":
		s.Deps.Offer(ctx, pages.Offer{
			Tone: n.Tone, Text: n.Title, Action: text.T("edit.there"), Do: func(ctx app.Context) {
				s.Deps.Go(ctx, s.Deps.Route)
			},
		})
	}
}

// load calls the server, once for two quick presses. The answer comes even when the page has gone, but not
// to another person.
func (s *Saver[R]) load(work func(context.Context) (R, error), done func(app.Context, R, error)) {
	if s.Busy {
		return
	}
	s.Busy = true
	same, from := s.person(), components.ActiveElement()
	pages.Outlive(s.ctx, func(frame app.Context) {
		pages.Load(frame, &s.calls, work, func(frame app.Context, now R, err error) {
			if s.Busy = false; same() {
				components.Answer(from, func() { done(frame, now, err) }) // Outlive began a frame after the press
			}
			s.ctx.Dispatch(nil) // draws the page, if there is one
		})
	})
}

// person tells later whether the same one is signed in.
func (s *Saver[R]) person() (same func() bool) {
	who := s.Deps.State.OperatorID()
	return func() bool { return who == s.Deps.State.OperatorID() }
}

// remember hands a record of one's own to an editor on the screen before the
// state has it: nobody else has changed it.
func (s *Saver[R]) remember(ctx app.Context, before, now R) {
	ctx.NewActionWithValue(state.ActionOwnSave, ownSave[R]{s.Deps.Route.ShopID, before, now})
	ctx.Dispatch(func(ctx app.Context) { s.Remember(ctx, now) })
}

func (s *Saver[R]) digest(r R) (string, error) {
	if s.Digest != nil {
		return s.Digest(r)
	}
	record, err := backend.RecordOf(r)
	return record.Digest, err
}

func (s *Saver[R]) decode(data json.RawMessage) (R, error) {
	if s.Decode != nil {
		return s.Decode(data)
	}
	record, err := backend.ReadRecord[R](data)
	return record.Value, err
}

// Send makes one save; ctx is the page's own.
func (s *Saver[R]) Send(ctx app.Context, a Attempt[R]) {
	s.ctx = ctx
	s.send(a)
}

func (s *Saver[R]) send(a Attempt[R]) {
	base, err := s.digest(a.Before)
	if err != nil {
		s.answered(s.ctx, a, a.Sent, err)
		return
	}
	s.load(func(c context.Context) (R, error) { return s.Write(c, base, a) },
		func(ctx app.Context, now R, err error) { s.answered(ctx, a, now, err) })
}
