package stepup

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/device/passkey"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

const fieldPassword = "stepup-password"

// Dialog asks for the proof.
func Dialog(deps pages.Deps, guard *Guard) app.UI {
	return &components.Dialog{
		ID: "stepup", Title: text.T("stepup.title"), Open: guard.Open(), CloseLabel: text.T("stepup.cancel"),
		OnClose: guard.Cancel,
		Body:    func() []app.UI { return []app.UI{&form{Deps: deps, Done: guard.Proved}} },
	}
}

// form asks which ways there are and takes one.
type form struct {
	app.Compo

	Deps pages.Deps
	Done func(app.Context)

	ways     *api.StepUpWays
	password string
	missing  bool // the password, at the last try
	busy     bool
	err      error
	reads    pages.Generation
	calls    pages.Generation
	ctx      app.Context
}

// OnMount asks which ways there are.
func (f *form) OnMount(ctx app.Context) {
	f.ctx = ctx
	f.read(ctx)
}

func (f *form) read(app.Context) {
	f.err = nil
	pages.Load(f.ctx, &f.reads, backend.StepUpWays.From(f.Deps.Backend),
		func(ctx app.Context, ways *api.StepUpWays, err error) {
			if f.err = err; err == nil {
				f.ways = ways
				components.FocusID(ctx, fieldPassword)
			}
		})
}

func (f *form) submit(app.Context) {
	device.Filled(fieldPassword, &f.password)
	if f.missing = f.password == ""; f.missing {
		return
	}
	request := api.StepUp{Password: f.password}
	f.prove(func(context.Context) (api.StepUp, error) { return request, nil })
}

func (f *form) confirm(app.Context) {
	f.prove(func(context.Context) (api.StepUp, error) { return api.StepUp{Demo: true}, nil })
}

func (f *form) byPasskey(app.Context) {
	f.prove(func(c context.Context) (api.StepUp, error) {
		asked, err := backend.AskStepUpPasskey.To(f.Deps.Backend, backend.None{})(c)
		if err != nil {
			return api.StepUp{}, err
		}
		answer, err := passkey.Get(asked.Options)
		return api.StepUp{Passkey: &api.PasskeyAnswer{Proof: asked.Proof, Response: answer}}, err
	})
}

func (f *form) prove(how func(context.Context) (api.StepUp, error)) {
	if f.busy {
		return
	}
	f.busy, f.err = true, nil
	pages.Load(f.ctx, &f.calls, func(c context.Context) (*api.Session, error) {
		request, err := how(c)
		if err != nil {
			return nil, err
		}
		return backend.StepUp.To(f.Deps.Backend, request)(c)
	}, func(ctx app.Context, _ *api.Session, err error) {
		f.busy = false
		if errors.Is(err, passkey.ErrCancelled) {
			return
		}
		if f.err = err; err == nil {
			f.password = ""
			f.Done(ctx)
		}
	})
}

// Render draws the ways there are.
func (f *form) Render() app.UI {
	return pages.Stack(
		pages.Soft(text.T("stepup.text")),
		components.Maybe(f.err != nil, f.failure),
		components.Shown(f.ways == nil && f.err == nil, &components.Skeleton{
			Label: text.T("loading"), Lines: 2,
		}),
		components.Shown(f.ways != nil && *f.ways == api.StepUpWays{},
			&components.Note{Tone: components.ToneInfo, Text: text.T("stepup.none"), Quiet: true}),
		components.Maybe(f.ways != nil && f.ways.Password, f.passwordForm),
		components.Shown(f.ways != nil && f.ways.Passkey && passkey.Available(), &components.Button{
			ID: "stepup-passkey", Label: text.T("stepup.passkey"), Icon: components.IconLock, Wide: true,
			OnClick: f.byPasskey,
		}),
		components.Shown(f.ways != nil && f.ways.Demo, &components.Button{
			ID: "stepup-demo", Label: text.T("stepup.demo"), Kind: components.KindGo, Wide: true, Busy: f.busy,
			OnClick: f.confirm,
		}),
	)
}

func (f *form) failure() app.UI {
	var again func(app.Context)
	if f.ways == nil {
		again = f.read
	}
	return pages.FailureNote(text.T("stepup.failed"), f.err, again)
}

func (f *form) passwordForm() app.UI {
	fault := ""
	if f.missing {
		fault = text.T("signin.need.password")
	}
	return pages.Form(f.submit).Class("stack").Body(
		pages.Password(components.TextField{
			ID: fieldPassword, Label: text.T("signin.password"), Value: f.password, Error: fault, Name: "password",
			Autocomplete: "current-password", OnInput: pages.Bind(&f.password, pages.Set(&f.missing, false)),
		}),
		&components.Button{Label: text.T("action.continue"), Kind: components.KindGo, Submit: true, Wide: true, Busy: f.busy},
	)
}
