package s3_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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
