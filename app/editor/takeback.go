package editor

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

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
	taken, same := Attempt[R]{Sent: back, Before: now}, s.person()
	s.Deps.Offer(ctx, s.undo(pages.Offer{Text: words}, taken, same))
}

// undo adds the button that takes a save back.
func (s *Saver[R]) undo(o pages.Offer, a Attempt[R], same func() bool) pages.Offer {
	o.Action, o.Do = text.T("action.undo"), func(ctx app.Context) { s.takeBack(ctx, a, same) }
	return o
}

// takeBack saves what a save replaced, if nobody has changed the record since. Another person who has signed in
// meanwhile neither does it nor hears of it.
func (s *Saver[R]) takeBack(ctx app.Context, a Attempt[R], same func() bool) {
	if !same() {
		return
	}
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
			if outcome, _ := pages.OutcomeOf(err); outcome != pages.OutcomeUnknown || errors.As(err, new(*Rest)) {
				s.tookBack(ctx, a, same, outcome, now, err)
				return
			}
			pages.Load(ctx, new(pages.Generation), s.Read, func(ctx app.Context, now R, unread error) {
				outcome := pages.OutcomeUnknown
				if unread == nil {
					outcome = became(a, now, s.Same) // Agree may be of a later edit by now
				}
				if outcome == pages.OutcomeSaved {
					if more, ok := s.more(a); ok {
						s.takeBack(ctx, more, same)
						return
					}
				}
				s.tookBack(ctx, a, same, outcome, now, err)
			})
		})
}

// tookBack tells what came of it. An answer that was lost is the error; the outcome is what the record says by now.
func (s *Saver[R]) tookBack(
	ctx app.Context, a Attempt[R], same func() bool, outcome pages.Outcome, now R, err error,
) {
	if !same() {
		return
	}
	told := pages.Offer{Text: text.T("edit.back.done")}
	var rest *Rest
	switch {
	case errors.As(err, &rest):
		s.remember(ctx, a.Before, now)
		told = pages.Offer{Tone: components.ToneBad, Text: rest.Title}
	case outcome == pages.OutcomeSaved:
		s.remember(ctx, a.Before, now)
	case outcome == pages.OutcomeChanged:
		told = pages.Offer{Tone: components.ToneBad, Text: text.T("edit.back.not")}
	case outcome == pages.OutcomeUnknown:
		told = pages.Offer{Tone: components.ToneWarn, Text: text.T("edit.unknown")}
	default:
		title, _ := text.Error(err)
		told = pages.Offer{Tone: components.ToneBad, Text: text.T("error.both", text.T("edit.not.saved"), title)}
		if unknown, _ := pages.OutcomeOf(err); unknown == pages.OutcomeUnknown && s.unseen(a) != "" {
			told = pages.Offer{Tone: components.ToneWarn, Text: text.T("edit.unknown")}
		}
		if outcome != pages.OutcomeInvalid { // what breaks a rule does so each time
			told = s.undo(told, a, same)
		}
	}
	s.Deps.Read(ctx)
	s.Deps.Offer(ctx, told)
}
