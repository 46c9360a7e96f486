package push

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	webpush "github.com/SherClockHolmes/webpush-go"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// metaKeys is the name of the keys in the store. The keys are made once and shared by all replicas,
// because other keys would end every subscription. A stored value can't be replaced, so each key of
// the key ring that was ever active has its own copy, named after it. Older keys may then be
// removed from the ring.
const metaKeys = "push.vapid"

// keys are this installation's VAPID keys (RFC 8292), base64url.
type keys struct {
	Public  string `json:"public"`
	Private string `json:"private"`
}

// loadKeys reads the keys, or makes them at the first start.
func loadKeys(ctx context.Context, meta store.Meta, ring *sealed.Keyring) (k keys, err error) {
	made := false
	for _, name := range append([]string{metaKeys}, copies(ring)...) {
		k, err = openKeys(ctx, meta, ring, name)
		if err == nil {
			return k, putKeys(ctx, meta, ring, copies(ring)[0], k)
		}
		made = made || errors.Is(err, errSealed)
		if !errors.Is(err, store.ErrNotFound) && !errors.Is(err, errSealed) {
			return k, err
		}
	}
	if made {
		return k, errors.New("push: the key that sealed this installation's push keys was removed from the key ring " +
			"before a start with both: put it back for one start, or delete the rows of meta that begin with push.vapid, and " +
			"every device has to be switched on again")
	}
	if k, err = makeKeys(ctx, meta, ring); err != nil {
		return k, err
	}
	return k, putKeys(ctx, meta, ring, copies(ring)[0], k)
}

var errSealed = errors.New("sealed with a key that isn't in the ring")

// copies returns the names of the copies, the active key's first.
func copies(ring *sealed.Keyring) (names []string) {
	for _, id := range ring.IDs() {
		names = append(names, metaKeys+"/"+id)
	}
	return names
}

func openKeys(ctx context.Context, meta store.Meta, ring *sealed.Keyring, name string) (k keys, err error) {
	sealed, err := meta.Meta(ctx, name)
	if err != nil {
		return k, fmt.Errorf("push: keys: %w", err)
	}
	plain, err := ring.Open(sealed, "meta/"+name+"/value")
	if err != nil {
		return k, errSealed
	}
	if err := json.Unmarshal(plain, &k); err != nil {
		return k, fmt.Errorf("push: keys: %w", err)
	}
	return k, nil
}

// makeKeys makes the keys. If another replica was faster, the other replica's keys are returned.
func makeKeys(ctx context.Context, meta store.Meta, ring *sealed.Keyring) (k keys, err error) {
	if k.Private, k.Public, err = webpush.GenerateVAPIDKeys(); err != nil {
		return k, fmt.Errorf("push: make keys: %w", err)
	}
	if err := putKeys(ctx, meta, ring, metaKeys, k); err != nil {
		return k, err
	}
	return openKeys(ctx, meta, ring, metaKeys)
}

// putKeys stores the keys under a name, unless that name has a value.
func putKeys(ctx context.Context, meta store.Meta, ring *sealed.Keyring, name string, k keys) error {
	plain, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("push: keys: %w", err)
	}
	sealed, err := ring.Seal(plain, "meta/"+name+"/value")
	if err != nil {
		return fmt.Errorf("push: keys: %w", err)
	}
	if _, err := meta.PutMeta(ctx, name, sealed); err != nil {
		return fmt.Errorf("push: keep keys: %w", err)
	}
	return nil
}
