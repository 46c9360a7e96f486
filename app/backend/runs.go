package backend

import (
	"context"
	"net/url"
	"strconv"

	"github.com/shopdesk/shopdesk/api"
)

// Runs lists the runs, the newest first: those before a moment, in milliseconds, or
// with 0 the first page.
func (b *Backend) Runs(before int64) Call[api.Runs] {
	path := api.PathRuns
	if before != 0 {
		path += "?before=" + strconv.FormatInt(before, 10)
	}
	return Get[api.Runs](path).From(b)
}

// Run reads one run with its shops.
func (b *Backend) Run(id string) Call[*api.RunDetail] {
	return Get[*api.RunDetail](api.PathRun + "?run=" + url.QueryEscape(id)).From(b)
}

// PreviewRun asks what a change would do, from our own records.
func (b *Backend) PreviewRun(ctx context.Context, request api.AskPreview) (*api.Preview, error) {
	answer := new(api.Preview)
	return answer, b.post(ctx, api.PathRunPreview, request, answer)
}

// StartRun makes a run. Repeated with the same key it answers the one made.
func (b *Backend) StartRun(ctx context.Context, request api.StartRun) (*api.Run, error) {
	answer := new(api.Run)
	return answer, b.post(ctx, api.PathRuns, request, answer)
}

// RepeatRun tries a run's failures again, or takes the run back, as another run.
func (b *Backend) RepeatRun(ctx context.Context, request api.RepeatRun) (*api.Run, error) {
	answer := new(api.Run)
	return answer, b.post(ctx, api.PathRunRepeat, request, answer)
}

// Templates lists the templates.
func (b *Backend) Templates(ctx context.Context) (*api.Templates, error) {
	answer := new(api.Templates)
	return answer, b.get(ctx, api.PathTemplates, answer)
}

// SaveTemplate makes or changes a template. Repeated, it is done once.
func (b *Backend) SaveTemplate(ctx context.Context, request api.SaveTemplate) (*api.Template, error) {
	answer := new(api.Template)
	return answer, b.post(ctx, api.PathTemplates, request, answer)
}

// RemoveTemplate takes a template away and answers those that are left.
func (b *Backend) RemoveTemplate(ctx context.Context, request api.RemoveTemplate) (*api.Templates, error) {
	answer := new(api.Templates)
	return answer, b.post(ctx, api.PathTemplateDrop, request, answer)
}

// Drifts reads how the shops of a template differ from it.
func (b *Backend) Drifts(ctx context.Context, template string) (*api.Drifts, error) {
	answer := new(api.Drifts)
	return answer, b.get(ctx, api.PathDrift+"?template="+url.QueryEscape(template), answer)
}

// AcceptDrift says that shops differ as they are meant to, or takes it back.
func (b *Backend) AcceptDrift(ctx context.Context, request api.AcceptDrift) (*api.Drifts, error) {
	answer := new(api.Drifts)
	return answer, b.post(ctx, api.PathDriftAccept, request, answer)
}
