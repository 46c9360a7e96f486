package wholefile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/shopdesk/shopdesk/internal/wholefile"
)

func TestReplaceLeavesOneFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "state")
	for _, body := range []string{"old", "new"} {
		if err := wholefile.Replace(path, []byte(body), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if err := wholefile.Sync(path); err != nil {
		t.Error(err)
	}
	body, err := os.ReadFile(path)
	info, _ := os.Stat(path)
	if err != nil || string(body) != "new" || info.Mode() != 0o640 {
		t.Errorf("%q %v, %v", body, info.Mode(), err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("%v %v", left, err)
	}
}

// A file that can't be put in its place leaves nothing beside it.
func TestFailedReplaceLeavesNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "state"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Replace(filepath.Join(folder, "state"), []byte("new"), 0o600); err == nil {
		t.Error("a file is where a folder was")
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("%v %v", left, err)
	}
}
