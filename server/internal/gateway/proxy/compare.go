package proxy

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// compare reads the record that the change would overwrite, and refuses the change
// unless the record is the one that was edited. compare returns the record. Digests
// cover the typed record encoded anew, because the browser has no other form.
func (p *Proxy) compare(ctx context.Context, c call, base string) (json.RawMessage, error) {
	read, data, err := p.data(ctx, c.scope, c.endpoint.Replaces)
	if err != nil {
		return nil, err
	}
	if c.endpoint.Part != nil {
		data = c.endpoint.Part(data)
	}
	current, err := json.Marshal(data)
	if err != nil {
		return nil, p.fail(ctx, call{endpoint: read, scope: c.scope}, unreadable(read, err))
	}
	digest, err := api.Digest(current)
	if err != nil {
		return nil, fmt.Errorf("proxy: digest of %s: %w", read.Path, err)
	}
	if digest == base {
		return current, nil
	}
	return nil, httpio.Changed("Someone changed this meanwhile. Nothing was sent.", data)
}

// data reads a record of the shop into the catalogue's type.
func (p *Proxy) data(ctx context.Context, scope auth.ShopScope, path string) (*platform.Endpoint, any, error) {
	read, ok := platform.EndpointAt(path)
	if !ok {
		return nil, nil, fmt.Errorf("proxy: %s isn't in the catalogue", path)
	}
	body, err := json.Marshal(platform.ShopRef{ShopID: scope.ShopID()})
	if err != nil {
		return nil, nil, fmt.Errorf("proxy: encode %s: %w", path, err)
	}
	c := call{endpoint: read, scope: scope}
	answer, err := p.Upstream.Do(ctx, path, body)
	v := judge(read, answer, err)
	if v.failure != nil {
		return nil, nil, p.fail(ctx, c, v)
	}
	defer answer.Release()
	data := read.NewData()
	if err := platform.Open(path, platform.Reply{Status: answer.Status, Body: answer.Body}, data); err != nil {
		return nil, nil, p.fail(ctx, c, unreadable(read, err))
	}
	return read, data, nil
}
