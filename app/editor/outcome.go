package editor

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

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
	what := text.T("edit.not.saved")
	if unsent := (*Unsent)(nil); errors.As(err, &unsent) {
		what = unsent.Title
		if outcome == pages.OutcomeUnknown {
			outcome = pages.OutcomeFailed
		}
	}
	switch outcome {
	case pages.OutcomeSaved:
		s.saved(ctx, a, now, s.Words(a))
	case pages.OutcomeChanged:
		s.changed(ctx, a, refusal)
	case pages.OutcomeInvalid:
		if s.Left || !s.Refused(ctx, refusal.Problems) {
			s.failed(ctx, what, err, s.Again(a))
		}
	case pages.OutcomeSignedOut: // not repeated by itself: a change of a live shop takes a press
		s.Say(ctx, pages.Notice{
			Tone: components.ToneWarn, Title: text.T("edit.signed.out"), Text: text.T("edit.signed.press"),
		})
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
		s.failed(ctx, what, err, s.Again(a))
	}
}

// saved goes on from the record that the platform has now.
func (s *Saver[R]) saved(ctx app.Context, a Attempt[R], now R, words string) {
	s.keep(ctx, a, now)
	s.offer(ctx, a, now, words)
	if s.Reread {
		s.Deps.Read(ctx)
	}
	if s.Then != nil && !s.Left {
		ctx.Dispatch(s.Then)
	}
}

// keep takes what was saved, here and in the state.
func (s *Saver[R]) keep(ctx app.Context, a Attempt[R], now R) {
	s.Saved(ctx, a, now)
	if s.Left {
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
	n := pages.Notice{Tone: components.ToneWarn, Title: text.T("error.changed"), Text: text.T("edit.newer.text")}
	if s.By != nil && s.By(theirs) != "" {
		n.Title = text.T("edit.newer.by", text.Isolate(s.By(theirs)))
	}
	return n
}

// toastNewer says the same away from the page.
func (s *Saver[R]) toastNewer(ctx app.Context, theirs R) {
	if s.Left {
		n := s.newer(theirs)
		n.Title = text.T("error.both", text.T("edit.not.saved"), n.Title)
		s.Say(ctx, n)
	}
}

// failed says why nothing was saved.
func (s *Saver[R]) failed(ctx app.Context, what string, err error, again func(app.Context)) {
	title, advice := text.Error(err)
	s.Say(ctx, pages.Notice{
		Tone: components.ToneBad, Title: text.T("error.both", what, title), Text: text.Together(advice, s.Kept()),
		Action: text.T("action.again"), Do: again,
	})
}

// check finds out what became of a save without an answer.
func (s *Saver[R]) check(ctx app.Context, a Attempt[R]) {
	s.Say(ctx, pages.Notice{Tone: components.ToneWarn, Title: text.T("edit.unknown"), Text: text.T("edit.checking")})
	s.load(s.Read, func(ctx app.Context, now R, err error) { s.checked(ctx, a, now, err) })
}

func (s *Saver[R]) checked(ctx app.Context, a Attempt[R], now R, err error) {
	if s.Gone != nil && api.CodeOf(err) == api.CodeNotFound {
		s.answered(ctx, a, now, err)
		return
	}
	if err != nil {
		s.Say(ctx, pages.Notice{
			Tone: components.ToneBad, Title: text.T("edit.unknown"), Text: text.T("edit.unknown.text"),
			Action: text.T("edit.check"), Heard: true,
			Do: func(app.Context) { s.check(ctx, a) }, // with the context of the page: the button goes with the notice
		})
		return
	}
	s.Say(ctx, pages.Notice{})
	agree := s.Same
	if s.Agree != nil {
		agree = s.Agree
	}
	outcome := became(a, now, agree)
	if outcome == pages.OutcomeSaved {
		if more, ok := s.more(a); ok {
			s.send(more)
			return
		}
		s.saved(ctx, a, now, text.T("edit.saved.after"))
		return
	}
	s.Remember(ctx, now)
	s.Changed(ctx, a, now, false)
	if outcome == pages.OutcomeFailed {
		n := pages.Notice{
			Tone: components.ToneBad, Title: text.T("edit.lost"), Text: text.T("edit.lost.text"),
			Action: text.T("action.again"), Do: s.Again(a),
		}
		if why := s.unseen(a); why != "" {
			n.Title, n.Text = text.T("edit.unknown"), text.Together(why, s.Kept())
		}
		s.Say(ctx, n)
		return
	}
	s.toastNewer(ctx, now)
}

func (s *Saver[R]) unseen(a Attempt[R]) string {
	if s.Unseen == nil {
		return ""
	}
	return s.Unseen(a)
}

// became tells from the record what came of an attempt without an answer.
func became[R any](a Attempt[R], now R, agree func(a, b R) bool) pages.Outcome {
	switch {
	case agree(now, a.Sent):
		return pages.OutcomeSaved
	case agree(now, a.Before):
		return pages.OutcomeFailed
	}
	return pages.OutcomeChanged
}
