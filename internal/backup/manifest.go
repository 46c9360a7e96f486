package backup

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// ErrDamaged means that a backup isn't as it was made, or that the restored data isn't as the backup says.
var ErrDamaged = errors.New("the backup is damaged")

// Engines of a backup.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// format is the number of the archive's form. A program refuses other numbers.
const format = 1

// Manifest describes a backup.
type Manifest struct {
	Format  int       `json:"format"`
	Program string    `json:"program"` // version of the program that made the backup
	TakenAt time.Time `json:"takenAt"` // everything committed before this moment is in the backup
	Engine  string    `json:"engine"`
	Facts   Facts     `json:"facts"`
	Files   []File    `json:"files"`
}

// File is a file of a backup.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"` // in hex
}

// stamp is the moment in a backup's name.
const stamp = "20060102T150405Z"

// Name returns the name of a backup file: database, moment, and the ending that tells how to open the file.
func (m Manifest) Name(sealed bool) string {
	name := "shopdesk-" + short(m.Facts.Database) + "-" + m.TakenAt.UTC().Format(stamp) + ".tar.zst"
	if sealed {
		name += ".age"
	}
	return name
}

// short returns the part of a database's id that stands in a backup's name.
func short(id string) string {
	if len(id) < 8 {
		return "new" // a database that no keys were checked with
	}
	return id[:8]
}

var named = regexp.MustCompile(`^shopdesk-([A-Z2-7]{8}|new)-(\d{8}T\d{6}Z)\.tar\.zst(\.age)?$`)

// of returns the names of the backups of one database, oldest first.
func of(id string, names []string) []string {
	var own []string
	for _, name := range names {
		if parts := named.FindStringSubmatch(name); parts != nil && parts[1] == short(id) {
			own = append(own, name)
		}
	}
	slices.SortFunc(own, func(a, b string) int {
		return cmp.Compare(named.FindStringSubmatch(a)[2], named.FindStringSubmatch(b)[2])
	})
	return own
}

// clockMost is how far ahead of ours the clock of a machine that makes backups may be.
const clockMost = 24 * time.Hour

// Latest returns the name of the newest of the backups. id is the database's; "" stands for any, if the names are of
// one database only. A backup of a later moment than now was made by a clock that was ahead, and counts only if all
// were.
func Latest(id string, names []string, now time.Time) (string, error) {
	ids := map[string]bool{}
	for _, name := range names {
		if parts := named.FindStringSubmatch(name); parts != nil {
			ids[parts[1]] = true
		}
	}
	if id == "" {
		if len(ids) > 1 {
			return "", errors.New("there are backups of several databases: name one of the files")
		}
		for one := range ids {
			id = one
		}
	}
	own := of(id, names)
	if len(own) == 0 {
		return "", errors.New("there is no backup of this database")
	}
	ahead := now.Add(clockMost).UTC().Format(stamp)
	right := slices.DeleteFunc(slices.Clone(own), func(name string) bool {
		return named.FindStringSubmatch(name)[2] > ahead
	})
	if len(right) > 0 {
		own = right
	}
	return own[len(own)-1], nil
}

func (m Manifest) check() error {
	if m.Format != format {
		return fmt.Errorf("the backup has form %d, made by %s, and this program reads form %d", m.Format, m.Program, format)
	}
	var names []string
	for _, f := range m.Files {
		names = append(names, f.Name)
	}
	want := map[string][]string{SQLite: {mainFile, blobsFile}, Postgres: {dumpFile}}[m.Engine]
	if !slices.Equal(names, want) {
		return fmt.Errorf("%w: it has the files %q, not %q", ErrDamaged, strings.Join(names, " "), strings.Join(want, " "))
	}
	return nil
}
