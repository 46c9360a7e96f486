package about

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// jobs lists what the server does beside requests, for owners.
type jobs struct {
	app.Compo

	pages.Deps

	list *api.Jobs
	read pages.Reader
}

// OnMount reads the list.
func (j *jobs) OnMount(ctx app.Context) {
	pages.Read(ctx, &j.read, backend.Jobs.From(j.Backend), pages.Into(&j.list))
}

// Render draws the list.
func (j *jobs) Render() app.UI {
	return &components.Card{ID: "jobs", Title: text.T("about.jobs"), Flush: j.list != nil, Body: j.body}
}

func (j *jobs) body() []app.UI {
	switch {
	case j.read.Err != nil:
		return []app.UI{pages.FailureNote(text.T("edit.failed"), j.read.Err, j.read.Again)}
	case j.list == nil:
		return []app.UI{pages.Loading(4)}
	}
	return []app.UI{settings.List(j.list.Jobs, jobRow)}
}

func jobRow(j api.Job) app.UI {
	said := text.T("about.jobs.never")
	if j.Last != 0 {
		said = text.T("about.jobs.ran", text.When(j.Since), text.When(j.Last))
	}
	return app.Li().Body(
		settings.Who(app.B().Text(text.LTR(j.Name)), pages.SoftSmall(said)),
		jobPill(j.Health),
	)
}

func jobPill(health api.JobHealth) *components.Pill {
	switch health {
	case api.JobGood:
		return &components.Pill{Tone: components.ToneOK, Text: text.T("about.jobs.good")}
	case api.JobFailing:
		return &components.Pill{Tone: components.ToneBad, Text: text.T("about.jobs.failing")}
	case api.JobStuck:
		return &components.Pill{Tone: components.ToneBad, Text: text.T("about.jobs.stuck")}
	case api.JobOff:
	}
	return &components.Pill{Tone: components.ToneNeutral, Text: text.T("about.jobs.off")}
}
