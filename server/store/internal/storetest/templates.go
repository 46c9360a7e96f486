package storetest

import (
	"context"

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
func saveTemplate(s tested, one store.Template) store.Template {
	s.Helper()
	must(s, s.SaveTemplate(ctx, one))
	one.Version++
	return one
}

func templates() cases {
	at := func(s tested) int64 {
		s.Helper()
		return get(s.TemplatesAt(ctx))(s)
	}
	all := func(s tested, want ...store.Template) {
		s.Helper()
		returns(s, want)(s.Templates(ctx))
	}
	drifts := func(s tested, want ...store.AcceptedDrift) {
		s.Helper()
		returns(s, want)(s.AcceptedDrifts(ctx))
	}
	return cases{
		"saved templates come back with the next version, by ID": func(s tested) {
			two, one := saveTemplate(s, template("t2")), saveTemplate(s, template("t1"))
			all(s, one, two)
			one.Name, one.Parts, one.Groups, one.Shops, one.ChangedAt = "other", []byte(`{}`), nil, []int64{4}, now+1
			one = saveTemplate(s, one)
			all(s, one, two)
			returns(s, one)(s.Template(ctx, "t1"))
			s.notFound(s.Template(ctx, "t3"))
		},
		"a template isn't removed by a stale version": func(s tested) {
			one := saveTemplate(s, saveTemplate(s, template("t1")))
			for _, version := range []int64{1, 3, -1} {
				s.conflicts(s.RemoveTemplate(ctx, "t1", version, now, 0))
			}
			all(s, one)
		},
		"the maker of a template never changes": func(s tested) {
			one := saveTemplate(s, template("t1"))
			other := one
			other.MakerID = 8
			saveTemplate(s, other)
			one.Version++
			all(s, one)
		},
		"a name in use is refused": func(s tested) {
			one, two := template("t1"), template("t2")
			one.Name, two.Name = "Été", "éTÉ"
			one = saveTemplate(s, one)
			s.conflicts(s.SaveTemplate(ctx, two))
			all(s, one)
			must(s, s.RemoveTemplate(ctx, "t1", 1, now, 0))
			two = saveTemplate(s, two)
			one.Version = 0
			s.conflicts(s.SaveTemplate(ctx, one))
			all(s, two)
		},
		"a removed template can be saved again until it is deleted": func(s tested) {
			one := saveTemplate(s, template("t1"))
			must(s, s.AcceptDrift(ctx, accepted("t1", 1)))
			must(s, s.RemoveTemplate(ctx, "t1", 1, now, 0))
			all(s)
			drifts(s)
			one.Version++
			s.conflicts(s.SaveTemplate(ctx, one))
			s.conflicts(s.RemoveTemplate(ctx, "t1", one.Version, now, 0))
			gone := get(s.Template(ctx, "t1"))(s)
			one.Removed = true
			same(s, one, gone)
			back := template("t1")
			back.MakerID = 8
			saveTemplate(s, back)
			one.Version, one.Removed = 3, false
			all(s, one)
			drifts(s, accepted("t1", 1))

			must(s, s.RemoveTemplate(ctx, "t1", 3, now, 0))
			two := saveTemplate(s, template("t2"))
			must(s, s.RemoveTemplate(ctx, two.ID, two.Version, now+9, now+1))
			s.notFound(s.Template(ctx, "t1"))
			succeeds(s)(s.Template(ctx, "t2"))
		},
		"a template holds a thousand shops": func(s tested) {
			one := template("t1")
			one.Shops = numbers(1001)
			all(s, saveTemplate(s, one))
		},
		"accepted drift is replaced and revoked": func(s tested) {
			saveTemplate(s, template("t1"))
			saveTemplate(s, template("t2"))
			b, a, c := accepted("t1", 2), accepted("t1", 1), accepted("t2", 1)
			for _, one := range []store.AcceptedDrift{b, a, c} {
				must(s, s.AcceptDrift(ctx, one))
			}
			drifts(s, a, b, c)
			a.Differences, a.Note, a.At = []string{"z"}, "", now+1
			must(s, s.AcceptDrift(ctx, a))
			drifts(s, a, b, c)
			must(s, s.RevokeDrift(ctx, "t1", 1))
			s.notFound(s.RevokeDrift(ctx, "t1", 1))
			drifts(s, b, c)
			s.refused("accepted of no template", s.AcceptDrift(ctx, accepted("t9", 1)))
		},
		"TemplatesAt counts each change": func(s tested) {
			last := at(s)
			for i, do := range []func() error{
				func() error { return s.SaveTemplate(ctx, template("t1")) },
				func() error { return s.AcceptDrift(ctx, accepted("t1", 1)) },
				func() error { return s.RevokeDrift(ctx, "t1", 1) },
				func() error { return s.RemoveTemplate(ctx, "t1", 1, now, 0) },
				func() error { return s.SaveTemplate(ctx, template("t1")) },
			} {
				must(s, do())
				if seq := at(s); seq <= last {
					s.Errorf("change %d isn't counted", i)
				}
				last = at(s)
			}
		},
		"a change is saved with its audit entry or not at all": func(s tested) {
			for _, do := range []func(ctx context.Context) error{
				func(ctx context.Context) error { return s.SaveTemplate(ctx, template("t1")) },
				func(ctx context.Context) error { return s.AcceptDrift(ctx, accepted("t1", 1)) },
				func(ctx context.Context) error { return s.RevokeDrift(ctx, "t1", 1) },
				func(ctx context.Context) error { return s.RemoveTemplate(ctx, "t1", 1, now, 0) },
			} {
				audited(s, do)
			}
		},
	}
}
