package backup

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// A backup of a few megabytes wrote ten lines within ten milliseconds, each hour.
func TestProgressOfSmallStepsIsTheirEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		all  int64
		want []string
	}{
		{"nothing", 0, []string{"packed: 100 %"}},
		{"a few megabytes", 4 << 20, []string{"packed: 100 %"}},
		{"a gigabyte", 1 << 30, []string{"packed: 10 %", "packed: 50 %", "packed: 100 %"}},
	} {
		var said []string
		say := tenths(func(text string) { said = append(said, text) })
		for _, part := range []int64{1, 10, 15, 50, 55, 100, 100} {
			say("packed", tt.all*part/100, tt.all)
		}
		if diff := cmp.Diff(tt.want, said); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// The bug: where a bucket's connection broke, or a disk couldn't be read, a restore called the backup damaged.
func TestBackupThatCannotBeReadIsNotDamaged(t *testing.T) {
	t.Parallel()
	folder, m := t.TempDir(), Manifest{Format: format, Engine: SQLite}
	for _, name := range []string{mainFile, blobsFile} {
		text := make([]byte, 4<<20) // more than what is read ahead
		_, _ = rand.Read(text)
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := measure(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		m.Files = append(m.Files, file)
	}
	none := func(string, int64, int64) {}
	var packed bytes.Buffer
	if err := seal(t.Context(), &packed, m, folder, nil, none); err != nil {
		t.Fatal(err)
	}
	reset := errors.New("connection reset")
	for _, arrived := range []int{0, packed.Len() / 4, packed.Len() - 1} {
		from := io.MultiReader(bytes.NewReader(packed.Bytes()[:arrived]), iotest.ErrReader(reset))
		a, err := Read(io.NopCloser(from), nil)
		if err == nil {
			err = a.extract(t.Context(), t.TempDir(), none)
		}
		if !errors.Is(err, reset) || errors.Is(err, ErrDamaged) {
			t.Errorf("after %d of %d bytes: %v", arrived, packed.Len(), err)
		}
	}
}
