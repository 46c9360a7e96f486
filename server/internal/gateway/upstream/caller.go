package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/internal/baseurl"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
)

// Tokens gives access tokens, and is told when the platform refuses one.
type Tokens interface {
	// Token gives the token for a call about that shop, 0 for a call about no shop.
	// The error matches platform.ErrUnreachable for a failure that may pass by
	// itself; any other error means that the platform refuses our credentials.
	Token(ctx context.Context, shopID int64) (string, error)
	// Refused reports that the platform called that token expired or invalid. The
	// next Token returns another token, if the platform issues one.
	Refused(ctx context.Context, shopID int64, token string)
}

// Options set up a [Caller].
type Options struct {
	BaseURL   string             // {base_url}, see [baseurl.Parse]; required
	Presenter platform.Presenter // puts the token into a call
	Tokens    Tokens             // required
	Transport http.RoundTripper  // default: [NewTransport]
	Timeout   time.Duration      // time of one attempt, answer included; default [AttemptWithin]
	Now       func() time.Time   // default: time.Now

	// OnAnswer is called for every call about a shop that the platform answered with
	// success, before the caller has the answer. For a change whose outcome is [Unknown], answer is nil. OnAnswer must
	// not keep the bytes. Default: no call.
	OnAnswer func(path string, shopID int64, request, answer []byte, asked time.Time)
	// OnRefusedRead is called for every read about a shop that the platform refused. Default: no call.
	OnRefusedRead func(path string, shopID int64)
	// CompleteAnswer completes the answer of a successful call about a shop, after OnAnswer,
	// with the data that the platform leaves out. It may return the answer itself. An
	// error counts as a missing answer. Default: answers stay unchanged.
	CompleteAnswer func(path string, shopID int64, answer []byte, asked time.Time) ([]byte, error)
	// OnChange is called for every change that the platform answered; err is its refusal. The caller waits for OnChange,
	// which must not keep the bytes. Default: no call.
	OnChange func(path string, shopID int64, request []byte, err error)
	// OnTooMany is called when the platform has answered that there are too many calls. Default: no call.
	OnTooMany func(ctx context.Context)
	// Measured is called after each attempt: the endpoint, how long it took, and the outcome "done", "refused" or
	// "unreachable". Default: no call.
	Measured func(path string, took time.Duration, outcome string)
	// Tracer makes a span of each attempt, and TellTrace tells the platform of the span. Default: no spans.
	Tracer    *tracing.Tracer
	TellTrace bool
}

// Caller calls the platform.
type Caller struct {
	Options
	routes map[string]*route
	kept   atomic.Pointer[http.Header] // header of calls without a signature
}

// route holds the parts that all calls of an endpoint share.
type route struct {
	endpoint *platform.Endpoint
	url      string        // as signed
	request  *http.Request // copied for each call
}

var _ platform.Transport = (*Caller)(nil)

// New checks the options and prepares a request for each endpoint.
func New(o Options) (*Caller, error) {
	base, err := baseurl.Parse(o.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("upstream: Options.BaseURL: %w", err)
	}
	if o.Tokens == nil {
		return nil, errors.New("upstream: Options.Tokens is required")
	}
	c := &Caller{Options: o, routes: map[string]*route{}}
	if c.Transport == nil {
		c.Transport = NewTransport()
	}
	if c.Timeout <= 0 {
		c.Timeout = AttemptWithin
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.OnAnswer == nil {
		c.OnAnswer = func(string, int64, []byte, []byte, time.Time) {}
	}
	if c.OnRefusedRead == nil {
		c.OnRefusedRead = func(string, int64) {}
	}
	if c.OnChange == nil {
		c.OnChange = func(string, int64, []byte, error) {}
	}
	if c.CompleteAnswer == nil {
		c.CompleteAnswer = func(_ string, _ int64, answer []byte, _ time.Time) ([]byte, error) { return answer, nil }
	}
	for _, e := range platform.Endpoints() {
		if e.Path == platform.PathToken {
			continue // only package token calls this endpoint
		}
		address, err := url.Parse(base.String() + e.Path)
		if err != nil {
			return nil, fmt.Errorf("upstream: %s: %w", e.Path, err)
		}
		c.routes[e.Path] = &route{endpoint: &e, url: address.String(), request: &http.Request{
			Method: http.MethodPost, URL: address, Host: address.Host,
			Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		}}
	}
	return c, nil
}

// Call implements platform.Transport for the server's own typed calls.
func (c *Caller) Call(ctx context.Context, path string, body []byte) (platform.Reply, error) {
	answer, err := c.Do(ctx, path, body)
	if err != nil {
		return platform.Reply{}, err
	}
	return platform.Reply{Status: answer.Status, Body: answer.Body, AuthCodes: c.Presenter.Profile.AuthCodes}, nil
}

// freshTokens is the number of fresh tokens that a call presents after refusals. A
// refused token is never presented again.
const freshTokens = 3

// Do posts body to the endpoint at path and returns the platform's answer, also a
// refusal. The token is that of the shop named in body. Do tries again:
//
//   - with a fresh token, up to [freshTokens] times, when the platform called the
//     token expired or invalid: the platform refused before it acted. A fresh token
//     may be invalidated before its use, which is no error;
//   - once when no answer came, if the catalogue calls the endpoint repeatable. An
//     attempt that used up its time isn't repeated, because the platform is busy. A
//     change isn't repeated if ctx comes from [WithoutRetry];
//   - while the platform takes no more calls, if ctx comes from [ForPerson].
//
// The error is an *platform.UnreachableError, whose Sent tells whether any attempt
// may have reached the platform, or the error of [Tokens.Token]. A change whose
// repeated attempt is refused gives such an error too: the first may have made it.
func (c *Caller) Do(ctx context.Context, path string, body []byte) (answer *Answer, err error) {
	until, waits := ctx.Value(personKey{}).(time.Time)
	if !waits {
		return c.do(ctx, path, body)
	}
	waiting, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	_ = Patiently(waiting, func() error {
		if answer, err = c.do(ctx, path, body); err != nil {
			return err
		}
		return answer.Err()
	})
	return answer, err
}

// do is Do without the wait for a platform that takes no more calls.
func (c *Caller) do(ctx context.Context, path string, body []byte) (*Answer, error) {
	route, ok := c.routes[path]
	if !ok {
		return nil, fmt.Errorf("upstream: %s is not an endpoint to call", path)
	}
	shop, changes, asked := scanShop(body), route.endpoint.Changes(), c.Now()
	answer, sent, err := c.attempts(ctx, route, shop, body)
	if err == nil {
		refusal := answer.Err()
		if changes && !answer.refusesToken() {
			c.OnChange(path, shop, body, refusal)
		}
		if changes && sent && refusal != nil {
			answer.Release()
			err = &platform.UnreachableError{Path: path, Sent: true, Err: errors.New("no answer, then: " + refusal.Error())}
		}
	}
	failure := err
	if err == nil {
		failure = answer.Err()
	}
	var said *platform.Error
	if errors.As(failure, &said) && said.TooMany() && c.OnTooMany != nil {
		c.OnTooMany(ctx)
	}
	what, _ := OutcomeOf(failure)
	switch {
	case shop == 0:
	case what == Done:
		c.OnAnswer(path, shop, body, answer.Body, asked)
		if answer.Body, err = c.CompleteAnswer(path, shop, answer.Body, asked); err != nil {
			answer.Release()
			err = &platform.UnreachableError{Path: path, Sent: sent, Err: err}
		}
	case what == Unknown && changes:
		c.OnAnswer(path, shop, body, nil, asked)
	case what == Refused && !changes:
		c.OnRefusedRead(path, shop)
	}
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// attempts makes the attempts of a call and returns the last answer. sent tells
// whether an attempt without an answer may have reached the platform.
func (c *Caller) attempts(ctx context.Context, route *route, shop int64, body []byte) (answer *Answer, sent bool,
	err error) {
	path := route.endpoint.Path
	again := route.endpoint.Repeatable && (!route.endpoint.Changes() || ctx.Value(onceKey{}) == nil)
	token, err := c.token(ctx, path, shop)
	if err != nil {
		return nil, false, tokenError(path, false, err)
	}
	for fresh := 0; ; {
		answer, err := c.exchange(ctx, route, body, token)
		if err != nil {
			var unreachable *platform.UnreachableError
			if errors.As(err, &unreachable) {
				sent = sent || unreachable.Sent
				unreachable.Sent = sent
			}
			if !again || unreachable == nil || ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
				return nil, sent, err
			}
			again = false
			if token, err = c.token(ctx, path, shop); err != nil {
				return nil, sent, tokenError(path, sent, err)
			}
			continue
		}
		if fresh == freshTokens || token == "" || !answer.refusesToken() {
			return answer, sent, nil
		}
		c.Tokens.Refused(ctx, shop, token)
		next, err := c.Tokens.Token(ctx, shop)
		switch {
		case err != nil:
			answer.Release()
			return nil, sent, tokenError(path, sent, err)
		case next == token: // the platform gives no fresh token
			return answer, sent, nil
		}
		answer.Release()
		token, fresh = next, fresh+1
	}
}

// token gives the token for a call. The registration of a webhook URL has a signature and needs no token (interface
// 4.5): where there is none, the call is made without.
func (c *Caller) token(ctx context.Context, path string, shop int64) (string, error) {
	token, err := c.Tokens.Token(ctx, shop)
	if err != nil && path == platform.PathCallbackSet && !errors.Is(err, platform.ErrUnreachable) && !ctxEnded(err) {
		return "", nil
	}
	return token, err
}

// tokenError is the error of a call without a token. When an earlier attempt was
// sent, the error says that the outcome is unknown.
func tokenError(path string, sent bool, err error) error {
	if sent || ctxEnded(err) {
		return &platform.UnreachableError{Path: path, Sent: sent, Err: err}
	}
	return fmt.Errorf("upstream: %s: %w: %w", path, ErrToken, err)
}

// ErrToken is the error of a call for which there is no access token.
var ErrToken = errors.New("no access token")

type onceKey struct{}

// WithoutRetry gives a context in which Do doesn't repeat a change whose answer is lost:
// the caller first checks whether the change was made.
func WithoutRetry(ctx context.Context) context.Context {
	return context.WithValue(ctx, onceKey{}, true)
}

func ctxEnded(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
