package templates

import (
	"cmp"
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// template is a stored template, decoded.
type template struct {
	store.Template
	parts   api.TemplateParts
	damaged error // parts can't be read
}

// assignments is all templates at one moment, and the shops that they are assigned to. A book is never changed.
type assignments struct {
	seq      int64
	groups   []store.Group
	list     []*template // in the order in which they apply
	byShop   map[int64][]*template
	accepted map[accepted]store.AcceptedDrift
}

// accepted is the key of accepted drift: a template and a shop.
type accepted struct {
	template string
	shop     int64
}

// book returns the present book.
func (s *Service) book(ctx context.Context) (*assignments, error) {
	groups, err := s.Groups.Groups(ctx)
	if err != nil {
		return nil, err
	}
	return s.bookOf(ctx, groups)
}

// bookOf returns the book of templates and of groups just read. Without changes it returns the previous one.
func (s *Service) bookOf(ctx context.Context, groups []store.Group) (*assignments, error) {
	seq, err := s.Templates.TemplatesAt(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	known := s.known
	s.mu.Unlock()
	if known != nil && known.seq == seq && reflect.DeepEqual(known.groups, groups) {
		return known, nil
	}
	stored, err := s.Templates.Templates(ctx)
	if err != nil {
		return nil, err
	}
	drifts, err := s.Templates.AcceptedDrifts(ctx)
	if err != nil {
		return nil, err
	}
	b := newBook(seq, groups, stored, drifts)
	for _, t := range b.list {
		if t.damaged != nil {
			s.Logger.ErrorContext(ctx, "templates: damaged", "id", t.ID, "err", t.damaged)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known = b
	return b, nil
}

func newBook(seq int64, groups []store.Group, stored []store.Template, drifts []store.AcceptedDrift) *assignments {
	b := &assignments{seq: seq, groups: groups, byShop: map[int64][]*template{},
		accepted: map[accepted]store.AcceptedDrift{}}
	for _, one := range stored {
		t := &template{Template: one}
		if t.damaged = json.Unmarshal(one.Parts, &t.parts); t.damaged != nil {
			t.parts = api.TemplateParts{} // a person may save the template anew
		}
		b.list = append(b.list, t)
	}
	slices.SortFunc(b.list, func(x, y *template) int {
		return cmp.Or(strings.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name)), strings.Compare(x.ID, y.ID))
	})
	members := map[string][]int64{}
	for _, g := range groups {
		members[g.ID] = g.Shops
	}
	for _, t := range b.list { // templates assigned to the shop itself come first
		b.assign(t, t.Shops)
	}
	for _, t := range b.list {
		for _, group := range t.Groups {
			b.assign(t, members[group])
		}
	}
	for _, a := range drifts {
		b.accepted[accepted{a.TemplateID, a.ShopID}] = a
	}
	return b
}

func (b *assignments) assign(t *template, shops []int64) {
	for _, shop := range shops {
		if !slices.Contains(b.byShop[shop], t) {
			b.byShop[shop] = append(b.byShop[shop], t)
		}
	}
}

// find returns the template with the id, nil for none.
func (b *assignments) find(id string) *template {
	for _, t := range b.list {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// group returns the group with the id, and whether the viewer sees it. A deleted group is empty and unseen.
func (b *assignments) group(id string, v viewer) (g store.Group, sees bool) {
	if at := slices.IndexFunc(b.groups, func(g store.Group) bool { return g.ID == id }); at >= 0 {
		g = b.groups[at]
		return g, v.sees(g)
	}
	return g, false
}

// assigned lists the shops of among that t is assigned to.
func (b *assignments) assigned(t *template, among []int64) []int64 {
	var shops []int64
	for _, shop := range among {
		if slices.Contains(b.byShop[shop], t) {
			shops = append(shops, shop)
		}
	}
	return shops
}
