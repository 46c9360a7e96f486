package photo

import (
	"context"
	"errors"
	"strings"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/auth"
	"github.com/shopdesk/shopdesk/server/fetch"
	"github.com/shopdesk/shopdesk/server/store"
)

// Check lists what is wrong with the picture at an address that keeps the
// rules, for the shop of the scope. One of ours is kept from then on for as
// long as it is used; any other is fetched. Paths are empty; an error is an
// answer.
func (s *Service) Check(ctx context.Context, scope auth.ShopScope, address string) ([]rules.Problem, error) {
	if name, ours := strings.CutPrefix(address, s.Address); ours {
		return s.checkOurs(ctx, scope, name)
	}
	body, err := s.Fetcher.Get(ctx, address, platform.PictureBytes)
	var status fetch.StatusError
	switch {
	case errors.Is(err, fetch.ErrPrivate):
		return problem(api.ProblemPicturePrivate)
	case errors.Is(err, fetch.ErrTooLarge):
		return problem(rules.CodePictureHeavy, platform.PictureBytes/1_000_000)
	case errors.As(err, &status):
		return problem(api.ProblemPictureStatus, int(status))
	case err != nil:
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.Logger.InfoContext(ctx, "picture not fetched", "shop", scope.ShopID(), "err", err)
		return problem(api.ProblemPictureNoAnswer)
	}
	facts := inspect(body)
	found := rules.Picture(facts)
	if ending := rules.PictureEnding(address); facts.Type != "" && !rules.PictureEndingFits(ending, facts.Type) {
		found = append(found, rules.Problem{Code: api.ProblemPictureMismatch, Args: []any{ending, facts.Type}})
	}
	return found, nil
}

func (s *Service) checkOurs(ctx context.Context, scope auth.ShopScope, name string) ([]rules.Problem, error) {
	p, err := s.Photos.Photo(ctx, name)
	if err == nil && p.ShopID != scope.ShopID() {
		err = store.ErrNotFound
	}
	if err == nil {
		err = s.Photos.LookAtPhoto(ctx, name, s.millis()+sentLife.Milliseconds())
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return problem(api.ProblemPictureGone)
	case err != nil:
		return nil, unavailable(err)
	}
	return nil, nil
}

func problem(code string, args ...any) ([]rules.Problem, error) {
	return []rules.Problem{{Code: code, Args: args}}, nil
}
