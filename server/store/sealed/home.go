package sealed

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/shopdesk/shopdesk/server/store"
)

// ErrOtherDatabase means that the keys belong to another database, for example because a volume
// isn't mounted.
var ErrOtherDatabase = errors.New("sealed: the keys file belongs to another database")

const (
	databaseName = "database.id" // name of the id in the store
	// homePrefix begins the line of the keys file that names the database. Programs older than this
	// line read it as a comment.
	homePrefix = "# belongs to database "
)

var databaseID = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// home is the database that the keys belong to.
type home struct {
	file string // the keys file; "" for none

	mu sync.Mutex
	id string // "" while unknown
}

func (h *home) read(id string) error {
	if !databaseID.MatchString(id) {
		return errors.New("the database's id is incomplete: delete the line, and the next start writes it anew")
	}
	if h.id != "" && h.id != id {
		return errors.New("a second database is named")
	}
	h.id = id
	return nil
}

// Database returns the id of the database that the keys file names, or "" if it names none. An
// installation older than these ids gets an id at its next start, and so does its keys file if it
// can be written.
func (r *Keyring) Database() string {
	if r.home == nil {
		return ""
	}
	r.home.mu.Lock()
	defer r.home.mu.Unlock()
	return r.home.id
}

// Note returns the line of the keys file that names a database.
func Note(id string) string { return homePrefix + id }

// DatabaseID returns the store's own id. A store that no keys were checked with has none:
// [store.ErrNotFound].
func DatabaseID(ctx context.Context, meta store.Meta) (string, error) {
	return meta.Meta(ctx, databaseName)
}

// notNew refuses a database without keys if our keys belong to a database.
func (r *Keyring) notNew(ctx context.Context, meta store.Meta) error {
	named := r.Database()
	if named == "" {
		return nil
	}
	_, err := meta.Meta(ctx, canaryName)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("%w: the file names %s, and this database is new", ErrOtherDatabase, named)
	}
	if err != nil {
		return fmt.Errorf("sealed: find the canary: %w", err)
	}
	return nil
}

// pair compares the database's id with the id that the keys name, and stores a missing one. A
// database without an id whose canary opens is ours: it is older than the ids, or a backup from
// that time.
func (r *Keyring) pair(ctx context.Context, meta store.Meta) error {
	named := r.Database()
	id, err := DatabaseID(ctx, meta)
	if errors.Is(err, store.ErrNotFound) {
		id, err = meta.PutMeta(ctx, databaseName, cmp.Or(named, rand.Text()))
	}
	if err != nil {
		return fmt.Errorf("sealed: the database's id: %w", err)
	}
	if named != "" {
		if id != named {
			return fmt.Errorf("%w: the file names %s, and this database is %s", ErrOtherDatabase, named, id)
		}
		return nil
	}
	if r.home != nil && r.home.file != "" {
		r.home.note(id)
	}
	return nil
}

// note appends the line to the keys file. The present content stays untouched, so that no key can
// be lost. If the file can't be written, it stays as it is, and the owner is told which line to add
// (see [Keyring.Database]).
func (h *home) note(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.id != "" {
		return
	}
	f, err := os.OpenFile(h.file, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFile))
	line := Note(id) + "\n"
	noted := strings.Contains(string(text), line) // by another replica that starts
	if !strings.HasSuffix(string(text), "\n") {
		line = "\n" + line
	}
	if err == nil && !noted {
		_, err = f.WriteString(line)
	}
	if errors.Join(err, f.Sync(), f.Close()) == nil {
		h.id = id
	}
}
