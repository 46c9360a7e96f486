package neighbour

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// versity is the program, at the version of the Makefile.
const versity = "versitygw-v1.8.0"

// Versity is a versitygw: an S3 service that keeps objects as files of a folder. It listens on a socket, behind an
// address that can hang.
type Versity struct {
	URL       string
	AccessKey string
	SecretKey string
	Folder    string // has a folder for each bucket

	t    testing.TB
	mu   sync.Mutex
	hung *hang // nil: requests pass
}

// hang is a time in which the service answers nothing.
type hang struct {
	met   chan struct{} // has one of the requests that wait
	ended chan struct{} // closed
}

// StartVersity starts a gateway until the test ends.
func StartVersity(t testing.TB) *Versity {
	t.Helper()
	dir, err := os.MkdirTemp("", "versity") // short: a socket's path is bounded
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	v := &Versity{t: t, AccessKey: "access", SecretKey: "a secret of the gateway", Folder: filepath.Join(dir, "objects")}
	socket, facts := filepath.Join(dir, "s"), filepath.Join(dir, "facts")
	for _, folder := range []string{v.Folder, facts} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}
	Run(t, func(string) bool {
		conn, err := dial(t.Context(), "", "")
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	}, tool(t, versity), "--access", v.AccessKey, "--secret", v.SecretKey, "--port", socket,
		"posix", "--sidecar", facts, v.Folder)
	transport := &http.Transport{DialContext: dial, DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	pass := &httputil.ReverseProxy{Transport: transport, Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host = "http", r.In.Host
		r.Out.Host = r.In.Host // is signed
	}}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v.wait(r.Context())
		pass.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	v.URL = front.URL
	return v
}

// Bucket makes a bucket.
func (v *Versity) Bucket(name string) {
	v.t.Helper()
	client, err := minio.New(strings.TrimPrefix(v.URL, "http://"), &minio.Options{
		Creds: credentials.NewStaticV4(v.AccessKey, v.SecretKey, ""), Region: "us-east-1"})
	if err == nil {
		err = client.MakeBucket(v.t.Context(), name, minio.MakeBucketOptions{})
	}
	if err != nil {
		v.t.Fatal(err)
	}
}

// Hang has the service answer nothing until the end is called.
func (v *Versity) Hang() (end func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	h := &hang{met: make(chan struct{}, 1), ended: make(chan struct{})}
	v.hung = h
	return func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.hung == h {
			v.hung = nil
			close(h.ended)
		}
	}
}

// Waited returns when a request waits for the service, which hangs.
func (v *Versity) Waited() {
	v.mu.Lock()
	h := v.hung
	v.mu.Unlock()
	<-h.met
}

// wait returns when requests pass, or when the request has ended.
func (v *Versity) wait(ctx context.Context) {
	v.mu.Lock()
	h := v.hung
	v.mu.Unlock()
	if h == nil {
		return
	}
	select {
	case h.met <- struct{}{}:
	default:
	}
	select {
	case <-h.ended:
	case <-ctx.Done():
	}
}
