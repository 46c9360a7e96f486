package backend

import (
	"context"
	"net/url"

	"github.com/shopdesk/shopdesk/api"
)

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
