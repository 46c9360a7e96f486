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
	return components.Card{ID: "jobs", Title: text.T("about.jobs"), Flush: j.list != nil}.With(j.body())
}

func (j *jobs) body() app.UI {
	switch {
	case j.read.Err != nil:
		return pages.FailureNote(text.T("edit.failed"), j.read.Err, j.read.Again)
	case j.list == nil:
		return pages.Loading(4)
	}
	return settings.List(j.list.Jobs, jobRow)
}

func jobRow(j api.Job) app.UI {
	said := text.T("about.jobs.never")
	if j.Last != 0 {
		said = text.T("about.jobs.ran", text.When(j.Since), text.When(j.Last))
	}
	return app.Li().Body(
		settings.Who(text.LTR(j.Name), said),
		jobPill(j.Health),
	)
}

// jobTones are the colours of the health of jobs.
var jobTones = map[api.JobHealth]components.Tone{
	api.JobGood: components.ToneOK, api.JobFailing: components.ToneBad, api.JobStuck: components.ToneBad,
}

func jobPill(health api.JobHealth) *components.Pill {
	return &components.Pill{Tone: jobTones[health], Text: text.Word("about.jobs.", health)}
}
