package editor

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Editor is the edit of one record. A page makes it in OnInit with [New] and
// hands it what the shell has read.
type Editor[R any] struct {
	view

	model  Model[R]
	saver  Saver[R]
	seen   any  // the record last looked at
	theirs R    // saved elsewhere, while newer, waits or merge say so
	own    bool // and by the same person
}

// New is an editor that waits for its record.
func New[R any](o Options, m Model[R], t Target[R]) *Editor[R] {
	e := &Editor[R]{model: m}
	e.saver = Saver[R]{
		Target: t, Deps: o.Deps, Tell: e.Tell, Saved: e.saved, Changed: e.changed, Refused: e.refused, Next: e.next,
		Kept:  func() string { return text.T("edit.kept") },
		Words: func(Attempt[R]) string { return text.T("edit.saved") },
		Again: func(Attempt[R]) func(app.Context) { return e.Save },
		Then: func(ctx app.Context) {
			if o.Then != nil && !e.model.Dirty() {
				o.Then(ctx)
			}
		},
	}
	if o.Err == nil {
		o.Err, o.Read = func() error { return o.Deps.Record().Err }, o.Deps.Read
	}
	e.view = view{
		Options: o, form: m, busy: func() bool { return e.saver.Busy }, met: func() { e.meet(e.theirs) },
		save: e.Save, discard: e.Discard, settle: e.saveMerged,
	}
	return e
}

// Mount begins; ctx is the page's own.
func (e *Editor[R]) Mount(ctx app.Context) {
	e.listen(ctx)
	ctx.Handle(state.ActionOwnSave, e.ownSaved)
}

// Dismount leaves the call under way, whose outcome a toast tells. What was
// edited is in the draft. A page may go before it was mounted.
func (e *Editor[R]) Dismount() {
	e.saver.Leave()
	for _, stop := range e.unlisten {
		stop()
	}
}

// Follow looks at the record that was read, once: key tells one reading from
// another.
func (e *Editor[R]) Follow(key any, now R) {
	if key == e.seen || e.saver.Busy {
		return
	}
	e.seen = key
	if e.begun {
		e.meanwhile(now)
		return
	}
	e.begin(now)
}

// begin starts the edit: from the draft, if there is one that differs.
func (e *Editor[R]) begin(now R) {
	e.begun = true
	e.model.Load(now)
	if !e.May() {
		return
	}
	at, ok := e.Deps.State.LoadDraft(e.Draft, e.Deps.Route.ShopID, e.model)
	if !ok || !e.model.Dirty() {
		e.model.Load(now)
		e.keep()
		return
	}
	if !e.alike(e.model.Base(), now) {
		e.meet(now)
	}
	if e.model.Dirty() {
		e.draftAt = at
	}
}

// alike compares two records to the byte.
func (e *Editor[R]) alike(a, b R) bool {
	x, errX := e.saver.digest(a)
	y, errY := e.saver.digest(b)
	return errX == nil && errY == nil && x == y
}

// ownSaved goes on from what the same person has saved elsewhere: by a save whose
// page was left, or by the undo in a toast. What was edited since holds.
func (e *Editor[R]) ownSaved(_ app.Context, a app.Action) {
	own, ok := a.Value.(ownSave[R])
	if !ok || own.shop != e.Deps.Route.ShopID || !e.begun || e.merge != nil || !e.alike(e.model.Base(), own.before) {
		return
	}
	if !e.model.Dirty() && !e.held() {
		e.model.Load(own.now)
		return
	}
	e.own = true
	e.meet(own.now)
}

// meanwhile takes a newer record while the edit goes on.
func (e *Editor[R]) meanwhile(now R) {
	switch {
	case e.merge != nil, e.own:
	case e.alike(e.model.Base(), now):
		e.newer, e.waits = false, false
	case !e.model.Dirty() && !e.held():
		e.newer = false
		e.model.Load(now)
	case e.model.Merge(now).trivial(): // such as a save from here, after which the page was loaded anew
		e.meet(now)
	default:
		e.theirs, e.newer, e.newerWords = now, true, e.saver.newer(now).Title
	}
}

// meet brings together the edit and what somebody else has saved: by itself
// where it can, else by asking. It reports whether nothing had to be done.
func (e *Editor[R]) meet(theirs R) (trivial bool) {
	e.theirs, e.newerWords = theirs, e.saver.newer(theirs).Title
	if e.waits = e.held(); e.waits {
		e.newer = !e.own
		return false
	}
	e.newer = false
	g := e.model.Merge(theirs)
	if e.own {
		e.own = false
		e.model.Rebase(theirs, g)
		e.keep()
		return true
	}
	if len(g.Clashes) > 0 {
		e.merge, e.misses = g, 0
		components.FocusID(e.ctx, conflictTitle)
		return false
	}
	e.model.Rebase(theirs, g)
	e.keep()
	if !g.trivial() {
		names := pages.Words(g.Taken, func(c Change) string { return c.Name })
		e.Tell(e.ctx, pages.Notice{
			Tone: components.ToneInfo, Title: text.T("edit.merged", listed(names)), Text: text.T("edit.merged.text"),
		})
	}
	return g.trivial()
}

// listed joins names: "Monday, Tuesday and Friday".
func listed(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return text.T("edit.list.and", text.Commas(names[:last]), names[last])
}

// Save checks the edit and sends it.
func (e *Editor[R]) Save(app.Context) {
	if e.saver.Busy {
		return
	}
	e.notice = pages.Notice{}
	if e.Try() && e.model.Dirty() {
		e.saver.Send(e.ctx, e.attempt())
	}
}

func (e *Editor[R]) attempt() Attempt[R] {
	return Attempt[R]{Sent: e.model.Payload(), Before: e.model.Base()}
}

func (e *Editor[R]) next(Attempt[R]) (Attempt[R], bool) { return e.attempt(), e.model.Dirty() }

// saved goes on from the record that the platform has now. The keyboard stays
// with whoever edits on.
func (e *Editor[R]) saved(_ app.Context, _ Attempt[R], now R) {
	kept := e.kept()
	e.model.Saved(now)
	if e.saver.Left {
		if kept { // else it is that of an editor on the screen
			e.keep()
		}
		return
	}
	e.newer, e.waits, e.merge = false, false, nil
	e.keep()
	e.mark()
	if !e.model.Dirty() {
		components.FocusID(e.ctx, pages.HeadingID)
	}
}

// changed meets the record that somebody else has saved. What was edited since the press takes another one: it may be
// half typed.
func (e *Editor[R]) changed(ctx app.Context, a Attempt[R], theirs R, refused bool) (trivial bool) {
	if !e.saver.Left {
		trivial = e.meet(theirs)
	} else if g := e.model.Merge(theirs); g.trivial() {
		e.model.Rebase(theirs, g)
		trivial = true
	}
	if !trivial || !refused || !e.model.Dirty() || e.saver.Same(e.model.Payload(), a.Sent) {
		return trivial
	}
	if !e.saver.Left {
		e.Tell(ctx, e.saver.newer(theirs))
	}
	return false
}

func (e *Editor[R]) refused(_ app.Context, found []rules.Problem) bool {
	ok := e.model.Refused(found)
	if ok {
		e.ask()
	}
	return ok
}

// Discard goes back to what is saved, by whomever. It can be undone.
func (e *Editor[R]) Discard(app.Context) {
	e.model.Reset()
	e.notice = pages.Notice{}
	if e.newer {
		e.newer, e.waits = false, false
		e.model.Rebase(e.theirs, e.model.Merge(e.theirs))
	}
	e.Edited(text.T("edit.dropped"))
	components.FocusID(e.ctx, e.ID+"-undo")
}

// saveMerged saves with what was chosen.
func (e *Editor[R]) saveMerged(ctx app.Context) {
	if e.merge == nil || !e.decided() { // of two quick presses the second finds no merge
		return
	}
	e.model.Rebase(e.theirs, e.merge)
	e.merge = nil
	if !e.model.Dirty() {
		e.Edited(text.T("edit.dropped"))
		components.FocusID(e.ctx, pages.HeadingID)
		return
	}
	e.Edited("")
	components.FocusID(e.ctx, pages.HeadingID)
	e.Save(ctx)
}
