package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What was made once is taken from its file, which any use keeps from being trimmed. Files that aren't the cache's
// stay.
func TestCacheKeepsWhatIsUsed(t *testing.T) {
	t.Parallel()
	c := cache{filepath.Join(t.TempDir(), "cache")}
	made := 0
	remember := func(name string) {
		t.Helper()
		body, err := c.remember(name, func() ([]byte, error) { made++; return []byte("made of " + name), nil })
		if err != nil || string(body) != "made of "+name {
			t.Errorf("%s: got %q, %v", name, body, err)
		}
	}
	if err := c.trim(time.Now()); err != nil {
		t.Errorf("without a folder: %v", err)
	}
	used, unused := strings.Repeat("ab", 32)+".wasm", strings.Repeat("cd", 32)+".br5"
	remember(used)
	remember(unused)
	remember("another's.txt")
	long := time.Now().Add(-keepUnused)
	for _, name := range []string{used, unused, "another's.txt"} {
		if err := os.Chtimes(filepath.Join(c.folder, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	remember(used)
	if made != 3 {
		t.Errorf("made %d times", made)
	}
	if err := c.trim(time.Now()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{used, "another's.txt"}, names(t, c.folder)); diff != "" {
		t.Error(diff)
	}
}
