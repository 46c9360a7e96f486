package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// Errors that callers branch on, besides [StatusError].
var (
	ErrPrivate  = errors.New("fetch: not a host on the public internet")
	ErrTooLarge = errors.New("fetch: too large")
	ErrNoAnswer = errors.New("fetch: no answer")
)

// StatusError is an answer of another status than 200.
type StatusError int

// Error gives the status.
func (s StatusError) Error() string { return fmt.Sprintf("fetch: status %d", int(s)) }

const (
	maxRedirects = 3
	dialTimeout  = 5 * time.Second
	idleFor      = 90 * time.Second // idle time of a kept connection
)

// Timeout bounds a fetch with all its redirects.
const Timeout = 10 * time.Second

// Options set up a [Fetcher]. The zero value is ready.
type Options struct {
	// Loopback allows this machine's own addresses, at any port, for a
	// demonstration with a sandbox on the machine.
	Loopback bool
	// Resolver finds the addresses of names. Default: the system's.
	Resolver *net.Resolver
	// Timeout bounds a fetch. Default: [Timeout].
	Timeout time.Duration
	// Keep holds connections open for the next call to the same host.
	Keep bool
}

// Fetcher fetches from and posts to public hosts.
type Fetcher struct {
	loopback bool
	timeout  time.Duration
	client   *http.Client
}

// CloseIdleConnections closes the connections that Options.Keep holds open.
func (f *Fetcher) CloseIdleConnections() { f.client.CloseIdleConnections() }

// New makes a fetcher. The fetcher keeps no cookie, keeps connections only with
// Options.Keep, and reads no proxy variable.
func New(o Options) *Fetcher {
	f := &Fetcher{loopback: o.Loopback, timeout: o.Timeout}
	if f.timeout <= 0 {
		f.timeout = Timeout
	}
	dialer := &net.Dialer{Timeout: dialTimeout, Resolver: o.Resolver, Control: f.judge}
	f.client = &http.Client{
		CheckRedirect: redirect,
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    dialTimeout,
			MaxResponseHeaderBytes: 64 << 10,
			DisableKeepAlives:      !o.Keep,
			MaxIdleConnsPerHost:    4,
			IdleConnTimeout:        idleFor,
			DisableCompression:     true, // a compressed answer could unpack without end
		},
	}
	return f
}

// Get reads the content of an http or https address. Content of limit bytes or more
// is ErrTooLarge.
func (f *Fetcher) Get(ctx context.Context, address string, limit int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil || !fetchable(request.URL) {
		return nil, ErrPrivate
	}
	request.Header.Set("User-Agent", "Shopdesk")
	request.Header.Set("Accept", "image/jpeg, image/png, image/webp")
	response, err := f.client.Do(request)
	if err != nil {
		return nil, failed(err)
	}
	defer func() { _ = response.Body.Close() }()
	switch {
	case response.StatusCode != http.StatusOK:
		return nil, StatusError(response.StatusCode)
	case response.ContentLength >= limit:
		return nil, ErrTooLarge
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, limit))
	switch {
	case err != nil:
		return nil, failed(err)
	case int64(len(body)) >= limit:
		return nil, ErrTooLarge
	}
	return body, nil
}

func failed(err error) error {
	if errors.Is(err, ErrPrivate) {
		return ErrPrivate
	}
	return fmt.Errorf("%w: %w", ErrNoAnswer, err)
}

func fetchable(u *url.URL) bool {
	return (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil
}

// redirect follows up to maxRedirects redirects, and none from https to http.
func redirect(request *http.Request, via []*http.Request) error {
	request.Header.Del("Referer")
	switch {
	case len(via) > maxRedirects:
		return errors.New("too many redirects")
	case !fetchable(request.URL), request.URL.Scheme == "http" && via[len(via)-1].URL.Scheme == "https":
		return ErrPrivate
	}
	return nil
}

// public knows the ranges without public hosts (IANA's registries of special purposes,
// and multicast) and permits the ports 80 and 443.
var public = ssrf.New()

// judge checks the address that is about to be dialled. An IPv4 address mapped into
// IPv6 is checked as an IPv4 address; translated addresses (64:ff9b::/96 and similar)
// are refused.
func (f *Fetcher) judge(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	to = netip.AddrPortFrom(to.Addr().Unmap(), to.Port())
	switch {
	case err != nil:
		return ErrPrivate
	case f.loopback && to.Addr().IsLoopback():
		return nil
	case public.SafeAddrPort(to) != nil:
		return ErrPrivate
	}
	return nil
}

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
