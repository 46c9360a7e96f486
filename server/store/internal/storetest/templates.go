package storetest

import (
	"context"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func template(id string) store.Template {
	return store.Template{
		ID: id, Name: wild + id, Parts: []byte(`{"phones":["852-12345678"]}`), MakerID: 7, ChangedBy: wild, ChangedAt: now,
		Groups: []string{"a", "b"}, Shops: []int64{1, 1 << 60},
	}
}

func accepted(id string, shop int64) store.AcceptedDrift {
	return store.AcceptedDrift{TemplateID: id, ShopID: shop, Differences: []string{"x1", "y2"}, Operator: wild,
		Note: wild, At: now}
}

// saveTemplate saves t and returns the stored template.
func saveTemplate(t *testing.T, s store.Store, one store.Template) store.Template {
	t.Helper()
	must(t, s.SaveTemplate(t.Context(), one))
	one.Version++
	return one
}

func templates(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	at := func(t *testing.T, s store.Store) int64 {
		t.Helper()
		seq, err := s.TemplatesAt(ctx)
		must(t, err)
		return seq
	}
	all := func(t *testing.T, s store.Store, want ...store.Template) {
		t.Helper()
		returns(t, want)(s.Templates(ctx))
	}
	drifts := func(t *testing.T, s store.Store, want ...store.AcceptedDrift) {
		t.Helper()
		returns(t, want)(s.AcceptedDrifts(ctx))
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"saved templates come back with the next version, by ID": func(t *testing.T, s store.Store) {
			two, one := saveTemplate(t, s, template("t2")), saveTemplate(t, s, template("t1"))
			all(t, s, one, two)
			one.Name, one.Parts, one.Groups, one.Shops, one.ChangedAt = "other", []byte(`{}`), nil, []int64{4}, now+1
			one = saveTemplate(t, s, one)
			all(t, s, one, two)
			returns(t, one)(s.Template(ctx, "t1"))
			fails(t, store.ErrNotFound)(s.Template(ctx, "t3"))
		},
		"a stale version changes nothing": func(t *testing.T, s store.Store) {
			one := saveTemplate(t, s, saveTemplate(t, s, template("t1")))
			seq := at(t, s)
			for _, version := range []int64{0, 1, 3, -1} {
				stale := template("t1")
				stale.Version, stale.Shops = version, []int64{9}
				wantError(t, s.SaveTemplate(ctx, stale), store.ErrConflict)
				if version > 0 {
					wantError(t, s.RemoveTemplate(ctx, "t1", version, now, 0), store.ErrConflict)
				}
			}
			none := template("t2")
			none.Version = 1
			wantError(t, s.SaveTemplate(ctx, none), store.ErrConflict)
			all(t, s, one)
			same(t, seq, at(t, s))
		},
		"the maker of a template never changes": func(t *testing.T, s store.Store) {
			one := saveTemplate(t, s, template("t1"))
			other := one
			other.MakerID = 8
			must(t, s.SaveTemplate(ctx, other))
			one.Version++
			all(t, s, one)
		},
		"a name in use is refused": func(t *testing.T, s store.Store) {
			one, two := template("t1"), template("t2")
			one.Name, two.Name = "Été", "éTÉ"
			one = saveTemplate(t, s, one)
			wantError(t, s.SaveTemplate(ctx, two), store.ErrConflict)
			all(t, s, one)
			must(t, s.RemoveTemplate(ctx, "t1", 1, now, 0))
			two = saveTemplate(t, s, two)
			one.Version = 0
			wantError(t, s.SaveTemplate(ctx, one), store.ErrConflict)
			all(t, s, two)
		},
		"a removed template can be saved again until it is deleted": func(t *testing.T, s store.Store) {
			one := saveTemplate(t, s, template("t1"))
			must(t, s.AcceptDrift(ctx, accepted("t1", 1)))
			must(t, s.RemoveTemplate(ctx, "t1", 1, now, 0))
			all(t, s)
			drifts(t, s)
			one.Version++
			wantError(t, s.SaveTemplate(ctx, one), store.ErrConflict)
			wantError(t, s.RemoveTemplate(ctx, "t1", one.Version, now, 0), store.ErrConflict)
			gone, err := s.Template(ctx, "t1")
			must(t, err)
			one.Removed = true
			same(t, one, gone)
			back := template("t1")
			back.MakerID = 8
			must(t, s.SaveTemplate(ctx, back))
			one.Version, one.Removed = 3, false
			all(t, s, one)
			drifts(t, s, accepted("t1", 1))

			must(t, s.RemoveTemplate(ctx, "t1", 3, now, 0))
			two := saveTemplate(t, s, template("t2"))
			must(t, s.RemoveTemplate(ctx, two.ID, two.Version, now+9, now+1))
			fails(t, store.ErrNotFound)(s.Template(ctx, "t1"))
			succeeds(t)(s.Template(ctx, "t2"))
		},
		"a template holds a thousand shops": func(t *testing.T, s store.Store) {
			one := template("t1")
			one.Shops = nil
			for shop := range int64(1001) {
				one.Shops = append(one.Shops, shop)
			}
			all(t, s, saveTemplate(t, s, one))
		},
		"accepted drift is replaced and revoked": func(t *testing.T, s store.Store) {
			must(t, s.SaveTemplate(ctx, template("t1")))
			must(t, s.SaveTemplate(ctx, template("t2")))
			b, a, c := accepted("t1", 2), accepted("t1", 1), accepted("t2", 1)
			for _, one := range []store.AcceptedDrift{b, a, c} {
				must(t, s.AcceptDrift(ctx, one))
			}
			drifts(t, s, a, b, c)
			a.Differences, a.Note, a.At = []string{"z"}, "", now+1
			must(t, s.AcceptDrift(ctx, a))
			drifts(t, s, a, b, c)
			must(t, s.RevokeDrift(ctx, "t1", 1))
			wantError(t, s.RevokeDrift(ctx, "t1", 1), store.ErrNotFound)
			drifts(t, s, b, c)
			if s.AcceptDrift(ctx, accepted("t9", 1)) == nil {
				t.Error("accepted of no template")
			}
		},
		"TemplatesAt counts each change": func(t *testing.T, s store.Store) {
			last := at(t, s)
			for i, do := range []func() error{
				func() error { return s.SaveTemplate(ctx, template("t1")) },
				func() error { return s.AcceptDrift(ctx, accepted("t1", 1)) },
				func() error { return s.RevokeDrift(ctx, "t1", 1) },
				func() error { return s.RemoveTemplate(ctx, "t1", 1, now, 0) },
				func() error { return s.SaveTemplate(ctx, template("t1")) },
			} {
				must(t, do())
				if seq := at(t, s); seq <= last {
					t.Errorf("change %d isn't counted", i)
				}
				last = at(t, s)
			}
		},
		"a change is saved with its audit entry or not at all": func(t *testing.T, s store.Store) {
			for i, do := range []func(ctx context.Context) error{
				func(ctx context.Context) error { return s.SaveTemplate(ctx, template("t1")) },
				func(ctx context.Context) error { return s.AcceptDrift(ctx, accepted("t1", 1)) },
				func(ctx context.Context) error { return s.RevokeDrift(ctx, "t1", 1) },
				func(ctx context.Context) error { return s.RemoveTemplate(ctx, "t1", 1, now, 0) },
			} {
				before := at(t, s)
				cut, cancel := context.WithCancel(ctx)
				s.SignAudit(func([]byte, store.AuditRow) (string, []byte) { cancel(); return "", nil })
				if s.WithAudit(cut, byOwner(1), do) == nil {
					t.Errorf("change %d: done, though the audit failed", i)
				}
				same(t, before, at(t, s))
				s.SignAudit(chained)
				must(t, s.WithAudit(ctx, byOwner(1), do))
				same(t, i+1, len(entries(t, s, 0, 10)))
			}
		},
	})
}
