package fetch_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
)

func post(t *testing.T, f *fetch.Fetcher, method, address string) (*http.Response, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	return f.Post(request)
}

func TestPostReturnsStatusAndFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	server, asked := inside(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || string(body) != "hello" {
			t.Errorf("%s %q", r.Method, body)
		}
		switch r.URL.Path {
		case "/gone":
			w.WriteHeader(http.StatusGone)
		case "/redirect":
			http.Redirect(w, r, "/gone", http.StatusTemporaryRedirect)
		default:
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = io.WriteString(w, strings.Repeat("x", 1<<20))
		}
	})
	f := fetch.New(fetch.Options{Loopback: true, Keep: true})
	for path, want := range map[string]int{"/gone": 410, "/redirect": 307, "/busy": 429} {
		response, err := post(t, f, http.MethodPost, server.URL+path)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil || response.StatusCode != want {
			t.Errorf("%s: %d, %v", path, response.StatusCode, err)
		}
	}
	if n := asked.Load(); n != 3 {
		t.Errorf("asked %d times: a redirect was followed", n)
	}
}

// Post reaches no inside address, and sends nothing unencrypted, whatever address a
// browser names.
func TestPostToPrivateOrPlainAddressesIsRefused(t *testing.T) {
	t.Parallel()
	server, asked := inside(t, hello)
	for address, f := range map[string]*fetch.Fetcher{
		server.URL: fetch.New(fetch.Options{}), "https://127.0.0.1/": fetch.New(fetch.Options{}),
		"https://169.254.169.254/latest": fetch.New(fetch.Options{Loopback: true}),
		"https://8.8.8.8:8443/":          fetch.New(fetch.Options{}),
		"http://8.8.8.8/":                fetch.New(fetch.Options{Loopback: true}),
		"https://u:p@8.8.8.8/":           fetch.New(fetch.Options{}),
		"ftp://127.0.0.1/":               fetch.New(fetch.Options{Loopback: true}),
	} {
		response, err := post(t, f, http.MethodPost, address)
		if !errors.Is(err, fetch.ErrPrivate) {
			t.Errorf("%s: %v", address, err)
		}
		if response != nil {
			_ = response.Body.Close()
		}
	}
	if response, err := post(t, fetch.New(fetch.Options{Loopback: true}), http.MethodGet, server.URL); !errors.Is(err,
		fetch.ErrPrivate) {
		t.Errorf("a GET was sent: %v", err)
		if response != nil {
			_ = response.Body.Close()
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("the inside was asked %d times", n)
	}

	names, _ := resolver(t, [4]byte{127, 0, 0, 1})
	response, err := post(t, fetch.New(fetch.Options{Resolver: names}), http.MethodPost, "https://push.example./")
	if !errors.Is(err, fetch.ErrPrivate) {
		t.Errorf("a name that leads inside: %v", err)
		if response != nil {
			_ = response.Body.Close()
		}
	}
}
