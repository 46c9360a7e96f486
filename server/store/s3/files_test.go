package s3_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/server/store/s3"
)

// A file of several parts is read back as it was, is never replaced, and is listed under the prefix alone.
func TestFilesKeepWhatWasPut(t *testing.T) {
	t.Parallel()
	keepFiles(t, options(service(t, "photos")))
}

// keepFiles puts, lists, reads and deletes files in an empty bucket.
func keepFiles(t *testing.T, o s3.Options) {
	t.Helper()
	files, err := s3.OpenFiles(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	o.Prefix = "elsewhere/"
	others, err := s3.OpenFiles(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	body := make([]byte, 20<<20)
	_, _ = rand.Read(body)
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(files.Put(t.Context(), "a", path), files.Put(t.Context(), "b", path),
		others.Put(t.Context(), "c", path)); err != nil {
		t.Fatal(err)
	}
	if err := files.Put(t.Context(), "a", path); err == nil {
		t.Error("a file was replaced")
	}
	from, err := files.Open(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	found, err := io.ReadAll(from)
	if err := errors.Join(err, from.Close()); err != nil || !bytes.Equal(found, body) {
		t.Errorf("read back: %d bytes, %v", len(found), err)
	}
	if err := files.Delete(t.Context(), "b"); err != nil {
		t.Fatal(err)
	}
	if _, err := files.Open(t.Context(), "b"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a deleted file: %v", err)
	}
	names, err := files.Names(t.Context())
	if diff := cmp.Diff([]string{"a"}, names); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// Bug: the object kept its name, and a restore took it for the newest backup.
func TestObjectOfAnotherSizeIsDeleted(t *testing.T) {
	t.Parallel()
	real := service(t, "photos")
	framing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		real.Config.Handler.ServeHTTP(answer, r)
		maps.Copy(w.Header(), answer.Header())
		if r.Method == http.MethodHead && answer.Code == http.StatusOK && strings.HasSuffix(r.URL.Path, "/a") {
			w.Header().Set("Content-Length", "99")
		}
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	}))
	t.Cleanup(framing.Close)
	files, err := s3.OpenFiles(t.Context(), options(framing))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("backup"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := files.Put(t.Context(), "a", path); err == nil || !strings.Contains(err.Error(), "99 bytes") {
		t.Errorf("put: %v", err)
	}
	if names, err := files.Names(t.Context()); len(names) > 0 || err != nil {
		t.Errorf("there is %q, %v", names, err)
	}
}
