package directory

import (
	"context"
	"crypto/rand"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandleView saves or removes a view of the operator ([api.PathViews]). Saving a removed view restores it.
func (s *Service) HandleView(w http.ResponseWriter, r *http.Request) error {
	who, err := s.Authoriser.RequireSignedIn(r.Context())
	if err != nil {
		return err
	}
	request, err := httpio.Decode[api.SaveView](w, r)
	if err != nil {
		return err
	}
	if request.Delete {
		if err = s.Store.DropView(r.Context(), who.OperatorID, request.ID); err != nil {
			err = httpio.Unavailable(err)
		}
	} else {
		err = s.keepView(r.Context(), who.OperatorID, request.View)
	}
	if err != nil {
		return err
	}
	list, err := s.views(r.Context(), who.OperatorID)
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, api.Views{Views: list})
}

func (s *Service) keepView(ctx context.Context, operatorID int64, v api.View) error {
	there, err := s.Store.Views(ctx, operatorID)
	if err != nil {
		return httpio.Unavailable(err)
	}
	v.Name = strings.TrimSpace(v.Name)
	known := v.ID != "" && slices.ContainsFunc(there, func(o store.View) bool { return o.ID == v.ID })
	var problems api.Problems
	switch {
	case !api.Nameable(v.Name, api.MaxGroupName):
		problems.Add("name", api.ProblemName, api.MaxGroupName)
	case slices.ContainsFunc(there, func(o store.View) bool { return o.ID != v.ID && strings.EqualFold(o.Name, v.Name) }):
		problems.Add("name", api.ProblemNameTaken)
	}
	if !known && len(there) >= api.MaxViews {
		problems.Add("name", api.ProblemFull, api.MaxViews)
	}
	if len(v.Body) > api.MaxViewBody || !utf8.ValidString(v.Body) {
		problems.Add("body", "too_large", api.MaxViewBody)
	}
	if len(v.ID) > 40 {
		problems.Add("id", "too_large", 40)
	}
	if len(problems) > 0 {
		return invalid(problems...)
	}
	if v.ID == "" {
		v.ID = rand.Text()
	}
	err = s.Store.SaveView(ctx, store.View{OperatorID: operatorID, ID: v.ID, Name: v.Name, Body: v.Body, At: s.Millis()})
	if err != nil {
		return httpio.Unavailable(err)
	}
	return nil
}

func (s *Service) views(ctx context.Context, operatorID int64) ([]api.View, error) {
	stored, err := s.Store.Views(ctx, operatorID)
	if err != nil {
		return nil, httpio.Unavailable(err)
	}
	list := make([]api.View, 0, len(stored))
	for _, v := range stored {
		list = append(list, api.View{ID: v.ID, Name: v.Name, Body: v.Body})
	}
	return list, nil
}
