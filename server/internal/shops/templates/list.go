package templates

import (
	"context"
	"net/http"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// viewer is the operator of a request, with the shops that the operator may see.
type viewer struct {
	*auth.Principal
	auth.Reach
}

func (s *Service) viewer(ctx context.Context) (viewer, error) {
	reach, err := s.Authoriser.ShopsWith(ctx, auth.PermissionTemplates)
	return viewer{auth.PrincipalFrom(ctx), reach}, err
}

// mayChange tells whether the viewer may change the template: the viewer made it, or has a role in all shops.
func (v viewer) mayChange(t store.Template) bool { return v.All || t.MakerID == v.OperatorID }

// sees tells whether the viewer sees the group: it has a shop of the viewer's, or the viewer has a role in all shops.
func (v viewer) sees(g store.Group) bool { return v.All || slices.ContainsFunc(g.Shops, v.HasNow) }

// HandleList lists the templates ([api.PathTemplates]).
func (s *Service) HandleList(w http.ResponseWriter, r *http.Request) error {
	v, err := s.viewer(r.Context())
	if err != nil {
		return err
	}
	return s.answerList(w, r, v)
}

func (s *Service) answerList(w http.ResponseWriter, r *http.Request, v viewer) error {
	b, err := s.book(r.Context())
	if err != nil {
		return httpio.Unavailable(err)
	}
	counts, err := s.counts(r.Context(), b, v)
	if err != nil {
		return httpio.Unavailable(err)
	}
	answer := api.Templates{Templates: []api.Template{}, Groups: []api.Group{}}
	for _, t := range b.list {
		answer.Templates = append(answer.Templates, b.shown(t, v, counts[t.ID]))
	}
	for _, g := range b.groups {
		if v.sees(g) {
			answer.Groups = append(answer.Groups, v.Group(g))
		}
	}
	return httpio.WriteJSON(w, answer)
}

// counts counts the shops of each template by their drift, by the template's id.
func (s *Service) counts(ctx context.Context, b *assignments, v viewer) (map[string]api.DriftCounts, error) {
	facts, drifts, err := s.look(ctx, b, slices.DeleteFunc(slices.Clone(v.Shops), func(shop int64) bool {
		return len(b.byShop[shop]) == 0
	}))
	counts := map[string]api.DriftCounts{}
	for i := range facts {
		for _, d := range drifts[i].drifts {
			c := counts[d.Template]
			count(&c, d)
			counts[d.Template] = c
		}
	}
	return counts, err
}

// look reads the drift of shops.
func (s *Service) look(ctx context.Context, b *assignments, shops []int64) ([]change.ShopFacts, []cachedDrift, error) {
	if len(shops) == 0 {
		return nil, nil, nil
	}
	facts, err := s.Shops.Facts(ctx, shops)
	if err != nil {
		return nil, nil, err
	}
	return facts, s.drifts(b, facts), nil
}

// HandleDrift answers the drift of the shops of one template ([api.PathDrift]).
func (s *Service) HandleDrift(w http.ResponseWriter, r *http.Request) error {
	v, err := s.viewer(r.Context())
	if err != nil {
		return err
	}
	answer, err := s.drift(r.Context(), v, r.URL.Query().Get("template"), v.Shops)
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, answer)
}

// HandleOfShop answers the templates from which a shop differs ([api.PathShopDrift]).
func (s *Service) HandleOfShop(w http.ResponseWriter, r *http.Request) error {
	scope, err := auth.AskedScope(r, s.Authoriser, auth.PermissionTemplates)
	if err != nil {
		return err
	}
	answer, err := s.OfShop(r.Context(), scope.ShopID())
	if err != nil {
		return httpio.Unavailable(err)
	}
	return httpio.WriteJSON(w, answer)
}

// OfShop returns the templates from which the shop differs without anybody having accepted it, each with the drift of
// this shop alone. An operator who may not use templates in the shop gets none.
func (s *Service) OfShop(ctx context.Context, shop int64) ([]*api.Drifts, error) {
	differ := []*api.Drifts{}
	if who := auth.PrincipalFrom(ctx); who == nil || !auth.Allows(who.RoleIn(shop), auth.PermissionTemplates) {
		return differ, nil
	}
	b, err := s.book(ctx)
	if err != nil || len(b.byShop[shop]) == 0 {
		return differ, err
	}
	facts, drifts, err := s.look(ctx, b, []int64{shop})
	if err != nil || len(facts) == 0 {
		return differ, err
	}
	for _, d := range drifts[0].drifts {
		if len(d.Differences) == 0 {
			continue
		}
		v, err := s.viewer(ctx)
		if err != nil {
			return nil, err
		}
		of := b.driftsFrom(b.find(d.Template), v, []api.ShopDrift{shopDrift(facts[0], d)})
		differ = append(differ, &of)
	}
	return differ, nil
}

// drift returns the present drift from a template of those shops that it is assigned to. An error is an answer.
func (s *Service) drift(ctx context.Context, v viewer, id string, among []int64) (api.Drifts, error) {
	b, err := s.book(ctx)
	if err != nil {
		return api.Drifts{}, httpio.Unavailable(err)
	}
	t := b.find(id)
	if t == nil {
		return api.Drifts{}, errNone
	}
	drifts, err := s.driftsOf(ctx, b, t, v, among)
	if err != nil {
		return drifts, httpio.Unavailable(err)
	}
	return drifts, nil
}

// driftsOf returns the drift from t of those shops that t is assigned to.
func (s *Service) driftsOf(ctx context.Context, b *assignments, t *template, v viewer,
	among []int64) (api.Drifts, error) {
	shops := []api.ShopDrift{}
	facts, drifts, err := s.look(ctx, b, b.assigned(t, among))
	for i, f := range facts {
		for _, d := range drifts[i].drifts {
			if d.Template == t.ID {
				shops = append(shops, shopDrift(f, d))
			}
		}
	}
	return b.driftsFrom(t, v, shops), err
}

// shopDrift is one drift of the shop whose facts are f.
func shopDrift(f change.ShopFacts, d api.Drift) api.ShopDrift {
	return api.ShopDrift{ShopID: f.Shop.ShopID, Drift: d, ReadAt: f.ReadAt}
}

// driftsFrom is the drift of shops from t, with t as v may see it.
func (b *assignments) driftsFrom(t *template, v viewer, shops []api.ShopDrift) api.Drifts {
	var counts api.DriftCounts
	for _, d := range shops {
		count(&counts, d.Drift)
	}
	return api.Drifts{Template: b.shown(t, v, counts), Shops: shops}
}

// shown is a template as v may see it.
func (b *assignments) shown(t *template, v viewer, counts api.DriftCounts) api.Template {
	a := api.Template{
		TemplateID: api.TemplateID{ID: t.ID, Name: t.Name}, Version: t.Version, Parts: t.parts,
		Groups: []string{}, Mine: v.mayChange(t.Template), By: t.ChangedBy, At: t.ChangedAt, Counts: counts,
	}
	a.Shops, a.Others = v.Visible(t.Shops)
	for _, id := range t.Groups {
		switch g, sees := b.group(id, v); {
		case sees:
			a.Groups = append(a.Groups, id)
		case len(g.Shops) > 0:
			a.Others = true
		}
	}
	return a
}

var errNone = httpio.Refusal(api.CodeNotFound, "There is no such template. Somebody may have removed it.")

// HasPicture tells whether a template, or the last read record of any shop, has a photo whose address fits.
func (s *Service) HasPicture(ctx context.Context, fits func(address string) bool) (bool, error) {
	b, err := s.book(ctx)
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(b.list, func(t *template) bool { return fits(t.parts.Picture) }) {
		return true, nil
	}
	all, err := s.Shops.Facts(ctx, nil)
	return slices.ContainsFunc(all, func(f change.ShopFacts) bool {
		return f.Record != nil && slices.ContainsFunc(f.Record.MainPictures, func(p platform.Picture) bool {
			return fits(p.URL)
		})
	}), err
}
