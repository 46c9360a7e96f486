package setup

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
)

func (p *Page) typeName(_ app.Context, v string) {
	p.model.name = v
	p.model.check()
}

func (p *Page) typeLogin(_ app.Context, v string) {
	p.model.login = v
	p.model.check()
}

func (p *Page) typePassword(_ app.Context, v string) {
	p.model.password = v
	p.model.check()
}

func (p *Page) submit(_ app.Context, e app.Event) {
	e.PreventDefault()
	p.model.name = pages.FieldValue(fieldName, p.model.name)
	p.model.login = pages.FieldValue(fieldLogin, p.model.login)
	p.model.password = pages.FieldValue(fieldPassword, p.model.password)
	request, ok := p.model.submit()
	if !ok {
		return
	}
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.Session, error) {
		return p.Deps.Backend.Setup(c, request)
	}, p.answered)
}

func (p *Page) answered(ctx app.Context, session *api.Session, err error) {
	if err != nil {
		p.model.failed(err)
		return
	}
	p.model = model{}
	p.Done(ctx, *session)
}
