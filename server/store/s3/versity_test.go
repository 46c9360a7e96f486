//go:build neighbours

package s3_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/neighbour"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/storetest"
	"github.com/shopdesk/shopdesk/server/store/s3"
)

// versity describes a new bucket of a gateway.
func versity(v *neighbour.Versity, bucket string) s3.Options {
	v.Bucket(bucket)
	return s3.Options{Endpoint: v.URL, Bucket: bucket, Region: "us-east-1", Prefix: "desk/", AccessKey: v.AccessKey,
		SecretKey: v.SecretKey}
}

func TestVersityBucketPassesTheBlobSuite(t *testing.T) {
	t.Parallel()
	v := neighbour.StartVersity(t)
	var n atomic.Int64
	storetest.RunBlobs(t, func(t *testing.T) store.Blobs {
		b, err := s3.Open(t.Context(), versity(v, fmt.Sprint("photos-", n.Add(1))))
		if err != nil {
			t.Fatal(err)
		}
		return b
	})
}

func TestVersityFilesKeepWhatWasPut(t *testing.T) {
	t.Parallel()
	keepFiles(t, versity(neighbour.StartVersity(t), "backups"))
}

// Wrong keys and a bucket that isn't there are found at the start, and the probe leaves no object.
func TestVersityIsProbedAtTheStart(t *testing.T) {
	t.Parallel()
	v := neighbour.StartVersity(t)
	good := versity(v, "photos")
	for name, change := range map[string]func(*s3.Options){
		"another key":    func(o *s3.Options) { o.AccessKey = "another" },
		"another secret": func(o *s3.Options) { o.SecretKey = "another" },
		"another bucket": func(o *s3.Options) { o.Bucket = "another" },
	} {
		o := good
		change(&o)
		if _, err := s3.Open(t.Context(), o); err == nil || strings.Contains(err.Error(), o.SecretKey) &&
			o.SecretKey == v.SecretKey {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s3.Open(t.Context(), good); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(v.Folder, "photos", "desk", "*")); err != nil || len(left) > 0 {
		t.Errorf("left: %q, %v", left, err)
	}
}

// The framing of a body that is signed in chunks, stored as if it were the body, isn't served as a picture. The gateway
// itself takes the framing off: the test writes it into the stored file.
func TestVersityObjectWithFramingIsNotServed(t *testing.T) {
	t.Parallel()
	v := neighbour.StartVersity(t)
	b, err := s3.Open(t.Context(), versity(v, "photos"))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.PutBlob(t.Context(), "a.png", "image/png", []byte("photo")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(v.Folder, "photos", "desk", "a.png")
	if stored, err := os.ReadFile(file); err != nil || string(stored) != "photo" {
		t.Fatalf("stored as %q, %v", stored, err)
	}
	signature := ";chunk-signature=" + strings.Repeat("a", 64) + "\r\n"
	framed := "5" + signature + "photo\r\n0" + signature + "\r\n"
	if err := os.WriteFile(file, []byte(framed), 0o600); err != nil {
		t.Fatal(err)
	}
	if body, err := b.Blob(t.Context(), "a.png"); err == nil || !strings.Contains(err.Error(), "5 were put") {
		t.Errorf("served %q, %v", body, err)
	}
}

// A service that doesn't answer keeps nobody longer than their own patience.
func TestVersityThatHangsIsLeft(t *testing.T) {
	t.Parallel()
	v := neighbour.StartVersity(t)
	o := versity(v, "photos")
	b, err := s3.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	end := v.Hang()
	defer end()
	for name, call := range map[string]func(ctx context.Context) error{
		"open":   func(ctx context.Context) error { _, err := s3.Open(ctx, o); return err },
		"put":    func(ctx context.Context) error { return b.PutBlob(ctx, "a", "image/png", []byte("a")) },
		"get":    func(ctx context.Context) error { _, err := b.Blob(ctx, "a"); return err },
		"delete": func(ctx context.Context) error { return b.DeleteBlob(ctx, "a") },
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		if err := call(ctx); err == nil {
			t.Errorf("%s: no error", name)
		}
		cancel()
	}
	end()
	if err := b.PutBlob(t.Context(), "a", "image/png", []byte("a")); err != nil {
		t.Errorf("after it: %v", err)
	}
}
