package migrations

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// released is the checksums of the migrations that were released, which make frozen writes.
func released(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/released.txt")
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		sums[name] = sum
	}
	return sums
}

// A released migration is never edited, because databases have it behind them.
func TestReleasedMigrationsStay(t *testing.T) {
	t.Parallel()
	sums := released(t)
	if len(sums) == 0 {
		t.Fatal("no released migration")
	}
	for name, want := range sums {
		text, err := texts.ReadFile(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(text)); got != want {
			t.Errorf("%s was released, and is edited: a later migration corrects it", name)
		}
	}
}

// Every schema has a frozen, filled database on each engine, from which the test of upgrades starts (server, testdata).
func TestEverySchemaIsFrozen(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(texts, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	sums := released(t)
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		for _, engine := range []string{"sqlite", "postgres"} {
			file := filepath.Join("..", "..", "..", "testdata", "upgrades", engine, number+".sql.gz")
			if _, err := os.Stat(file); err != nil || sums[name] == "" {
				t.Errorf("%s isn't frozen for %s: run make frozen, and commit what it makes (%v)", name, engine, err)
			}
		}
	}
}

// obsolete are what later migrations may drop, each with the release that no longer used it: "table photos": "v1.4.0".
// A release must lie between, because old replicas run beside new ones.
var obsolete = map[string]string{}

// older are the migrations from before the rule, when nothing was released: of these 0021 and 0040 make tables anew.
const older = "0054"

var (
	drops   = regexp.MustCompile(`(?i)\b(DROP\s+(?:TABLE|COLUMN)|RENAME)\b(?:\s+IF\s+EXISTS)?\s+(\w+)`)
	added   = regexp.MustCompile(`(?is)\bADD\s+COLUMN\s+([^;,]*)`)
	narrows = regexp.MustCompile(`(?i)\bSET\s+NOT\s+NULL\b|\bADD\s+(?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b`)
	retypes = regexp.MustCompile(`(?i)\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b`)
	uniques = regexp.MustCompile(`(?i)\bCREATE\s+UNIQUE\s+INDEX\s[^;]*?\bON\s+(\w+)`)
	creates = regexp.MustCompile(`(?i)\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)`)
	comment = regexp.MustCompile(`--[^\n]*`)
)

// breaks lists what of a migration an old replica, or the new program's rule, doesn't survive.
func breaks(text string) (wrong []string) {
	text = comment.ReplaceAllString(text, "")
	for _, found := range drops.FindAllStringSubmatch(text, -1) {
		what := strings.ToLower(strings.Fields(found[1])[len(strings.Fields(found[1]))-1]) + " " + found[2]
		if obsolete[what] == "" {
			wrong = append(wrong, "drops or renames "+what+", which no release has given up")
		}
	}
	for _, found := range added.FindAllStringSubmatch(text, -1) {
		if strings.Contains(strings.ToUpper(found[1]), "NOT NULL") &&
			!strings.Contains(strings.ToUpper(found[1]), "DEFAULT") {
			wrong = append(wrong, "adds a column that the old program doesn't fill: "+found[1])
		}
	}
	for _, found := range narrows.FindAllString(text, -1) {
		wrong = append(wrong, "may refuse rows of the old program: "+found)
	}
	for _, found := range retypes.FindAllString(text, -1) {
		wrong = append(wrong, "changes the type of a column that the old program uses: "+found)
	}
	made := map[string]bool{}
	for _, found := range creates.FindAllStringSubmatch(text, -1) {
		made[found[1]] = true
	}
	for _, found := range uniques.FindAllStringSubmatch(text, -1) {
		if !made[found[1]] {
			wrong = append(wrong, "may refuse rows of the old program: a unique index on "+found[1])
		}
	}
	return wrong
}

// Old replicas run beside new ones for one release: a migration only adds, refuses no row that they write, and drops
// what an earlier release has given up (docs/operations/database.md, Upgrades). Bug: what SQLite alone runs wasn't
// looked at.
func TestMigrationsKeepWhatOldReplicasUse(t *testing.T) {
	t.Parallel()
	for engine, one := range map[string]struct {
		Engine

		first string // the rule's first migration
	}{"PostgreSQL": {Postgres, older}, "SQLite": {SQLite, older}, "SQLite's blobs": {SQLiteBlobs, ""}} {
		for name, text := range rendered(t, one.Engine) {
			if wrong := breaks(text); name >= one.first && len(wrong) > 0 {
				t.Errorf("%s of %s: %s", name, engine, strings.Join(wrong, "; "))
			}
		}
	}
	for text, want := range map[string]int{
		"DROP TABLE photos;": 1, "ALTER TABLE photos DROP COLUMN type;": 1, "ALTER TABLE a RENAME TO b;": 1,
		"ALTER TABLE photos ADD COLUMN x BIGINT NOT NULL;": 1, "-- DROP TABLE photos": 0,
		"ALTER TABLE photos ADD COLUMN x BIGINT NOT NULL DEFAULT 0; ALTER TABLE photos ADD COLUMN y BIGINT;": 0,
		"DROP INDEX photos_due; CREATE INDEX photos_due ON photos (look_at, name);":                          0,
		"ALTER TABLE photos ALTER COLUMN x SET NOT NULL;":                                                    1,
		"ALTER TABLE photos ADD CONSTRAINT sizes CHECK (size > 0);":                                          1,
		"ALTER TABLE photos ADD UNIQUE (name);":                                                              1,
		"ALTER TABLE photos ALTER COLUMN x TYPE BIGINT;":                                                     1,
		"ALTER TABLE photos ALTER x SET DATA TYPE BIGINT;":                                                   1,
		"CREATE UNIQUE INDEX photos_name ON photos (name);":                                                  1,
		"CREATE TABLE tags (name TEXT UNIQUE); CREATE UNIQUE INDEX tags_name ON tags (name);":                0,
	} {
		if got := breaks(text); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// rendered are an engine's migrations by the names of their files.
func rendered(t *testing.T, engine Engine) map[string]string {
	t.Helper()
	files, err := render(engine)
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	all := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(text)
	}
	return all
}

// Operators read in docs/operations/kept.md what is kept. Bug: groups, templates, pauses and others were missing there.
func TestWhatIsKeptNamesEveryTable(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../../docs/operations/kept.md")
	if err != nil {
		t.Fatal(err)
	}
	kept, _, _ := strings.Cut(string(page), "\n## ")
	for _, engine := range []Engine{Postgres, SQLite, SQLiteBlobs} {
		for name, text := range rendered(t, engine) {
			for _, found := range creates.FindAllStringSubmatch(text, -1) {
				table := strings.TrimSuffix(found[1], "_next") // which a migration renames
				if !regexp.MustCompile(`(?m)^\| [^|]*\b` + table + `\b`).MatchString(kept) {
					t.Errorf("%s makes %s, which the document leaves out", name, table)
				}
			}
		}
	}
}
