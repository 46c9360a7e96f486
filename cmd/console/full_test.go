//go:build unix

package main

import (
	"path/filepath"
	"strings"
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
