package editor

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// Options are what a page says of its editor.
type Options struct {
	Deps  pages.Deps          // as the page began: an editor stays with its record
	ID    string              // begins the ids of the editor's elements: "hours"
	Draft string              // the kind of the draft in the state
	May   platform.Permission // to change the record; "": who has the page has it
	Save  string              // the key of the words of the button that saves

	// Err is the error of the last reading, and Read reads anew. nil: those of the
	// shop's record.
	Err  func() error
	Read func(app.Context)
	// Then goes on once all is saved. nil: the page stays.
	Then func(app.Context)

	// At is when the record was last read.
	At func() time.Time
	// More are further buttons of the bar; off while there is nothing to save.
	More func(off bool) []app.UI
	// Held reports whether something isn't decided yet, with which no other
	// version can be brought together. nil: never.
	Held func() bool
}

// view is what every editor shows around its fields.
type view struct {
	Options

	form   Form
	ctx    app.Context
	begun  bool
	spoken string // what an edit did, for assistive technology

	notice  pages.Notice
	draftAt time.Time // when the draft on the screen was kept; zero for none
	unkept  bool      // the browser keeps no drafts
	newer   bool      // somebody else saved while this was edited

	newerWords string // who that was
	waits      bool   // and that is met once nothing is held
	merge      *Merge // both versions, while somebody chooses
	misses     int    // tries to save without having chosen

	tries    int  // to save what is wrong
	asked    int  // the try whose summary takes the keyboard, 0 once the edit goes on
	marked   bool // the title says that something is wrong
	busy     func() bool
	met      func() // brings the newer record and the edit together
	save     func(app.Context)
	discard  func(app.Context)
	settle   func(app.Context) // saves with what was chosen
	unlisten []func()
}

// May reports whether the operator may change the record.
func (v *view) May() bool {
	return v.Options.May == "" || v.Deps.State.May(v.Deps.Route.ShopID, v.Options.May)
}

// Form is the form around the fields.
func (v *view) Form(submit func(app.Context)) app.HTMLForm {
	return pages.Form(submit).ID("%s", v.formID()).Class("stack")
}

func (v *view) formID() string { return v.ID + "-form" }

// Choosing reports whether the person chooses between two versions.
func (v *view) Choosing() bool { return v.merge != nil }

// Edited follows every edit: it keeps the draft, and words are read out.
func (v *view) Edited(words string) {
	v.spoken, v.asked = words, 0
	v.keep()
	v.mark()
	if v.waits && !v.held() {
		v.met()
	}
}

func (v *view) held() bool { return v.Held != nil && v.Held() }

// keep brings the draft in line with what is on the screen.
func (v *view) keep() {
	if !v.form.Dirty() {
		v.Deps.State.DropDraft(v.Draft, v.Deps.Route.ShopID)
		v.draftAt = time.Time{}
		return
	}
	v.unkept = v.Deps.State.SaveDraft(v.Draft, v.Deps.Route.ShopID, v.form) != nil
}

// kept reports whether the draft is the edit as it stands.
func (v *view) kept() bool {
	var there json.RawMessage
	mine, err := json.Marshal(v.form)
	_, ok := v.Deps.State.PeekDraft(v.Draft, v.Deps.Route.ShopID, &there)
	return err == nil && ok && bytes.Equal(mine, there)
}

// Try checks the edit. The summary of what is wrong takes the keyboard.
func (v *view) Try() bool {
	ok := v.form.Try()
	v.Edited("")
	if !ok {
		v.ask()
	}
	return ok
}

func (v *view) ask() {
	v.tries++
	v.asked = v.tries
	v.mark()
}

// Tell shows a notice, also to somebody who has scrolled down to the button.
func (v *view) Tell(_ app.Context, n pages.Notice) {
	v.notice = n
	if n.Title != "" {
		components.ShowID(v.ctx, v.ID+"-notice")
	}
}

// Page draws the page: the fields, or the choice between two versions. What comes
// and goes has a place that stays: go-app compares by position, and a field would
// be made anew under the hands of whoever types in it.
func (v *view) Page(head app.UI, fields func() app.UI, beside ...app.UI) app.UI {
	return pages.Stack(append([]app.UI{
		head,
		components.Shown(v.begun && !v.May(), &components.Note{Tone: components.ToneInfo,
			Text: text.T("edit.readonly"), Quiet: true}),
		pages.Stack(v.content(fields)),
		pages.Said(v.spoken),
	}, beside...)...)
}

func (v *view) content(fields func() app.UI) app.UI {
	switch {
	case v.merge != nil:
		return v.conflict()
	case v.begun:
		return fields()
	case v.Err() != nil:
		return pages.FailureNote(text.T("edit.failed"), v.Err(), v.Read)
	}
	return pages.LoadingCard(5)
}

// messages come by themselves.
func (v *view) messages() app.UI {
	err := v.Err()
	return pages.Messages(v.ID+"-messages", []components.StripNote{
		{Shown: v.notice.Title != "", Note: func() app.UI { return v.notice.Note(v.ID + "-notice") }},
		{Shown: v.newer, Note: pages.Notice{
			Tone: components.ToneWarn, Title: v.newerWords, Text: text.T("edit.newer.text"),
			Action: text.T("edit.newer.look"), Do: v.Look,
		}.On(v.ID + "-newer")},
		{Shown: err != nil, Note: func() app.UI {
			return pages.FailureNote(text.T("edit.old", text.Moment(v.At())), err, v.Read)
		}},
		{Shown: v.unkept, Note: pages.Notice{
			Tone: components.ToneWarn, Title: text.T("edit.storage"), Text: text.T("edit.storage.text"),
		}.On(v.ID + "-unkept")},
		{Shown: !v.draftAt.IsZero() && v.form.Dirty(), Note: pages.Notice{
			Tone: components.ToneInfo, Title: text.T("edit.draft", text.Moment(v.draftAt)), Text: text.T("edit.draft.text"),
			Action: text.T("edit.draft.drop"), Do: v.discard,
		}.On(v.ID + "-draft")},
	})
}

// Look brings the edit together with what somebody else has saved.
func (v *view) Look(app.Context) { v.met() }

// Summary lists what is wrong, above the fields.
func (v *view) Summary() app.UI {
	return pages.Div("maybe", v.form.Wrong().Summary(v.ID+"-summary", v.asked))
}

// barID is the id of a part that each editor on the screen has.
func (v *view) barID() string { return v.ID + "-bar" }

// Bar is the end of the fields: messages, and the save bar while there is
// something to save, undo or redo.
func (v *view) Bar() app.UI {
	shown := v.May() && (v.busy() || v.form.Dirty() || v.form.CanUndo() || v.form.CanRedo())
	return &components.Stuck{To: components.EdgeEnd, Draw: func() app.UI {
		return pages.Div("editor-bar", v.messages(), components.Maybe(shown, v.bar)).ID("%s", v.barID())
	}}
}

func (v *view) bar() app.UI {
	n := v.form.Count()
	bar := &components.SaveBar{Label: text.T("edit.bar"), Count: text.T("edit.bar.none")}
	if n > 0 {
		bar.Count, bar.Text = text.N("edit.bar.count", n), text.T("edit.bar.unsaved")
	}
	off := n == 0 || v.busy()
	bar.Actions = func() []app.UI {
		actions := []app.UI{
			&components.IconButton{
				ID: v.ID + "-undo", Icon: components.IconUndo, Label: text.T("action.undo"), Kind: components.KindBare,
				Disabled: !v.form.CanUndo(), OnClick: v.undo,
			},
			&components.IconButton{
				ID: v.ID + "-redo", Icon: components.IconRedo, Label: text.T("edit.redo"), Kind: components.KindBare,
				Disabled: !v.form.CanRedo(), OnClick: v.redo,
			},
			app.Span().Class("editor-bar-break"),
			&components.Button{
				ID: v.ID + "-discard", Label: text.T("edit.discard"), Kind: components.KindBare, Disabled: off, OnClick: v.discard,
			},
		}
		if v.More != nil {
			actions = append(actions, v.More(off)...)
		}
		return append(actions, &components.Button{
			ID: v.ID + "-save", Label: text.T(v.Save), Kind: components.KindGo,
			Disabled: n == 0 && !v.busy(), Busy: v.busy(), OnClick: v.save,
		})
	}
	return bar
}
