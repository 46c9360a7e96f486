//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
)

// The bug: beside a console whose disk was full, a check found nothing wrong, because it made an empty file only.
func TestCheckFindsAFullDisk(t *testing.T) {
	t.Parallel()
	if !sqlitetest.OwnProcess(t) {
		return
	}
	set := checkable(t)
	begun(t, set)
	set["--spool"] = t.TempDir()
	sqlitetest.FillDisk(t)
	found, err := looked(t, set)
	has(t, found, "database", checkWrong, "write "+filepath.Dir(set["--database"]))
	has(t, found, "spool", checkWrong, "write "+set["--spool"])
	if exitCode(err) != 2 {
		t.Errorf("ends with %v", err)
	}
}

// The bug: a backup into a full folder failed with "database or disk is full", twice, and named no folder.
func TestBackupIntoAFullFolderNamesTheFolder(t *testing.T) {
	t.Parallel()
	if !sqlitetest.OwnProcess(t) {
		return
	}
	_, set := realSettings(t)
	begunStore(t, set) // an open database has the files that reading it needs
	to := t.TempDir()
	sqlitetest.FillDisk(t)
	_, err := told(t, "backup", to+"/", "--database="+set["--database"])
	if err == nil || !strings.Contains(err.Error(), "write "+to) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
}

// A restore warns of a backup key that others may read. The bug: the documented line made such a file, and nothing
// told.
func TestRestoreWarnsOfABackupKeyThatIsOpenToOthers(t *testing.T) {
	t.Parallel()
	_, _, restore := backedUp(t, nil)
	text, err := told(t, "keys", "backup")
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(t.TempDir(), "backup.key")
	if err := os.WriteFile(key, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, mode := range []os.FileMode{0o644, 0o600} {
		if err := os.Chmod(key, mode); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		to := "--database=" + filepath.Join(t.TempDir(), "shopdesk.db")
		if err := run(t.Context(), append(restore, "--identity-file="+key, to), io.Discard, &log); err != nil {
			t.Fatal(err)
		}
		warned := strings.Contains(log.String(), "level=WARN") && strings.Contains(log.String(), "chmod 600")
		if warned != (i == 0) {
			t.Errorf("mode %v: warned: %v\n%s", mode, warned, &log)
		}
	}
}

// Files that root restores belong to the owner of their folder. The bug: they were root's alone, and the console of
// another user couldn't open its database.
func TestRestoredFilesBelongToTheOwnerOfTheirFolder(t *testing.T) {
	t.Parallel()
	dir, set := realSettings(t)
	begun(t, set)
	audited(t, set["--database"], set["--keys-file"])
	file, to := filepath.Join(dir, "one.tar.zst"), t.TempDir()
	owner := os.Geteuid()
	if owner == 0 { // others can't give a folder away, and need not
		owner = 65534
		if err := os.Chown(to, owner, owner); err != nil {
			t.Fatal(err)
		}
	}
	place := filepath.Join(to, "shopdesk.db")
	for _, args := range [][]string{
		{"backup", file, "--database=" + set["--database"]},
		{"restore", file, "--database=" + place, "--keys-file=" + set["--keys-file"], "--listen=127.0.0.1:0"},
	} {
		if out, err := told(t, args...); err != nil {
			t.Fatal(out, err)
		}
	}
	for _, name := range []string{place, filepath.Join(to, "blobs.db")} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if of, ok := info.Sys().(*syscall.Stat_t); !ok || int(of.Uid) != owner {
			t.Errorf("%s belongs to %+v, want %d", name, info.Sys(), owner)
		}
	}
}
