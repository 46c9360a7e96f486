package holidays

import (
	"context"
	"fmt"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// HandleNames lists a shop's names ([api.PathDateNames]).
func (s *Service) HandleNames(w http.ResponseWriter, r *http.Request) error {
	scope, err := auth.AskedScope(r, s.Authoriser, platform.PermissionShopView)
	if err != nil {
		return err
	}
	return s.answerNames(w, r, scope)
}

func (s *Service) answerNames(w http.ResponseWriter, r *http.Request, scope auth.ShopScope) error {
	names, err := s.Names(r.Context(), scope)
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, api.DateNames{Names: names})
}

// Names returns the shop's names of its special dates. An error is an answer.
func (s *Service) Names(ctx context.Context, scope auth.ShopScope) ([]api.DateName, error) {
	kept, err := s.Dates.DateNames(ctx, scope.ShopID())
	if err != nil {
		return nil, httpio.Unavailable(err)
	}
	return change.Names(kept), nil
}

// HandleChangeNames puts and drops names and answers all names after the change ([api.PathDateNames]).
func (s *Service) HandleChangeNames(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.ChangeDateNames](w, r)
	if err != nil {
		return err
	}
	scope, err := s.Authoriser.Scope(r.Context(), request.ShopID, platform.PermissionHoursEdit)
	if err != nil {
		return err
	}
	if problems := checkNames(request); len(problems) > 0 {
		return httpio.Invalid("These names can't be kept as given.", problems...)
	}
	err = s.recorded(r.Context(), scope, "dates.names", request, func(ctx context.Context) error {
		return change.SaveNames(ctx, s.Dates, scope.ShopID(), request.Put, request.Drop, s.Now())
	})
	if err != nil {
		return err
	}
	return s.answerNames(w, r, scope)
}

func checkNames(request api.ChangeDateNames) []api.Problem {
	var problems api.Problems
	if n := len(request.Put) + len(request.Drop); n > api.MaxDateNameChanges {
		problems.Add("put", api.ProblemTooMany, api.MaxDateNameChanges)
		return problems
	}
	for _, part := range []struct {
		name string
		list []api.DateName
	}{{"put", request.Put}, {"drop", request.Drop}} {
		for i, n := range part.list {
			path := fmt.Sprintf("%s[%d]", part.name, i)
			first, okFirst := rules.ParseDate(n.First)
			last, okLast := rules.ParseDate(n.Last)
			switch {
			case !okFirst || !okLast:
				problems.Add(path, "date_name_days")
			case last.Before(first):
				problems.Add(path, rules.CodeRangeReversed)
			}
			if part.name == "put" && !api.Nameable(n.Name, api.MaxDateName) {
				problems.Add(path+".name", "date_name", api.MaxDateName)
			}
		}
	}
	return problems
}
