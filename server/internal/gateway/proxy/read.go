package proxy

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// ReadAll makes several reads of one shop at the same time. Each read is checked as
// in [Proxy.Handle], and a failed read has its error in its own part. The parts are
// in the order of paths. The error is ctx's, when the client has left.
func (p *Proxy) ReadAll(ctx context.Context, shopID int64, paths ...string) ([]api.PlatformAnswer, error) {
	body, err := json.Marshal(platform.ShopRef{ShopID: shopID})
	if err != nil {
		return nil, err
	}
	ctx = upstream.ForPerson(ctx)
	parts := make([]api.PlatformAnswer, len(paths))
	_ = background.Each(ctx, len(paths), len(paths), func(ctx context.Context, i int) error {
		parts[i] = p.part(ctx, paths[i], body)
		return nil
	})
	return parts, context.Cause(ctx)
}

// part gives the answer of one read, or its error.
func (p *Proxy) part(ctx context.Context, path string, body []byte) api.PlatformAnswer {
	answer, err := p.read(ctx, path, body)
	var refusal *api.Error
	switch {
	case errors.As(err, &refusal):
		return api.PlatformAnswer{Error: refusal}
	case err != nil:
		return api.PlatformAnswer{Error: httpio.Internal}
	}
	return api.PlatformAnswer{Body: answer}
}

func (p *Proxy) read(ctx context.Context, path string, body []byte) (json.RawMessage, error) {
	endpoint, ok := platform.EndpointAt(path)
	if !ok || !endpoint.Proxied || endpoint.Changes() {
		return nil, errNoEndpoint
	}
	c, err := p.authorisedCall(ctx, endpoint, body)
	if err != nil {
		return nil, err
	}
	answer, err := p.Upstream.Do(ctx, path, body)
	if v := judge(endpoint, answer, err); v.failure != nil {
		return nil, p.fail(ctx, c, v)
	}
	if !json.Valid(answer.Body) { // Handle passes such bytes on, and the browser refuses them
		answer.Release()
		return nil, p.fail(ctx, c, unreadable(endpoint, errNotJSON))
	}
	return answer.Body, nil // the body is kept, so its memory isn't given back
}

var errNotJSON = errors.New("proxy: the platform's answer is not JSON")
