package backend

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Backend makes the calls of one page of the browser. Its methods block: call
// them away from the UI goroutine.
type Backend struct {
	mount   routes.Mount
	fetcher Fetcher

	// SignedOut, when set, is told of every answer that says the session is
	// gone. It runs on the caller's goroutine.
	SignedOut func()

	renewals *renewals
	operator *atomic.Int64
}

// For names the operator for whom the calls are made from now on (see [api.HeaderOperator]), 0 for nobody.
func (b *Backend) For(operatorID int64) { b.operator.Store(operatorID) }

// New makes a Backend for the server mounted at mount.
func New(mount routes.Mount, fetcher Fetcher) (*Backend, error) {
	if fetcher == nil {
		return nil, errors.New("backend: no fetcher")
	}
	return &Backend{mount: mount, fetcher: fetcher, renewals: &renewals{}, operator: new(atomic.Int64)}, nil
}

// Platform is the client for reads and for changes that replace nothing. An answer
// of 400 or above is an *[api.Error].
func (b *Backend) Platform() *platform.Client { return b.PlatformFrom("") }

// PlatformFrom is the client for changes that replace a whole record: base is
// the digest of the record the edit started from ([Record.Digest]). When the
// platform's record has become another, the call fails with [api.CodeChanged]
// and the error's Current holds the present record.
func (b *Backend) PlatformFrom(base string) *platform.Client {
	return &platform.Client{Transport: proxy{b, base}}
}

// proxy is the server's, which passes calls on to the platform.
type proxy struct {
	backend *Backend
	base    string
}

var _ platform.Transport = proxy{}

// Call implements [platform.Transport].
func (p proxy) Call(ctx context.Context, path string, body []byte) (platform.Reply, error) {
	header := map[string]string{}
	if p.base != "" {
		header[api.HeaderBase] = p.base
	}
	response, err := p.backend.exchange(ctx, "POST", api.PlatformPrefix+path, header, body)
	if err != nil {
		return platform.Reply{}, err
	}
	return platform.Reply{Status: response.Status, Body: response.Body}, nil
}

// ask sends request, if there is one, to path of our own API and reads the answer.
func (b *Backend) ask(ctx context.Context, method, path string, request, answer any) error {
	var body []byte
	if request != nil {
		var err error
		if body, err = json.Marshal(request); err != nil {
			return fmt.Errorf("backend: encode %s: %w", path, err)
		}
	}
	response, err := b.exchange(ctx, method, path, map[string]string{}, body)
	if err != nil {
		return err
	}
	return decode(path, response, answer)
}

// notModified answers a call that named what it has.
const notModified = 304

// exchange sends one request and turns every failure into one of the two kinds
// that the package promises.
func (b *Backend) exchange(ctx context.Context, method, path string, header map[string]string,
	body []byte) (Response, error) {
	header["Accept"] = "application/json"
	if id := b.operator.Load(); id != 0 && path != api.PathSession {
		header[api.HeaderOperator] = strconv.FormatInt(id, 10)
	}
	if method != "GET" {
		header[api.HeaderConsole] = "1"
		if header["Content-Type"] == "" {
			header["Content-Type"] = "application/json"
		}
	}
	request := Request{Method: method, URL: string(b.mount) + path, Header: header, Body: body}
	under := b.renewals.across
	if path == api.PathStepUp && body != nil {
		under = b.renewals.by
	}
	response, err := under(func() (Response, error) { return b.send(ctx, path, request) })
	if signedOut(err) && b.SignedOut != nil {
		b.SignedOut()
	}
	return response, err
}

func (b *Backend) send(ctx context.Context, path string, request Request) (Response, error) {
	response, err := b.fetcher.Fetch(ctx, request)
	if err != nil {
		return Response{}, &platform.UnreachableError{Path: path, Sent: !errors.Is(err, ErrOffline), Err: err}
	}
	if response.Status >= 200 && response.Status <= 299 || response.Status == notModified {
		return response, nil
	}
	return Response{}, failureOf(response)
}

func signedOut(err error) bool { return api.CodeOf(err) == api.CodeSignedOut }

// failureOf reads the one error body. Whatever else stands in its place, such
// as a page of a server in front of ours, is told by its status alone.
func failureOf(response Response) *api.Error {
	failure := &api.Error{}
	if err := json.Unmarshal(response.Body, failure); err != nil || failure.Code == "" {
		failure = &api.Error{Code: api.CodeInternal}
		switch response.Status {
		case 413:
			failure.Code = api.CodeTooLarge
		case 502, 503, 504:
			failure = &api.Error{Code: api.CodeUnavailable, Unknown: true}
		}
	}
	failure.Status = response.Status
	return failure
}

func decode(path string, response Response, answer any) error {
	if err := json.Unmarshal(response.Body, answer); err != nil {
		return fmt.Errorf("backend: answer of %s: %w", path, err)
	}
	return nil
}
