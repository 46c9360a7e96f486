package about

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/sight"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Legend answers the browser's calls. All fields are required.
type Legend struct {
	Authoriser auth.Authoriser
	Legend     store.Legend
	Audit      store.Audit
	background.Base
}

var (
	_ httpio.Func = (*Legend)(nil).HandleList
	_ httpio.Func = (*Legend)(nil).HandleChange
)

// Names lists the names for the session, without the person and time of the last
// change. A session starts without names if they can't be read.
func (s *Legend) Names(ctx context.Context) (numbers, words []api.CodeName) {
	kept, err := s.Legend.CodeNames(ctx)
	if err != nil {
		s.Logger.WarnContext(ctx, "legend: names not read", "err", err)
	}
	for _, n := range kept {
		list := &words
		if _, ok := n.Number(); ok {
			list = &numbers
		}
		*list = append(*list, api.CodeName{Kind: api.CodeKind(n.Kind), Code: n.Code, Name: n.Name})
	}
	return numbers, words
}

// HandleList answers the names ([api.PathLegend]).
func (s *Legend) HandleList(w http.ResponseWriter, r *http.Request) error {
	kept, err := s.Legend.CodeNames(r.Context())
	if err != nil {
		return httpio.Unavailable(err)
	}
	answer := api.Legend{Names: make([]api.CodeName, len(kept))}
	for i, n := range kept {
		answer.Names[i] = api.CodeName{Kind: api.CodeKind(n.Kind), Code: n.Code, Name: n.Name, By: n.ChangedBy,
			At: n.ChangedAt}
	}
	return httpio.WriteJSON(w, answer)
}

// HandleChange saves the names of a request, and answers all names ([api.PathLegend]).
func (s *Legend) HandleChange(w http.ResponseWriter, r *http.Request) error {
	who, request, err := auth.Required[api.Legend](s.Authoriser, w, r, auth.PermissionSettingsEdit)
	if err != nil {
		return err
	}
	if err := s.check(r.Context(), &request); err != nil {
		return err
	}
	now := s.Now()
	names := make([]store.CodeName, len(request.Names))
	for i := range request.Names {
		n := &request.Names[i]
		n.By, n.At = "", 0
		names[i] = store.CodeName{Kind: string(n.Kind), Code: n.Code, Name: n.Name, ChangedBy: who.Name,
			ChangedAt: now.UnixMilli()}
	}
	entry := who.Entry("settings.legend", 0, request, now)
	err = s.Audit.WithAudit(r.Context(), entry, func(ctx context.Context) error {
		return s.Legend.NameCodes(ctx, names)
	})
	if err != nil {
		return httpio.Unavailable(err)
	}
	return s.HandleList(w, r)
}

// check trims the names of a request and judges them. The error is the answer.
func (s *Legend) check(ctx context.Context, request *api.Legend) error {
	var problems api.Problems
	kept, err := s.Legend.CodeNames(ctx)
	if err != nil {
		return httpio.Unavailable(err)
	}
	after := map[api.CodeName]bool{} // by kind and code
	for _, n := range kept {
		after[api.CodeName{Kind: api.CodeKind(n.Kind), Code: n.Code}] = true
	}
	for i := range request.Names {
		n := &request.Names[i]
		n.Name = strings.TrimSpace(n.Name)
		if !slices.Contains(api.CodeKinds(), n.Kind) {
			problems.Add(fmt.Sprintf("names[%d].kind", i), api.ProblemCodeKind)
		}
		if !sight.IsCode(n.Code) { // [Sights] wouldn't list it
			problems.Add(fmt.Sprintf("names[%d].code", i), api.ProblemCodeWord)
		}
		if !api.Optional(n.Name, api.MaxCodeName) {
			problems.Add(fmt.Sprintf("names[%d].name", i), api.ProblemDateName, api.MaxCodeName)
		}
		key := api.CodeName{Kind: n.Kind, Code: n.Code}
		if after[key] = true; n.Name == "" {
			delete(after, key)
		}
	}
	if len(after) > api.MaxCodeNames || len(request.Names) > 2*api.MaxCodeNames {
		problems.Add("names", api.ProblemTooMany, api.MaxCodeNames)
	}
	if len(problems) > 0 {
		return httpio.Invalid("These names can't be kept as given.", problems...)
	}
	return nil
}
