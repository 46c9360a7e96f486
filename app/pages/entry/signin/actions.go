package signin

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/components"
)

func (f *Form) typeLogin(_ app.Context, v string) {
	f.model.login = v
	f.model.check()
}

func (f *Form) typePassword(_ app.Context, v string) {
	f.model.password = v
	f.model.check()
}

func (f *Form) setRemember(_ app.Context, on bool) { f.model.remember = on }

// submit reads the fields once more: a password manager may have filled them
// without telling.
func (f *Form) submit(ctx app.Context, e app.Event) {
	e.PreventDefault()
	f.model.login = device.FieldValue(fieldLogin, f.model.login)
	f.model.password = device.FieldValue(fieldPassword, f.model.password)
	request, ok := f.model.submit()
	if !ok {
		return
	}
	pages.Load(f.ctx, &f.calls, func(c context.Context) (*api.Session, error) {
		return f.Deps.Backend.SignIn(c, request)
	}, f.answered)
}

func (f *Form) tryOwner(ctx app.Context)   { f.try(ctx, api.RoleOwner) }
func (f *Form) tryManager(ctx app.Context) { f.try(ctx, api.RoleManager) }
func (f *Form) tryStaff(ctx app.Context)   { f.try(ctx, api.RoleStaff) }

func (f *Form) try(_ app.Context, role api.Role) {
	if !f.model.try(role) {
		return
	}
	pages.Load(f.ctx, &f.calls, func(c context.Context) (*api.Session, error) {
		return f.Deps.Backend.SignInDemo(c, role)
	}, f.answered)
}

func (f *Form) answered(ctx app.Context, session *api.Session, err error) {
	if err != nil {
		f.model.failed(err)
		components.FocusID(ctx, fieldPassword)
		return
	}
	f.model = model{}
	f.Done(ctx, *session)
}
