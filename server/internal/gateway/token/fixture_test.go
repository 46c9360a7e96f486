package token_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	base   = "http://127.0.0.1/open/platform"
	secret = "s3cret-of-the-application"
)

// issuer is a token endpoint on a network of pipes, so that it works inside a
// synctest bubble.
type issuer struct {
	life   time.Duration
	answer func(n int, w http.ResponseWriter) bool // true: the function has answered

	mu    sync.Mutex
	asked []time.Time
	wrong []string // wrong requests
	valid map[string]time.Time
	conns chan net.Conn
	done  chan struct{}
	http  *http.Transport
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	i := &issuer{life: time.Hour, valid: map[string]time.Time{}, conns: make(chan net.Conn), done: make(chan struct{})}
	i.http = &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		select {
		case i.conns <- theirs:
			return ours, nil
		case <-i.done:
			return nil, errors.New("connection refused")
		}
	}}
	server := &http.Server{Handler: i, ReadHeaderTimeout: time.Minute}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(i)
	}()
	t.Cleanup(func() {
		i.http.CloseIdleConnections()
		_ = server.Close()
		<-served
	})
	return i
}

func (i *issuer) Accept() (net.Conn, error) {
	select {
	case c := <-i.conns:
		return c, nil
	case <-i.done:
		return nil, net.ErrClosed
	}
}

func (i *issuer) Close() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	select {
	case <-i.done:
	default:
		close(i.done)
	}
	return nil
}

func (i *issuer) Addr() net.Addr { return &net.TCPAddr{} }

func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request map[string]string
	err := json.NewDecoder(r.Body).Decode(&request)
	want := map[string]string{"client_id": "app", "client_secret": secret, "grant_type": "app_level_token"}
	i.mu.Lock()
	if err != nil || fmt.Sprint(request) != fmt.Sprint(want) {
		i.wrong = append(i.wrong, fmt.Sprint(request, err))
	}
	if r.URL.Path != "/open/platform"+platform.PathToken || r.Header.Get("Content-Type") != "application/json" ||
		r.Header.Get("Authorization") != "" {
		i.wrong = append(i.wrong, r.URL.Path+fmt.Sprint(r.Header))
	}
	i.asked = append(i.asked, time.Now())
	n := len(i.asked)
	access := fmt.Sprintf("access-token-%d", n)
	i.valid[access] = time.Now().Add(i.life)
	i.mu.Unlock()
	if i.answer != nil && i.answer(n, w) {
		return
	}
	fmt.Fprintf(w, `{"access_token":%q,"token_type":"bearer","expires_in":%d}`, access, int(i.life.Seconds()))
}

func (i *issuer) calls() []time.Time {
	i.mu.Lock()
	defer i.mu.Unlock()
	return append([]time.Time(nil), i.asked...)
}

func (i *issuer) check(t *testing.T) {
	t.Helper()
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.wrong) > 0 {
		t.Errorf("wrong requests: %v", i.wrong)
	}
}

// left gives the time for which the platform still accepts the token.
func (i *issuer) left(access string) time.Duration {
	i.mu.Lock()
	defer i.mu.Unlock()
	return time.Until(i.valid[access])
}

type others = store.Connections

// memory is a store of one connection. A test can make memory fail.
type memory struct {
	others // no other method is called

	mu     sync.Mutex
	c      store.Connection
	reads  error
	writes error
	saves  int
	before func() // runs ahead of a save
}

func (m *memory) Connection(context.Context, string) (store.Connection, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.reads != nil {
		return store.Connection{}, m.reads
	}
	if m.c.Version == 0 {
		return store.Connection{}, store.ErrNotFound
	}
	return m.c, nil
}

func (m *memory) Connections(ctx context.Context) ([]store.Connection, error) {
	c, err := m.Connection(ctx, "app")
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return []store.Connection{c}, err
}

func (m *memory) ConnectionShops(context.Context) (map[int64]string, error) { return nil, nil }

func (m *memory) SaveConnection(_ context.Context, c store.Connection) error {
	if m.before != nil {
		m.before()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.writes != nil:
		return m.writes
	case c.Version != m.c.Version:
		return store.ErrConflict
	}
	c.Version++
	m.c = c
	m.saves++
	return nil
}

func (m *memory) fail(reads, writes error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reads, m.writes = reads, writes
}

func (m *memory) stored() store.Connection {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.c
}

// boxes is a sealer that binds a text to its place and hides the text.
type boxes struct{ key string }

func (b boxes) Seal(plain []byte, place string) (string, error) {
	return base64.StdEncoding.EncodeToString([]byte(b.key + "|" + place + "|" + string(plain))), nil
}

func (b boxes) Open(sealed, place string) ([]byte, error) {
	text, err := base64.StdEncoding.DecodeString(sealed)
	plain, ok := strings.CutPrefix(string(text), b.key+"|"+place+"|")
	if err != nil || !ok {
		return nil, errors.New("doesn't open")
	}
	return []byte(plain), nil
}

// logs collects the log.
type logs struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func newKeeper(t *testing.T, i *issuer, m *memory, log *logs) *token.Vault {
	t.Helper()
	k, err := token.New(token.Options{
		BaseURL: base + "/", ClientID: "app", ClientSecret: secret, App: true, Store: m, Sealer: boxes{"key"},
		Transport: i.http, Jitter: func() float64 { return 0.5 },
		Base: background.Base{Logger: slog.New(slog.NewTextHandler(log, nil))},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { noSecrets(t, log.String()) })
	return k
}

func noSecrets(t *testing.T, text string) {
	t.Helper()
	for _, s := range []string{secret, "access-token-", "deadbeef"} {
		if strings.Contains(text, s) {
			t.Errorf("%q is in the text:\n%s", s, text)
		}
	}
}

func get(t *testing.T, k *token.Vault) string {
	t.Helper()
	access, err := k.Token(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return access
}
