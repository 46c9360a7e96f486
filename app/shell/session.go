package shell

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/device/picture"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// startAgain is how long a console that couldn't start waits before it asks again.
const startAgain = 5 * time.Second

// start asks who is here and which shops they have, at the same time. Somebody
// whom this device remembers needn't wait for the answer: the server checks
// every call anyway.
func (r *Root) start(ctx app.Context) {
	r.phase, r.startErr = starting, nil
	if r.State.Operator() != nil || r.State.Checked() {
		r.phase = ready
	}
	r.readSession(ctx)
	if r.State.Operator() != nil {
		r.readShops()
	}
}

// readSession asks who is here, and which roles they have.
func (r *Root) readSession(ctx app.Context) {
	had := r.State.Preferences()
	pages.Load(ctx, &r.sessions, instead(&r.early.session, backend.Session.From(r.Backend)),
		func(ctx app.Context, session *api.Session, err error) { r.sessionKnown(ctx, session, err, had) })
}

func (r *Root) restart(app.Context) { r.start(r.ctx) }

// sessionKnown takes the server's answer. What somebody whom this device remembers has chosen since they had these
// preferences is newer.
func (r *Root) sessionKnown(ctx app.Context, session *api.Session, err error, had api.Preferences) {
	if err != nil {
		if r.phase == starting || r.phase == stuck {
			r.phase, r.startErr = stuck, err
			ctx.After(startAgain, func(ctx app.Context) {
				if r.phase == stuck {
					r.readSession(ctx)
				}
			})
		}
		return
	}
	known := r.State.OperatorID()
	if now := r.State.Preferences(); now != had && session.Operator != nil && session.Operator.ID == known {
		session.Preferences = now
	}
	r.phase, r.ended = ready, false
	r.become(*session)
	r.applyPreferences()
	r.pushAgain()
	if r.State.OperatorID() != known && session.Operator != nil {
		r.readShops()
	}
	r.arrive(ctx)
}

// checks are the questions whether the session is over.
type checks struct {
	reads  pages.Generation
	asking bool
	passed time.Time // when the last answer was that it isn't
}

// believed is the time after a session has been found alive in which an answer that it is over is believed.
const believed = 10 * time.Second

// checkSession asks whether the session is over when an answer said so. The answer may belong to an earlier session of
// the same person: to a call or a stream that was under way when they signed in again, or proved who they are.
func (r *Root) checkSession() {
	ended := func(ctx app.Context) {
		r.sessionEnded()
		ctx.Page().SetTitle("%s", r.title())
	}
	if r.checks.asking || r.ended {
		return
	}
	if r.State.Operator() == nil || r.route.Public() || r.within(believed, r.checks.passed) {
		ended(r.ctx)
		return
	}
	r.checks.asking = true
	pages.Load(r.ctx, &r.checks.reads, backend.Session.From(r.Backend),
		func(ctx app.Context, session *api.Session, err error) {
			r.checks.asking = false
			if err != nil || session.Operator == nil || session.Operator.ID != r.State.OperatorID() {
				ended(ctx)
				return
			}
			r.checks.passed = r.State.Now()
			r.watch.Follow(r.route)
			ctx.NewAction(state.ActionSignedIn)
		})
}

// sessionEnded forgets what the device keeps, and asks for the password over the
// page. Without somebody who was signed in there is nothing to go on with; a person
// who signs out wants the session to end.
func (r *Root) sessionEnded() {
	r.State.ForgetKept()
	if r.State.Operator() != nil && !r.route.Public() && !r.ended && !r.leaving {
		r.ended, r.unkept = true, r.within(believed, r.enteredAt)
	}
}

// become takes the server's answer. The pictures that somebody else left go. One that is just being shared is of the
// person who is here now.
func (r *Root) become(session api.Session) {
	before := r.State.OperatorID()
	r.State.SetSession(session)
	r.outdated = false
	r.Backend.For(r.State.OperatorID())
	if before != 0 && before != r.State.OperatorID() {
		picture.ForgetKept(r.base())
		if r.route.Page != routes.Share && r.sharing != kept {
			picture.ForgetShared(r.base())
		}
		r.forget()
	}
}

// calls is the context of calls for the person who is signed in.
func (r *Root) calls() app.Context { return r.theirs.In(r.ctx) }

// forget drops what the frame has of somebody who isn't signed in any more: what is
// asked for them, questions that are open, what failed, and what could be undone.
func (r *Root) forget() {
	r.theirs.Abort()
	r.Book.Forget()
	r.choices, r.reads, r.pausing, r.stars, r.outErr = choosing{}, reads{}, pausing{}, nil, nil
	r.toasts = toasts{last: r.toasts.last}
}

// base is where the console hangs, with a slash at its end.
func (r *Root) base() string { return r.Mount.Href(routes.Route{Page: routes.Overview}) }

// signedIn goes on after a sign-in: where the same person was interrupted, or
// at the start.
func (r *Root) signedIn(ctx app.Context, session api.Session) {
	before := r.State.OperatorID()
	interrupted := r.ended
	r.phase, r.ended, r.enteredAt = ready, false, r.State.Now()
	r.sessions.Drop() // a late answer would have nobody here
	r.become(session)
	r.applyPreferences()
	r.applySound()
	r.pushAgain()
	r.readShops()
	same := before == r.State.OperatorID()
	switch {
	case interrupted && same:
		ctx.Page().SetTitle("%s", r.title())
		r.watch.Follow(r.route) // the list of shops, after which it would, may not come
		ctx.NewAction(state.ActionSignedIn)
		if r.route.ShopID != 0 {
			r.read()
		}
		r.State.KeepRoster()
	case interrupted:
		r.dropShared(ctx)
		r.State.SetPlace("")
		r.replace(ctx, routes.Route{Page: routes.Overview})
		r.arrive(ctx)
	case r.route.Page == routes.SignIn, r.route.ByLink():
		r.open(ctx, routes.Route{Page: routes.Overview})
	default:
		r.arrive(ctx)
		r.toHeading()
	}
}

func (r *Root) entered(ctx app.Context, a app.Action) {
	if session, ok := a.Value.(api.Session); ok {
		r.signedIn(ctx, session)
	}
}

// signOut has the lines to the server's events rest first: an answer that nobody
// is signed in would be an error on the browser's console.
func (r *Root) signOut() {
	r.outErr, r.leaving = nil, true
	r.ctx.NewActionWithValue(state.ActionSigningOut, true)
	r.ctx.Dispatch(func(ctx app.Context) {
		pages.Load(ctx, &r.outs, backend.SignOut.To(r.Backend, backend.None{}), r.signedOut)
	})
}

func (r *Root) signedOut(ctx app.Context, _ backend.None, err error) {
	r.leaving = false
	if err != nil && api.CodeOf(err) != api.CodeSignedOut {
		r.outErr = err
		ctx.NewActionWithValue(state.ActionSigningOut, false)
		return
	}
	r.ended = false
	r.sessions.Drop() // a late answer would have them back
	device.PushOff()
	r.State.SignOut()
	r.Backend.For(0)
	r.forget()
	r.sharing = notShared
	picture.ForgetAll(r.base())
	r.open(ctx, routes.Route{Page: routes.SignIn})
}

// pushAgain has this device told in the background as its operator chose.
func (r *Root) pushAgain() {
	if id := r.State.OperatorID(); id != 0 {
		device.PushAgain(strconv.FormatInt(id, 10))
	}
}
