package sealed

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

// ErrWrongKeys means that the database was sealed with other keys.
var ErrWrongKeys = errors.New("sealed: the keys file doesn't belong to this database")

// canaryName is the name of the first key's canary in the store. The canaries of other keys have
// "/<key id>" after the name.
const canaryName = "seal.canary"

const song = "shopdesk"

// Check verifies before anything is served that the keys belong to the database: it opens a text
// that was sealed on the first run. A wrong keys file returns [ErrWrongKeys].
//
// The keys file also names its database: see [Keyring.Database]. Another database, or a new one,
// returns [ErrOtherDatabase].
//
// A later key gets its own canary at the first start that has the key together with a known key.
// From then on the older keys may be removed.
func (r *Keyring) Check(ctx context.Context, meta store.Meta) error {
	if len(r.keys) == 0 {
		return errors.New("sealed: no keys")
	}
	if err := r.notNew(ctx, meta); err != nil {
		return err
	}
	first, err := keep(ctx, meta, canaryName, r.keys[0])
	if err != nil {
		return err
	}
	known := r.hears(first, canaryName)
	for _, k := range r.keys {
		name := canaryName + "/" + k.id
		sealed, err := meta.Meta(ctx, name)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("sealed: find the canary: %w", err)
		}
		if !r.hears(sealed, name) {
			return fmt.Errorf("%w: the file's key %q is another one than the database was sealed with", ErrWrongKeys, k.id)
		}
		known = true
	}
	if !known {
		id, _, err := split(first)
		if err != nil {
			return fmt.Errorf("%w: the text that proves its key is damaged: %w", ErrWrongKeys, err)
		}
		return fmt.Errorf("%w: the file has the keys %q, and the database was first sealed with the key %q", ErrWrongKeys,
			r.IDs(), id)
	}
	for _, k := range r.keys {
		if _, err := keep(ctx, meta, canaryName+"/"+k.id, k); err != nil {
			return err
		}
	}
	return r.pair(ctx, meta)
}

func (r *Keyring) hears(sealed, name string) bool {
	heard, err := r.Open(sealed, place(name))
	return err == nil && string(heard) == song
}

// keep returns the canary of that name, and creates it with k if it doesn't exist.
func keep(ctx context.Context, meta store.Meta, name string, k *key) (string, error) {
	sealed, err := meta.Meta(ctx, name)
	if err == nil {
		return sealed, nil
	}
	if !errors.Is(err, store.ErrNotFound) {
		return "", fmt.Errorf("sealed: find the canary: %w", err)
	}
	fresh, err := (&Keyring{keys: []*key{k}}).Seal([]byte(song), place(name))
	if err != nil {
		return "", err
	}
	if sealed, err = meta.PutMeta(ctx, name, fresh); err != nil {
		return "", fmt.Errorf("sealed: keep the canary: %w", err)
	}
	return sealed, nil
}

func place(name string) string { return "meta/" + name + "/value" }
