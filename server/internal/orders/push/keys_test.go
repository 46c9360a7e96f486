package push

import (
	"strings"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

func ring(t *testing.T, lines ...string) *sealed.Keyring {
	t.Helper()
	all, err := sealed.Parse(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	r, err := all.Sub("push")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func meta(t *testing.T) store.Meta {
	t.Helper()
	s := sqlitetest.Open(t)
	return s
}

// The push keys survive the replacement of every key in the key ring: other push keys would end all
// subscriptions.
func TestPushKeysSurviveReplacedRingKeys(t *testing.T) {
	t.Parallel()
	db := meta(t)
	one, two, three := sealed.Generate(), sealed.Generate(), sealed.Generate()
	first, err := loadKeys(t.Context(), db, ring(t, one))
	if err != nil || len(first.Public) != 87 || first.Private == "" {
		t.Fatalf("%+v %v", first, err)
	}
	for i, r := range []*sealed.Keyring{ring(t, one), ring(t, two, one), ring(t, two), ring(t, three, two),
		ring(t, three), ring(t, one)} {
		if again, err := loadKeys(t.Context(), db, r); err != nil || again != first {
			t.Errorf("start %d: %v, the same: %t", i+2, err, again == first)
		}
	}
	if other, err := loadKeys(t.Context(), db, ring(t, sealed.Generate())); err == nil ||
		!strings.Contains(err.Error(), "put it back") {
		t.Errorf("keys nobody could open: %v, %v", other == first, err)
	}
	kept, err := db.Meta(t.Context(), metaKeys)
	if err != nil || !strings.HasPrefix(kept, "v1.") || strings.Contains(kept, first.Private) {
		t.Errorf("%q, %v", kept, err)
	}
}

// Replicas that start together use equal keys.
func TestReplicasThatStartTogetherShareKeys(t *testing.T) {
	t.Parallel()
	db, r := meta(t), ring(t, sealed.Generate())
	var group sync.WaitGroup
	made := make([]keys, 8)
	for i := range made {
		group.Go(func() {
			var err error
			if made[i], err = loadKeys(t.Context(), db, r); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, k := range made {
		if k != made[0] {
			t.Error("two replicas have two keys")
		}
	}
}
