package sealed_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/server/store/sealed"
)

func keysFile(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // undo the effect of the umask
		t.Fatal(err)
	}
	return path
}

func TestLoadReadsPrivateFiles(t *testing.T) {
	t.Parallel()
	for _, mode := range []os.FileMode{0o600, 0o400} {
		r, err := sealed.Load(keysFile(t, lineA+"\n", mode))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Open(sealedText(t, ring(t, lineA), "x"), at); err != nil {
			t.Error(err)
		}
	}
}

func TestLoadRefusesOpenOrBrokenFiles(t *testing.T) {
	t.Parallel()
	secret := strings.TrimPrefix(lineA, "a:")
	for _, tt := range []struct {
		name string
		path string
		want string
	}{
		{"readable by the group", keysFile(t, lineA, 0o640), "mode 0640): chmod 600"},
		{"readable by all", keysFile(t, lineA, 0o604), "mode 0604): chmod 600"},
		{"writable by the group", keysFile(t, lineA, 0o620), "mode 0620): chmod 600"},
		{"a folder", t.TempDir(), "isn't a regular file"},
		{"too large", keysFile(t, lineA+strings.Repeat("\n", 1<<16), 0o600), "too large"},
		{"a bad line", keysFile(t, "a."+secret, 0o600), "line 1: want <key id>"},
		{"an unfinished key", keysFile(t, lineA[:len(lineA)-4], 0o600), "line 1: the key has 30 bytes, want 32"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := sealed.Load(tt.path)
			if err == nil {
				t.Fatal("loaded")
			}
			if !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), tt.path) {
				t.Errorf("got %q, want %q and the path in it", err, tt.want)
			}
			if strings.Contains(err.Error(), "QUFB") {
				t.Errorf("the error has the key in it: %v", err)
			}
		})
	}
	if _, err := sealed.Load(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestConcurrentCreatesMakeOneFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new", "keys")
	var (
		group sync.WaitGroup
		errs  [8]error
	)
	for i := range errs {
		group.Go(func() {
			if errs[i] = sealed.Create(path); errs[i] == nil || errors.Is(errs[i], fs.ErrExist) {
				if _, err := sealed.Load(path); err != nil {
					t.Errorf("half a file: %v", err)
				}
			}
		})
	}
	group.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
		} else if !errors.Is(err, fs.ErrExist) {
			t.Error(err)
		}
	}
	if made != 1 {
		t.Errorf("%d made the file", made)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
