package proxy

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/upstream"
)

// compare reads the record that the change would overwrite and refuses the
// change unless the record still is the one that was edited, which it gives.
// Digests are taken of the typed record written anew: the browser has only
// that.
func (p *Proxy) compare(ctx context.Context, c call, base string) (json.RawMessage, error) {
	read, ok := platform.EndpointAt(c.endpoint.Replaces)
	if !ok {
		return nil, fmt.Errorf("proxy: %s replaces %s, which isn't in the catalogue", c.endpoint.Path, c.endpoint.Replaces)
	}
	body, err := json.Marshal(platform.ShopRef{ShopID: c.scope.ShopID()})
	if err != nil {
		return nil, fmt.Errorf("proxy: encode %s: %w", read.Path, err)
	}
	answer, err := p.upstream.Do(ctx, read.Path, body)
	v := judge(read, answer, err)
	if v.failure != nil {
		return nil, p.fail(ctx, call{endpoint: read, scope: c.scope}, v)
	}
	defer answer.Release()
	current, err := record(c.endpoint, read, answer)
	if err != nil {
		return nil, p.fail(ctx, call{endpoint: read, scope: c.scope}, down(false, "", err))
	}
	digest, err := api.Digest(current)
	if err != nil {
		return nil, fmt.Errorf("proxy: digest of %s: %w", read.Path, err)
	}
	if digest == base {
		return current, nil
	}
	return nil, &api.Error{
		Status: http.StatusConflict, Code: api.CodeChanged, Current: current,
		Message: "Someone changed this meanwhile. Nothing was sent.",
	}
}

// record is what the change would overwrite, as the catalogue's type writes it:
// the answer's data, or a part of it.
func record(change, read *platform.Endpoint, answer *upstream.Answer) (json.RawMessage, error) {
	var env platform.Envelope
	if err := json.Unmarshal(answer.Body, &env); err != nil {
		return nil, fmt.Errorf("proxy: answer of %s: %w", read.Path, err)
	}
	data := read.NewData()
	if len(env.Data) > 0 {
		if err := json.Unmarshal(env.Data, data); err != nil {
			return nil, fmt.Errorf("proxy: data of %s: %w", read.Path, err)
		}
	}
	if change.Part != nil {
		return json.Marshal(change.Part(data))
	}
	return json.Marshal(data)
}
