package templates

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// cachedDrift is the drift of a shop while its inputs stay the same.
type cachedDrift struct {
	from
	drifts []api.Drift
	told   []api.Drift // without idle templates and the authors of acceptances
}

// from is the set of inputs of a shop's drift.
type from struct {
	facts    change.ShopFacts
	today    string
	assigned []*template
	meant    []store.AcceptedDrift // one for each of assigned
}

// same compares what was read by address: facts are never changed, and remembered facts keep their addresses.
func (a from) same(b from) bool {
	return a.facts.Shop.Zone == b.facts.Shop.Zone && a.facts.Record == b.facts.Record && a.facts.Week == b.facts.Week &&
		a.facts.Dates == b.facts.Dates && reflect.DeepEqual(a.facts.Unlisted, b.facts.Unlisted) &&
		a.today == b.today &&
		slices.EqualFunc(a.assigned, b.assigned, func(x, y *template) bool {
			return x.ID == y.ID && x.Version == y.Version
		}) &&
		slices.EqualFunc(a.meant, b.meant, func(x, y store.AcceptedDrift) bool {
			return x.At == y.At && x.Operator == y.Operator && x.Note == y.Note && slices.Equal(x.Differences, y.Differences)
		})
}

// Drifts returns the drift of each of facts from its assigned templates, by shop, with the first template that
// applies first; and the names of the templates. Idle templates are left out. So are the author and the note of an
// acceptance, because every operator who sees the shop sees the list. An operator who may not use templates in a shop
// gets no drift of it.
//
// Groups are all groups, as just read. Unchanged facts aren't computed again. Callers must not change the answer.
func (s *Service) Drifts(ctx context.Context, facts []change.ShopFacts,
	groups []store.Group) (map[int64][]api.Drift, []api.TemplateID, error) {
	b, err := s.bookOf(ctx, groups)
	if err != nil {
		return nil, nil, err
	}
	who := auth.PrincipalFrom(ctx)
	all := make(map[int64][]api.Drift, len(facts))
	for i, known := range s.drifts(b, facts) {
		shop := facts[i].Shop.ShopID
		if len(known.told) > 0 && (who == nil || auth.Allows(who.RoleIn(shop), auth.PermissionTemplates)) {
			all[shop] = known.told
		}
	}
	named := make([]api.TemplateID, 0, len(b.list))
	for _, t := range b.list {
		named = append(named, api.TemplateID{ID: t.ID, Name: t.Name})
	}
	return all, named, nil
}

// drifts returns the drift of each of facts; a shop without templates has an empty one.
func (s *Service) drifts(b *assignments, facts []change.ShopFacts) []cachedDrift {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now().UnixMilli()
	all := make([]cachedDrift, len(facts))
	for i, f := range facts {
		shop := f.Shop.ShopID
		present := from{facts: f, assigned: b.byShop[shop]}
		if len(present.assigned) == 0 {
			continue
		}
		date, _ := change.Today(f, now)
		present.today = date.String()
		for _, t := range present.assigned {
			present.meant = append(present.meant, b.accepted[accepted{t.ID, shop}])
		}
		known, found := s.worked[shop]
		if !found || !known.same(present) {
			known = cachedDrift{from: present, drifts: s.work(present, now)}
			for _, d := range known.drifts {
				if d.Idle {
					continue
				}
				known.told = append(known.told, api.Drift{Template: d.Template, Differences: d.Differences, Accepted: d.Accepted,
					Unknown: d.Unknown})
			}
			s.worked[shop] = known
		}
		all[i] = known
	}
	return all
}

// work computes a shop's drift from each of its templates.
func (s *Service) work(f from, now int64) []api.Drift {
	maker := change.Planner{Anchor: s.Anchor, Leaves: s.Leaves}
	var drifts []api.Drift
	for i, a := range apply(f.assigned, f.today) {
		plan := maker.Plan(f.facts, change.FromTemplate(a.parts), now)
		drifts = append(drifts, split(a, plan.Differences, a.damaged != nil || unread(a.parts, f.facts), f.meant[i]))
	}
	return drifts
}

// split separates the accepted differences from the others.
func split(a templateInShop, differences []api.Difference, unknown bool, meant store.AcceptedDrift) api.Drift {
	d := api.Drift{Template: a.ID, Unknown: unknown, Yields: a.yields, Idle: a.idle()}
	for _, one := range differences {
		if slices.Contains(meant.Differences, digest(one)) {
			d.Meant = append(d.Meant, one)
		} else {
			d.Differences = append(d.Differences, one)
		}
	}
	if len(d.Meant) > 0 {
		d.Accepted = len(d.Differences) == 0
		d.By, d.At, d.Note = meant.Operator, meant.At, meant.Note
	}
	if len(d.Differences) > 0 {
		d.Digest = digest(d.Differences)
	}
	return d
}

// unread tells whether the template needs a part that was never read.
func unread(parts api.TemplateParts, f change.ShopFacts) bool {
	_, zoned := rules.LoadLocation(f.Shop.Zone)
	return parts.Week != nil && f.Week == nil ||
		len(parts.Dates) > 0 && (f.Dates == nil || !zoned) ||
		(len(parts.Phones) > 0 || parts.Picture != "") && f.Record == nil
}

// digest is the digest of differences.
func digest(differences any) string {
	body, err := json.Marshal(differences)
	if err == nil {
		var name string
		if name, err = api.Digest(body); err == nil {
			return name
		}
	}
	return "" // differences always encode as JSON
}

// count adds a shop's drift to the counts.
func count(c *api.DriftCounts, d api.Drift) {
	switch {
	case len(d.Differences) > 0:
		c.Differ++
	case d.Unknown:
		c.Unknown++
	case d.Accepted:
		c.Accepted++
	case d.Idle:
		c.Idle++
	default:
		c.Same++
	}
}
