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

// ErrOtherDatabase tells that the keys belong to another database than this one,
// such as the one of a volume that isn't mounted.
var ErrOtherDatabase = errors.New("sealed: the keys file belongs to another database")

const (
	databaseName = "database.id" // in the store
	// homePrefix begins the line of the keys file that names the database. For
	// programs from before there was such a line it is a comment.
	homePrefix = "# belongs to database "
)

var databaseID = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// home is the database that keys belong to.
type home struct {
	file string // to be noted in; "" is none

	mu sync.Mutex
	id string // "" while it isn't known
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

// Database is the id of the database that the keys file names, "" while it names
// none. An installation from before there was such an id gets one at its next
// start, and so does its keys file if it can be written.
func (r *Keyring) Database() string {
	if r.home == nil {
		return ""
	}
	r.home.mu.Lock()
	defer r.home.mu.Unlock()
	return r.home.id
}

// Note is the line that names the database in a keys file.
func Note(id string) string { return homePrefix + id }

// DatabaseID is the store's own id. A store that no keys were checked with has
// none: [store.ErrNotFound].
func DatabaseID(ctx context.Context, meta store.Meta) (string, error) {
	return meta.Meta(ctx, databaseName)
}

// notNew refuses a database that has no keys yet while ours belong to one.
func (r *Keyring) notNew(ctx context.Context, meta store.Meta) error {
	named := r.Database()
	if named == "" {
		return nil
	}
	_, err := meta.Meta(ctx, canaryName)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("%w: it names %s, and this one is new", ErrOtherDatabase, named)
	}
	if err != nil {
		return fmt.Errorf("sealed: find the canary: %w", err)
	}
	return nil
}

// pair compares the database's id with the one that the keys name, and notes
// whichever is missing. A database without an id whose canary we have opened is
// ours, from before there were ids or from a backup of that time.
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
			return fmt.Errorf("%w: it names %s, and this one is %s", ErrOtherDatabase, named, id)
		}
		return nil
	}
	if r.home != nil && r.home.file != "" {
		r.home.note(id)
	}
	return nil
}

// note adds a line to the keys file. Nothing that is in it is touched, so that no
// key can be lost. A file that can't be written stays as it is: its owner is told
// of the line to add (see [Keyring.Database]).
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
	if !strings.HasSuffix(string(text), "\n") {
		line = "\n" + line
	}
	if err == nil {
		_, err = f.WriteString(line)
	}
	if errors.Join(err, f.Sync(), f.Close()) == nil {
		h.id = id
	}
}
