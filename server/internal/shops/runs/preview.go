package runs

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandlePreview answers the effects of a change, from our own records ([api.PathRunPreview]).
func (s *Service) HandlePreview(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.AskPreview](w, r)
	if err != nil {
		return err
	}
	v, err := s.sight(r.Context())
	if err != nil {
		return err
	}
	ids, problems := numbers(request.Shops)
	at := max(s.millis(), request.At)
	c := change.Begun(request.Change, at)
	wrong, err := s.check(r.Context(), v, ids, c, at)
	if err != nil {
		return err
	}
	if problems = append(problems, wrong...); len(problems) > 0 {
		return invalid(problems...)
	}
	answer := api.Preview{Shops: make([]api.PreviewShop, 0, len(ids))}
	facts, err := s.facts(r.Context(), ids)
	if err != nil {
		return httpio.Unavailable(err)
	}
	for _, id := range ids {
		shop, err := s.preview(r.Context(), v, id, facts, c, at)
		if err != nil {
			return err
		}
		answer.Shops = append(answer.Shops, shop)
		answer.Calls += calls(c, shop.Verdict)
	}
	answer.Takes = s.takes(answer.Calls)
	return httpio.WriteJSON(w, answer)
}

// check lists the problems of a change that break it in each of the shops. A change beyond the bounds isn't planned.
func (s *Service) check(ctx context.Context, v *visibility, ids []int64, c api.Change,
	at int64) ([]api.Problem, error) {
	found := s.o.Maker.Check(c, at)
	tooMany := slices.ContainsFunc(found, func(p api.Problem) bool { return p.Code == api.ProblemTooMany })
	if len(found) == 0 || len(ids) == 0 || tooMany {
		return prefixed(found), nil
	}
	known, err := s.o.Directory.Facts(ctx, ids)
	if err != nil {
		return nil, httpio.Unavailable(err)
	}
	known = slices.DeleteFunc(known, func(f change.ShopFacts) bool { return !v.Has(f.Shop.ShopID) })
	return prefixed(s.o.Maker.Unspared(found, known, c, at)), nil
}

// preview plans one shop as of the moment at. Shops of other merchants are denied, like shops that don't exist.
func (s *Service) preview(ctx context.Context, v *visibility, id int64, facts map[int64]change.ShopFacts,
	c api.Change, at int64) (api.PreviewShop, error) {
	shop := api.PreviewShop{ShopID: id, Verdict: api.VerdictDenied}
	f, ours := facts[id]
	for _, perm := range permissions(c) {
		reach, err := s.may(ctx, v, perm)
		if err != nil {
			return shop, err
		}
		if !ours || !reach.Has(id) {
			return shop, nil
		}
	}
	p := s.o.Maker.Plan(f, c, at)
	shop.Verdict, shop.Differences, shop.Problems, shop.ReadAt = p.Verdict, p.Differences, p.Problems, f.ReadAt
	shop.Warnings = p.Warnings
	return shop, nil
}

// facts returns our facts of the shops, with our own pauses.
func (s *Service) facts(ctx context.Context, ids []int64) (map[int64]change.ShopFacts, error) {
	known, err := s.o.Directory.Facts(ctx, ids)
	if err != nil {
		return nil, err
	}
	pauses, err := s.o.Store.Pauses(ctx)
	byID := make(map[int64]change.ShopFacts, len(known))
	for _, f := range known {
		byID[f.Shop.ShopID] = f
	}
	for _, p := range pauses {
		if f, known := byID[p.ShopID]; known {
			f.Pause = &p
			byID[p.ShopID] = f
		}
	}
	return byID, err
}

// unlisted lists the special dates of a shop that we know and the platform doesn't list, by its latest answer.
func (s *Service) unlisted(ctx context.Context, shopID int64) ([]platform.SpecialDate, error) {
	known, err := s.o.Directory.Facts(ctx, []int64{shopID})
	if err != nil || len(known) == 0 {
		return nil, err
	}
	return known[0].Unlisted, nil
}

// pauseOf is our open pause of a shop, nil without one.
func (s *Service) pauseOf(ctx context.Context, shopID int64) (*store.Pause, error) {
	p, err := s.o.Store.Pause(ctx, shopID)
	if err != nil {
		return nil, store.Optional(err)
	}
	if p.State == store.PauseEnded {
		return nil, nil
	}
	return &p, nil
}

// numbers reads the shop ids, without repeats.
func numbers(list []string) (ids []int64, problems api.Problems) {
	switch {
	case len(list) == 0:
		return nil, []api.Problem{{Path: "shops", Code: "required"}}
	case len(list) > api.MaxRunShops:
		return nil, []api.Problem{{Path: "shops", Code: api.ProblemTooMany, Args: []any{api.MaxRunShops}}}
	}
	seen := make(map[int64]bool, len(list))
	for i, text := range list {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id <= 0 {
			problems.Add(fmt.Sprintf("shops[%d]", i), "positive")
			continue
		}
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids, problems
}

// prefixed puts "change" before the paths of a change's problems.
func prefixed(problems []api.Problem) []api.Problem {
	problems = slices.Clone(problems)
	for i, p := range problems {
		if p.Path == "" {
			problems[i].Path = "change"
			continue
		}
		problems[i].Path = "change." + p.Path
	}
	return problems
}

func invalid(problems ...api.Problem) error {
	return httpio.Invalid("Some of this needs correcting. Nothing was started.", problems...)
}
