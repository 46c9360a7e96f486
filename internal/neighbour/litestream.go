package neighbour

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// litestream is the program, at the version of the Makefile.
const litestream = "litestream-v0.3.13"

// Shipment is a Litestream that ships SQLite databases to folders.
type Shipment struct {
	t      testing.TB
	config string
}

// Ship ships databases to a new folder until the test ends.
func Ship(t testing.TB, databases ...string) *Shipment {
	t.Helper()
	dir := t.TempDir()
	s := &Shipment{t: t, config: filepath.Join(dir, "litestream.yml")}
	config := "dbs:\n"
	for _, database := range databases {
		config += fmt.Sprintf("  - path: %q\n    replicas:\n      - {type: file, path: %q, sync-interval: 100ms}\n", database,
			filepath.Join(dir, "shipped", filepath.Base(database)))
	}
	if err := os.WriteFile(s.config, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	Run(t, func(said string) bool { return strings.Count(said, "replicating to") == len(databases) }, tool(t, litestream),
		"replicate", "-config", s.config)
	return s
}

// Restore writes what has been shipped of a database into a new file.
func (s *Shipment) Restore(database, file string) error {
	said, err := exec.CommandContext(s.t.Context(), tool(s.t, litestream), "restore", "-config", s.config, "-o", file,
		database).CombinedOutput()
	if err != nil {
		return fmt.Errorf("litestream: %w\n%s", err, said)
	}
	return nil
}
