package templates

import (
	"context"
	"net/http"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandleAccept accepts the drift of shops from a template, or revokes the acceptance ([api.PathDriftAccept]).
func (s *Service) HandleAccept(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.AcceptDrift](w, r)
	if err != nil {
		return err
	}
	v, err := s.viewer(r.Context())
	if err != nil {
		return err
	}
	var problems api.Problems
	if request.Note != "" && !api.Nameable(request.Note, api.MaxDriftNote) {
		problems.Add("note", api.ProblemDriftNote, api.MaxDriftNote)
	}
	if len(request.Shops) > api.MaxDriftAccepts {
		problems.Add("shops", api.ProblemTooMany, api.MaxDriftAccepts)
	}
	if len(problems) > 0 {
		return invalid(problems...)
	}
	ids := make([]int64, 0, len(request.Shops))
	for _, seen := range request.Shops {
		scope, err := s.Authoriser.Scope(r.Context(), seen.ShopID, auth.PermissionTemplates)
		if err != nil {
			return err
		}
		ids = append(ids, scope.ShopID())
	}
	b, err := s.book(r.Context())
	if err != nil {
		return httpio.Unavailable(err)
	}
	t := b.find(request.Template)
	if t == nil {
		return errNone
	}
	if err := s.accept(r.Context(), b, t, v, request); err != nil {
		return httpio.Unavailable(err)
	}
	answer, err := s.drift(r.Context(), v, t.ID, ids)
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, answer)
}

// accept accepts shop by shop, each with an audit entry.
func (s *Service) accept(ctx context.Context, b *assignments, t *template, v viewer, request api.AcceptDrift) error {
	seen := map[int64]string{}
	ids := make([]int64, 0, len(request.Shops))
	for _, one := range request.Shops {
		seen[one.ShopID] = one.Digest
		ids = append(ids, one.ShopID)
	}
	slices.Sort(ids)
	present, err := s.driftsOf(ctx, b, t, v, slices.Compact(ids))
	if err != nil {
		return err
	}
	for _, d := range present.Shops {
		switch {
		case request.Revoke:
			err = s.revoke(ctx, v, t, d)
		case len(d.Differences) > 0 && d.Digest == seen[d.ShopID]:
			err = s.acceptOne(ctx, v, t, d, request.Note)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// acceptance is the content of the audit entry, with the template's name at that time.
type acceptance struct {
	ID          string           `json:"id"`
	Name        string           `json:"name"`
	Note        string           `json:"note,omitempty"`
	Differences []api.Difference `json:"differences,omitempty"`
}

func (s *Service) acceptOne(ctx context.Context, v viewer, t *template, d api.ShopDrift, note string) error {
	entry := v.Entry("drift.accept", d.ShopID,
		acceptance{ID: t.ID, Name: t.Name, Note: note, Differences: d.Differences}, s.Now())
	a := store.AcceptedDrift{TemplateID: t.ID, ShopID: d.ShopID, Operator: v.Name, Note: note, At: entry.At}
	for _, one := range slices.Concat(d.Meant, d.Differences) {
		a.Differences = append(a.Differences, digest(one))
	}
	return s.save(ctx, entry, func(ctx context.Context) error {
		return s.Templates.AcceptDrift(ctx, a)
	})
}

func (s *Service) revoke(ctx context.Context, v viewer, t *template, d api.ShopDrift) error {
	entry := v.Entry("drift.revoke", d.ShopID, acceptance{ID: t.ID, Name: t.Name, Differences: d.Meant}, s.Now())
	// Where no drift was accepted, nothing is revoked.
	return store.Optional(s.save(ctx, entry, func(ctx context.Context) error {
		return s.Templates.RevokeDrift(ctx, t.ID, d.ShopID)
	}))
}
