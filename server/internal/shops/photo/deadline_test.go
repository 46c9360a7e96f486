package photo_test

import (
	"bytes"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
)

// A connection that brought a photo serves later requests, also in a host's server without a WriteTimeout. The deadline
// for the photo's answer stayed with the connection: the browser's calls on it failed some minutes later.
func TestUploadLeavesNoDeadline(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	web := httptest.NewUnstartedServer(f.console.Config.Handler)
	watched := &watchedListener{Listener: web.Listener}
	web.Listener = watched
	web.Start()
	t.Cleanup(web.Close)
	request := servertest.Must(http.NewRequestWithContext(t.Context(), http.MethodPost,
		web.URL+mount+api.PathPhotos+"?shop=100001", bytes.NewReader(pngOf(t, 901, 901))))(t)
	request.Header.Set("Content-Type", "image/png")
	request.AddCookie(f.desk.Cookie(t, api.RoleManager))
	if r := f.do(request); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	watched.mu.Lock()
	defer watched.mu.Unlock()
	if !watched.until.IsZero() {
		t.Errorf("writes end in %v", time.Until(watched.until))
	}
}

// watchedListener remembers the last deadline for writes of its connections.
type watchedListener struct {
	net.Listener

	mu    sync.Mutex
	until time.Time
}

func (l *watchedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return watchedConn{conn, l}, err
}

type watchedConn struct {
	net.Conn

	of *watchedListener
}

func (c watchedConn) SetWriteDeadline(t time.Time) error {
	c.of.mu.Lock()
	c.of.until = t
	c.of.mu.Unlock()
	return c.Conn.SetWriteDeadline(t)
}
