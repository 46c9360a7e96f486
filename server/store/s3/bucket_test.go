package s3_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/storetest"
	"github.com/shopdesk/shopdesk/server/store/s3"
)

// service starts a server that speaks S3, with a bucket of that name.
func service(t *testing.T, name string) *httptest.Server {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket(name); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return server
}

func options(server *httptest.Server) s3.Options {
	return s3.Options{Endpoint: server.URL, Bucket: "photos", Region: "us-east-1", Prefix: "desk/", AccessKey: "KEY",
		SecretKey: "SEKRET"}
}

func TestBucketPassesTheBlobSuite(t *testing.T) {
	t.Parallel()
	storetest.RunBlobs(t, func(t *testing.T) store.Blobs {
		b, err := s3.Open(t.Context(), options(service(t, "photos")))
		if err != nil {
			t.Fatal(err)
		}
		return b
	})
}

func TestOpenRefusesWrongOptions(t *testing.T) {
	t.Parallel()
	server := service(t, "other")
	for name, change := range map[string]func(*s3.Options){
		"no bucket there": func(*s3.Options) {},
		"no bucket":       func(o *s3.Options) { o.Bucket = "" },
		"a wrong bucket":  func(o *s3.Options) { o.Bucket = "my photos" },
		"no key":          func(o *s3.Options) { o.AccessKey = "" },
		"no secret":       func(o *s3.Options) { o.SecretKey = "" },
		"no scheme":       func(o *s3.Options) { o.Endpoint = "s3.example.com" },
		"a path":          func(o *s3.Options) { o.Endpoint += "/photos" },
		"a password":      func(o *s3.Options) { o.Endpoint = "https://a:b@s3.example.com" },
	} {
		o := options(server)
		change(&o)
		if _, err := s3.Open(t.Context(), o); err == nil || strings.Contains(err.Error(), "SEKRET") ||
			errors.Is(err, s3.ErrNoAnswer) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Some services store the framing of a body that is signed in chunks. The bug: the bytes were served as a photo, with
// 200.
func TestChangedBytesAreNotServed(t *testing.T) {
	t.Parallel()
	real := service(t, "photos")
	var framed atomic.Bool
	framing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if r.Method == http.MethodGet && framed.Load() && strings.Contains(r.URL.Path, "photos/desk") {
			answer := httptest.NewRecorder()
			real.Config.Handler.ServeHTTP(answer, r)
			more := "a;chunk-signature=1\r\n" + answer.Body.String()
			maps.Copy(w.Header(), answer.Header())
			w.Header().Set("Content-Length", strconv.Itoa(len(more)))
			w.WriteHeader(answer.Code)
			_, _ = io.WriteString(w, more)
			return
		}
		real.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(framing.Close)
	b, err := s3.Open(t.Context(), options(framing))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.PutBlob(t.Context(), "a", "image/png", []byte("photo")); err != nil {
		t.Fatal(err)
	}
	framed.Store(true)
	if body, err := b.Blob(t.Context(), "a"); err == nil || !strings.Contains(err.Error(), "5 were put") {
		t.Errorf("served %q: %v", body, err)
	}
	if _, err := s3.Open(t.Context(), options(framing)); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("opened: %v", err)
	}
}

func TestServiceThatIsDownGivesNoAnswer(t *testing.T) {
	t.Parallel()
	server := service(t, "photos")
	server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // without this the client would retry for a long time
	if _, err := s3.Open(ctx, options(server)); !errors.Is(err, s3.ErrNoAnswer) {
		t.Errorf("opened: %v", err)
	}
	b, err := s3.New(options(server))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Blob(ctx, "a"); !errors.Is(err, s3.ErrNoAnswer) {
		t.Errorf("got: %v", err)
	}
}

func TestCallsFailWhileTheServiceIsDown(t *testing.T) {
	t.Parallel()
	server := service(t, "photos")
	b, err := s3.Open(t.Context(), options(server))
	if err != nil {
		t.Fatal(err)
	}
	server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // without this the client would retry for a long time
	if err := b.PutBlob(ctx, "a", "image/png", []byte("a")); err == nil {
		t.Error("put")
	}
	if _, err := b.Blob(ctx, "a"); err == nil {
		t.Error("got")
	}
}
