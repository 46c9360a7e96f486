package proxy

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Shops tells a shop's time zone.
type Shops interface {
	Shop(ctx context.Context, shopID int64) (store.Shop, error)
}

// Phones knows which phone numbers are possible. Only the server asks Phones,
// because its data is too large for a browser.
type Phones interface {
	// Impossible lists the phones that can't exist, by their index. In doubt a
	// phone is possible.
	Impossible(phones []platform.Phone) []rules.Problem
}

// Pictures checks a picture before its address is sent to the platform.
type Pictures interface {
	// Check lists the problems with the picture at an address that passed the
	// rules, for the shop of the scope. An error is an answer to the request.
	Check(ctx context.Context, scope auth.ShopScope, address string) ([]rules.Problem, error)
}

// Orders knows which shop an order belongs to.
type Orders interface {
	// Own is an error unless the order is of the scope's shop.
	Own(ctx context.Context, scope auth.ShopScope, orderID int64) error
}

// Config sets a [Proxy] up. All fields but those of Base are required.
type Config struct {
	Authoriser auth.Authoriser
	Upstream   *upstream.Caller
	Audit      store.Audit
	Shops      Shops
	Leases     store.Leases
	Anchor     platform.Anchor // of the profile
	Leaves     rules.Leaves    // of the profile
	Phones     Phones
	Pictures   Pictures
	Orders     Orders
	background.Base
}

// Proxy answers the platform's paths to operators.
type Proxy struct {
	Config

	changes httpio.InFlight
}

// New checks the configuration.
func New(c Config) (*Proxy, error) {
	if c.Authoriser == nil || c.Upstream == nil || c.Audit == nil || c.Shops == nil || c.Leases == nil ||
		c.Phones == nil || c.Pictures == nil || c.Orders == nil {
		return nil, errors.New("proxy: all of Config is required")
	}
	c.Defaults()
	return &Proxy{Config: c}, nil
}

// call is one request that the operator is allowed to make.
type call struct {
	endpoint *platform.Endpoint
	scope    auth.ShopScope
	body     []byte // as received, and as sent
	before   []byte // the record that the change replaces, where it was compared
}

// Handle is an httpio.Func. The path of the request's URL is the platform's own.
func (p *Proxy) Handle(w http.ResponseWriter, r *http.Request) error {
	r = r.WithContext(upstream.ForPerson(r.Context()))
	c, err := p.readCall(w, r)
	if err != nil {
		return err
	}
	if c.endpoint.Changes() {
		return p.change(w, r, c)
	}
	answer, err := p.Upstream.Do(r.Context(), c.endpoint.Path, c.body)
	if v := judge(c.endpoint, answer, err); v.failure != nil {
		return p.fail(r.Context(), c, v)
	}
	writeAnswer(w, answer)
	return nil
}

// readCall finds the endpoint, and checks that the asker may make the call.
func (p *Proxy) readCall(w http.ResponseWriter, r *http.Request) (call, error) {
	endpoint, ok := platform.EndpointAt(r.URL.Path)
	switch {
	case !ok || !endpoint.Proxied:
		return call{}, errNoEndpoint
	case r.Method != http.MethodPost:
		return call{}, errMethod
	}
	if _, err := p.Authoriser.RequireSignedIn(r.Context()); err != nil {
		return call{}, err // the body of a signed-out asker isn't read
	}
	body, err := readBody(w, r)
	if err != nil {
		return call{}, err
	}
	return p.authorisedCall(r.Context(), endpoint, body)
}

// authorisedCall gives the call of an endpoint with that body, or an error if the asker may
// not make the call.
func (p *Proxy) authorisedCall(ctx context.Context, endpoint *platform.Endpoint, body []byte) (call, error) {
	c := call{}
	request := endpoint.NewRequest()
	var odd json.RawMessage
	if err := decode(body, request); err != nil {
		request = endpoint.NewRequest()
		if odd, err = decodeKept(endpoint, body, request, err); err != nil {
			return c, err
		}
	}
	// The request's shop id is always checked. The strict decoder refuses a second
	// shopId in any spelling, so the platform can read only the id of the scope in
	// these bytes.
	named, ok := request.(platform.ShopRequest)
	if !ok {
		return c, errNoEndpoint
	}
	scope, err := p.Authoriser.Scope(ctx, named.Shop(), endpoint.Permission)
	if err != nil {
		return c, err
	}
	if odd != nil {
		if err := p.kept(ctx, endpoint, scope, odd); err != nil {
			return c, err
		}
	}
	if err := p.check(ctx, endpoint, scope, request); err != nil {
		return c, err
	}
	if order, ok := request.(platform.OrderRequest); ok {
		// The interface doesn't say that the platform compares an order with the shop.
		if err := p.Orders.Own(ctx, scope, order.Order()); err != nil {
			return c, err
		}
	}
	return call{endpoint: endpoint, scope: scope, body: body}, nil
}

// readBody reads the body into memory of its own, because the transport may still
// read the body after the answer was written.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength < 0 || r.ContentLength > httpio.MaxBody {
		return httpio.ReadBody(w, r, httpio.MaxBody)
	}
	body := make([]byte, r.ContentLength)
	if _, err := io.ReadFull(r.Body, body); err != nil {
		return nil, errNotWhole
	}
	return body, nil
}

// Headers that never change are shared by all answers.
var (
	jsonType = []string{"application/json"}
	noStore  = []string{"no-store"}
)

// writeAnswer writes the platform's bytes unchanged and gives their memory back.
func writeAnswer(w http.ResponseWriter, answer *upstream.Answer) {
	h := w.Header()
	h["Content-Type"], h["Cache-Control"] = jsonType, noStore
	h["Content-Length"] = []string{strconv.Itoa(len(answer.Body))}
	_, _ = w.Write(answer.Body) // an error means that the client left
	answer.Release()
}

var (
	errNoEndpoint = httpio.Refusal(api.CodeNotFound, "The platform has no such call.")
	errMethod     = httpio.Refusal(api.CodeMethod, "This call takes POST only.")
	errNotWhole   = httpio.Refusal(api.CodeMalformed, "The request did not arrive whole.")
	errBusy       = httpio.Refusal(api.CodeBusy, "Somebody else is saving this right now. Try again in a moment.")
	errNoStore    = httpio.Refusal(api.CodeUnavailable,
		"Our own store does not answer. Nothing was sent; try again in a moment.")
)
