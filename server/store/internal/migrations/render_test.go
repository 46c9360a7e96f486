package migrations

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// Every text is filled in for both engines, and its file's name is a number and a name.
func TestEveryMigrationRendersForBothEngines(t *testing.T) {
	t.Parallel()
	numbered := regexp.MustCompile(`^\d{4}_[a-z_]+\.sql$`)
	truncates := Postgres
	truncates.truncates = true
	for name, e := range map[string]Engine{"sqlite": SQLite, "postgres": Postgres, "truncates": truncates} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rendered, err := render(e)
			if err != nil {
				t.Fatal(err)
			}
			files, err := fs.Glob(rendered, "*.sql")
			if err != nil || len(files) == 0 {
				t.Fatalf("%v, %v", files, err)
			}
			var all strings.Builder
			for _, file := range files {
				if !numbered.MatchString(file) {
					t.Errorf("%s is no number and name", file)
				}
				text, err := fs.ReadFile(rendered, file)
				if err != nil {
					t.Fatal(err)
				}
				all.Write(text)
			}
			for word, want := range map[string]bool{
				"{{": false, "AUTOINCREMENT": name == "sqlite", "BLOB": name == "sqlite", "RAISE(ABORT": name == "sqlite",
				"IDENTITY": name != "sqlite", "BYTEA": name != "sqlite", "plpgsql": name != "sqlite",
				"TRUNCATE": name == "postgres",
			} {
				if got := strings.Contains(all.String(), word); got != want {
					t.Errorf("has %q: %t, want %t", word, got, want)
				}
			}
		})
	}
}
