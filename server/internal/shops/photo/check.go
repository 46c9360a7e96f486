package photo

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Check lists the problems of the photo at a valid address, for the scope's shop. A photo of ours is kept from then
// on for as long as it is used; any other is fetched. Paths are empty; an error is an answer.
func (s *Service) Check(ctx context.Context, scope auth.ShopScope, address string) ([]rules.Problem, error) {
	if name, ours := strings.CutPrefix(address, s.Address); ours {
		return s.checkOurs(ctx, scope, name)
	}
	return s.checkTheirs(ctx, address)
}

// CheckShared is [Service.Check] for a photo for many shops. A photo of ours must have been uploaded for a shop that
// the operator may change, or belong to a template.
func (s *Service) CheckShared(ctx context.Context, address string) ([]rules.Problem, error) {
	name, ours := strings.CutPrefix(address, s.Address)
	if !ours {
		return s.checkTheirs(ctx, address)
	}
	p, err := s.Photos.Photo(ctx, name)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return problem(api.ProblemPictureGone)
	case err != nil:
		return nil, httpio.Unavailable(err)
	}
	scope, err := s.Authoriser.Scope(ctx, p.ShopID, platform.PermissionShopEdit)
	var no *api.Error
	if err != nil && (!errors.As(err, &no) || no.Status >= http.StatusInternalServerError) {
		return nil, err
	}
	return s.checkOurs(ctx, scope, name) // the zero scope's shop has no picture
}

// checkTheirs fetches and checks a photo that isn't ours.
func (s *Service) checkTheirs(ctx context.Context, address string) ([]rules.Problem, error) {
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
		s.Logger.InfoContext(ctx, "picture not fetched", "err", err)
		return problem(api.ProblemPictureNoAnswer)
	}
	found := rules.Picture(inspect(body))
	if len(found) == 0 {
		s.small.accepted.Add(address, struct{}{})
	}
	return found, nil
}

func (s *Service) checkOurs(ctx context.Context, scope auth.ShopScope, name string) ([]rules.Problem, error) {
	p, err := s.Photos.Photo(ctx, name)
	if err == nil && p.ShopID != scope.ShopID() {
		var shared bool
		if shared, err = s.shared(ctx, name); err == nil && !shared {
			err = store.ErrNotFound
		}
	}
	if err == nil {
		err = s.Photos.ScheduleCheck(ctx, name, s.Millis()+sentLife.Milliseconds())
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return problem(api.ProblemPictureGone)
	case err != nil:
		return nil, httpio.Unavailable(err)
	}
	return nil, nil
}

func problem(code string, args ...any) ([]rules.Problem, error) {
	return []rules.Problem{{Code: code, Args: args}}, nil
}
