package editor

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Attempt is one save: what is sent, and what it replaces.
type Attempt[R any] struct {
	Sent, Before R

	again bool // the second send of a single press
}

// Target is where a record stands.
type Target[R any] struct {
	// Write saves the record over the one with the digest base, and gives the
	// record as it stands then. An error [Rest] says that only a part is missing.
	Write func(c context.Context, base string, a Attempt[R]) (R, error)
	// Read reads the record.
	Read func(c context.Context) (R, error)
	// Same reports whether two records say the same to people.
	Same func(a, b R) bool
	// Remember puts the record into the state, where other pages see it.
	Remember func(ctx app.Context, now R)
	// Back is the record that takes a save back; ok is false when there is none.
	// nil: the one from before.
	Back func(a Attempt[R]) (to R, ok bool)
	// More is a further attempt once the record of one is there, for what belongs
	// to it. nil: none.
	More func(a Attempt[R]) (more Attempt[R], ok bool)
	// Now is the record as the state has it. nil: it is as it was saved.
	Now func() (now R, ok bool)
	// Reread has the shell read the record after a save.
	Reread bool
	// By names who saved a record, "" for unknown. nil: unknown.
	By func(r R) string
	// Gone is the attempt that makes a record anew that somebody else removed.
	// nil: a record can't be removed.
	Gone func(a Attempt[R]) Attempt[R]
	// Digest names a record as the server compares it, and Decode reads one of
	// the server's. nil: the record as JSON.
	Digest func(r R) (string, error)
	Decode func(data json.RawMessage) (R, error)
}

// Rest is the error of a save that is done but for what belongs to the record.
// Title says what is missing.
type Rest struct {
	Title string
	Err   error
}

// Error implements error.
func (r *Rest) Error() string { return r.Err.Error() }

// Unwrap gives the cause.
func (r *Rest) Unwrap() error { return r.Err }

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
	left  bool // the page
	ctx   app.Context
	calls pages.Generation
}

// ownSave is a save of the same person's that no editor on the screen has made.
type ownSave[R any] struct {
	shop        int64
	before, now R
}

// Leave lets the save under way end without its page: a toast tells the outcome.
func (s *Saver[R]) Leave() { s.left = true }

// Drop forgets the call under way.
func (s *Saver[R]) Drop() {
	s.calls.Drop()
	s.Busy = false
}

// Say shows a notice, or leads to the page that was left.
func (s *Saver[R]) Say(ctx app.Context, n pages.Notice) {
	switch {
	case !s.left:
		s.Tell(ctx, n)
	case n.Title != "":
		s.Deps.Offer(ctx, pages.Offer{
			Tone: n.Tone, Text: n.Title, Action: text.T("edit.there"), Do: func(ctx app.Context) { s.Deps.Go(ctx, s.Deps.Route) },
		})
	}
}

// load calls the server. The answer comes even when the page has gone, but not
// to another person.
func (s *Saver[R]) load(work func(context.Context) (R, error), done func(app.Context, R, error)) {
	s.Busy = true
	who := s.Deps.State.OperatorID()
	s.Deps.Outlive(s.ctx, func(frame app.Context) {
		pages.Load(frame, &s.calls, work, func(frame app.Context, now R, err error) {
			if s.Busy = false; who == s.Deps.State.OperatorID() {
				done(frame, now, err)
			}
			s.ctx.Dispatch(nil) // draws the page, if there is one
		})
	})
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

// answered takes what came of a save.
func (s *Saver[R]) answered(ctx app.Context, a Attempt[R], now R, err error) {
	var rest *Rest
	if errors.As(err, &rest) {
		s.keep(ctx, a, now)
		again := s.Again(a)
		if more, ok := s.more(a); ok {
			again = func(app.Context) { s.send(more) }
		}
		s.failed(ctx, rest.Title, rest.Err, again)
		return
	}
	outcome, refusal := pages.OutcomeOf(err)
	switch outcome {
	case pages.OutcomeSaved:
		s.saved(ctx, a, now, s.Words(a))
	case pages.OutcomeChanged:
		s.changed(ctx, a, refusal)
	case pages.OutcomeInvalid:
		if s.left || !s.Refused(ctx, problems(refusal)) {
			s.failed(ctx, text.T("edit.not.saved"), err, s.Again(a))
		}
	case pages.OutcomeSignedOut: // not repeated by itself: a change of a live shop takes a press
		s.Say(ctx, pages.Notice{Tone: components.ToneWarn, Title: text.T("edit.signed.out"), Text: text.T("edit.signed.press")})
	case pages.OutcomeUnknown:
		s.check(ctx, a)
	case pages.OutcomeFailed:
		if s.Gone != nil && refusal != nil && refusal.Code == api.CodeNotFound {
			s.Say(ctx, pages.Notice{
				Tone: components.ToneWarn, Title: text.T("edit.gone"), Text: s.Kept(),
				Action: text.T("edit.gone.keep"), Do: func(app.Context) { s.send(s.Gone(a)) },
			})
			return
		}
		s.failed(ctx, text.T("edit.not.saved"), err, s.Again(a))
	}
}

func problems(refusal *api.Error) []rules.Problem {
	found := make([]rules.Problem, len(refusal.Problems))
	for i, q := range refusal.Problems {
		found[i] = rules.Problem{Path: q.Path, Code: q.Code, Args: q.Args}
	}
	return found
}

// saved goes on from the record that the platform has now.
func (s *Saver[R]) saved(ctx app.Context, a Attempt[R], now R, words string) {
	s.keep(ctx, a, now)
	s.offer(ctx, a, now, words)
	if s.Reread {
		s.Deps.Read(ctx)
	}
	if s.Then != nil && !s.left {
		ctx.Dispatch(s.Then)
	}
}

// keep takes what was saved, here and in the state.
func (s *Saver[R]) keep(ctx app.Context, a Attempt[R], now R) {
	s.Saved(ctx, a, now)
	if s.left {
		s.remember(ctx, a.Before, now)
		return
	}
	s.Remember(ctx, now)
}

func (s *Saver[R]) more(a Attempt[R]) (more Attempt[R], ok bool) {
	if s.More == nil {
		return a, false
	}
	return s.More(a)
}

// changed takes the record that somebody else saved.
func (s *Saver[R]) changed(ctx app.Context, a Attempt[R], refusal *api.Error) {
	theirs, err := s.decode(refusal.Current)
	if err != nil {
		s.failed(ctx, text.T("edit.not.saved"), refusal, s.Again(a))
		return
	}
	s.Remember(ctx, theirs)
	if !s.Changed(ctx, a, theirs, true) || a.again {
		s.toastNewer(ctx, theirs)
		return
	}
	if next, ok := s.Next(a); ok {
		next.again = true
		s.send(next)
	}
}

// newer says that somebody else has saved.
func (s *Saver[R]) newer(theirs R) pages.Notice {
	n := pages.Notice{Tone: components.ToneWarn, Title: text.T("edit.newer"), Text: text.T("edit.newer.text")}
	if s.By != nil && s.By(theirs) != "" {
		n.Title = text.T("edit.newer.by", text.Isolate(s.By(theirs)))
	}
	return n
}

// toastNewer says the same away from the page.
func (s *Saver[R]) toastNewer(ctx app.Context, theirs R) {
	if s.left {
		n := s.newer(theirs)
		n.Title = text.T("error.both", text.T("edit.not.saved"), n.Title)
		s.Say(ctx, n)
	}
}

// failed says why nothing was saved.
func (s *Saver[R]) failed(ctx app.Context, what string, err error, again func(app.Context)) {
	title, advice := text.Error(err)
	if kept := s.Kept(); kept != "" {
		advice = text.T("error.both", advice, kept)
	}
	s.Say(ctx, pages.Notice{
		Tone: components.ToneBad, Title: text.T("error.both", what, title), Text: advice,
		Action: text.T("action.again"), Do: again,
	})
}

// check finds out what became of a save without an answer.
func (s *Saver[R]) check(ctx app.Context, a Attempt[R]) {
	s.Say(ctx, pages.Notice{Tone: components.ToneWarn, Title: text.T("edit.unknown"), Text: text.T("edit.checking")})
	s.load(s.Read, func(ctx app.Context, now R, err error) { s.checked(ctx, a, now, err) })
}

func (s *Saver[R]) checked(ctx app.Context, a Attempt[R], now R, err error) {
	if err != nil {
		s.Say(ctx, pages.Notice{
			Tone: components.ToneBad, Title: text.T("edit.unknown"), Text: text.T("edit.unknown.text"),
			Action: text.T("edit.check"),
			Do:     func(app.Context) { s.check(ctx, a) }, // with the context of the page: the button goes with the notice
		})
		return
	}
	s.Say(ctx, pages.Notice{})
	agree := s.Same
	if s.Agree != nil {
		agree = s.Agree
	}
	if agree(now, a.Sent) {
		if more, ok := s.more(a); ok {
			s.send(more)
			return
		}
		s.saved(ctx, a, now, text.T("edit.saved.after"))
		return
	}
	s.Remember(ctx, now)
	s.Changed(ctx, a, now, false)
	if agree(now, a.Before) {
		s.Say(ctx, pages.Notice{
			Tone: components.ToneBad, Title: text.T("edit.lost"), Text: text.T("edit.lost.text"),
			Action: text.T("action.again"), Do: s.Again(a),
		})
		return
	}
	s.toastNewer(ctx, now)
}

// offer says that the record was saved, and offers to take that back from
// wherever the person is by then.
func (s *Saver[R]) offer(ctx app.Context, a Attempt[R], now R, words string) {
	back, ok := a.Before, true
	if s.Back != nil {
		back, ok = s.Back(a)
	}
	if !ok || !s.Same(now, a.Sent) { // or what somebody else saved beside would go with it
		s.Deps.Toast(ctx, words)
		return
	}
	taken := Attempt[R]{Sent: back, Before: now}
	s.Deps.Offer(ctx, pages.Offer{Text: words, Action: text.T("edit.undo"), Do: func(ctx app.Context) { s.takeBack(ctx, taken) }})
}

// takeBack saves what a save replaced, if nobody has changed the record since.
func (s *Saver[R]) takeBack(ctx app.Context, a Attempt[R]) {
	if s.Now != nil {
		if now, ok := s.Now(); ok && s.Same(now, a.Before) {
			a.Before = now
		}
	}
	base, err := s.digest(a.Before)
	if err != nil {
		return // a record that was just saved can be encoded
	}
	pages.Load(ctx, new(pages.Generation), func(c context.Context) (R, error) { return s.Write(c, base, a) },
		func(ctx app.Context, now R, err error) {
			words := text.T("edit.back.done")
			var rest *Rest
			switch outcome, _ := pages.OutcomeOf(err); {
			case errors.As(err, &rest):
				s.remember(ctx, a.Before, now)
				words = rest.Title
			case outcome == pages.OutcomeSaved:
				s.remember(ctx, a.Before, now)
			case outcome == pages.OutcomeChanged:
				words = text.T("edit.back.not")
			case outcome == pages.OutcomeUnknown:
				words = text.T("edit.unknown")
			default:
				title, _ := text.Error(err)
				words = text.T("error.both", text.T("edit.not.saved"), title)
			}
			s.Deps.Read(ctx)
			s.Deps.Toast(ctx, words)
		})
}
