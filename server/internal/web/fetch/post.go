package fetch

import (
	"context"
	"io"
	"net/http"
	"net/netip"
)

// maxAnswer bounds the bytes read of an answer to a post.
const maxAnswer = 4 << 10

// Post sends a POST to an https address, in a demonstration also to an http address
// of this machine. Post returns an answer of any status, follows no redirect, and
// drops the answer's body.
func (f *Fetcher) Post(request *http.Request) (*http.Response, error) {
	if request.Method != http.MethodPost || !f.postable(request) {
		return nil, ErrPrivate
	}
	ctx, cancel := context.WithTimeout(request.Context(), f.timeout)
	defer cancel()
	request = request.WithContext(ctx)
	request.Header.Set("User-Agent", "Shopdesk")
	client := &http.Client{Transport: f.client.Transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	response, err := client.Do(request) //nolint:gosec // the dialler judges where it leads
	if err != nil {
		return nil, failed(err)
	}
	defer func() { _ = response.Body.Close() }()
	// a body that was read lets the connection be kept
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxAnswer))
	response.Body = http.NoBody
	return response, nil
}

func (f *Fetcher) postable(request *http.Request) bool {
	u := request.URL
	if u.Scheme == "https" {
		return fetchable(u)
	}
	to, err := netip.ParseAddr(u.Hostname())
	return f.loopback && err == nil && to.IsLoopback() && fetchable(u)
}
