package templates

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// restorable is how long a removed template can be restored.
const restorable = 30 * 24 * time.Hour

// HandleSave makes, changes or restores a template ([api.PathTemplates]).
func (s *Service) HandleSave(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.SaveTemplate](w, r)
	if err != nil {
		return err
	}
	v, err := s.viewer(r.Context())
	if err != nil {
		return err
	}
	old, err := s.Templates.Template(r.Context(), request.ID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		old = store.Template{Removed: true, MakerID: v.OperatorID}
	case err != nil:
		return httpio.Unavailable(err)
	case !v.mayChange(old):
		return errNotYours
	}
	b, err := s.book(r.Context())
	if err != nil {
		return httpio.Unavailable(err)
	}
	wanted, err := s.wanted(r.Context(), b, v, old, request)
	if err != nil {
		return err
	}
	if !old.Removed && sameTemplate(old, wanted) {
		return s.answerOne(w, r, v, old.ID) // the request came twice, or changes nothing
	}
	err = s.recorded(r.Context(), v, "templates.save", request, old, wanted, func(ctx context.Context) error {
		return s.Templates.SaveTemplate(ctx, wanted)
	})
	if err != nil {
		return err
	}
	return s.answerOne(w, r, v, wanted.ID)
}

// wanted is the template to store; an error is the answer with the problems of the request.
func (s *Service) wanted(ctx context.Context, b *assignments, v viewer, old store.Template,
	request api.SaveTemplate) (store.Template, error) {
	t := store.Template{
		ID: request.ID, Version: request.Version, Name: strings.TrimSpace(request.Name), MakerID: old.MakerID,
		ChangedBy: v.Name, ChangedAt: s.Now().UnixMilli(),
	}
	if !identifier(request.ID) {
		return t, httpio.Refusal(api.CodeMalformed, "A template needs an id of its own.")
	}
	problems, err := s.check(ctx, request.Name, request.Parts, old)
	if err != nil {
		return t, err
	}
	t.Groups = slices.Compact(slices.Sorted(slices.Values(request.Groups)))
	problems = append(problems, mayAssign(b, v, t.Groups, old.Groups)...)
	for _, id := range old.Groups {
		if _, sees := b.group(id, v); !sees {
			t.Groups = append(t.Groups, id) // the viewer may not remove these
		}
	}
	slices.Sort(t.Groups)
	t.Groups = slices.Compact(t.Groups)
	for i, text := range request.Shops {
		shop, err := strconv.ParseInt(text, 10, 64)
		if err != nil || !v.HasNow(shop) {
			problems.Add("shops["+strconv.Itoa(i)+"]", api.ProblemTemplateDenied)
			continue
		}
		t.Shops = append(t.Shops, shop)
	}
	for _, shop := range old.Shops {
		if !v.HasNow(shop) {
			t.Shops = append(t.Shops, shop) // the viewer may not remove these
		}
	}
	slices.Sort(t.Shops)
	t.Shops = slices.Compact(t.Shops)
	if len(b.list) >= api.MaxTemplates && old.Removed {
		problems.Add("", api.ProblemFull, api.MaxTemplates)
	}
	if len(problems) > 0 {
		return t, invalid(problems...)
	}
	t.Parts, err = json.Marshal(normal(request.Parts))
	return t, err
}

// mayAssign checks the groups: only operators with a role in all shops may assign a group that has shops of others;
// the other operators may leave it assigned.
func mayAssign(b *assignments, v viewer, groups, before []string) (problems api.Problems) {
	for i, id := range groups {
		g, sees := b.group(id, v)
		may := sees && (v.All || !slices.ContainsFunc(g.Shops, func(shop int64) bool { return !v.HasNow(shop) }))
		if !may && !slices.Contains(before, id) {
			problems.Add("groups["+strconv.Itoa(i)+"]", api.ProblemTemplateDenied)
		}
	}
	return problems
}

// lost answers a save that came too late: the template was changed meanwhile, or another template has its name.
func (s *Service) lost(ctx context.Context, v viewer, wanted store.Template) error {
	b, err := s.book(ctx)
	if err != nil {
		return httpio.Unavailable(err)
	}
	t := b.find(wanted.ID)
	switch {
	case t == nil && wanted.Version != 0:
		return errNone
	case t != nil && t.Version != wanted.Version:
		return httpio.Changed("Someone changed this template meanwhile.", b.shown(t, v, api.DriftCounts{}))
	}
	return invalid(api.Problem{Path: "name", Code: api.ProblemNameTaken})
}

// HandleRemove removes a template ([api.PathTemplateDrop]).
func (s *Service) HandleRemove(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.RemoveTemplate](w, r)
	if err != nil {
		return err
	}
	v, err := s.viewer(r.Context())
	if err != nil {
		return err
	}
	old, err := s.Templates.Template(r.Context(), request.ID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return errNone
	case err != nil:
		return httpio.Unavailable(err)
	case !v.mayChange(old):
		return errNotYours
	case old.Removed:
		return s.answerList(w, r, v)
	}
	now := s.Now()
	wanted := store.Template{ID: request.ID, Version: request.Version}
	entry := removal{request, old.Name}
	err = s.recorded(r.Context(), v, "templates.remove", entry, old, wanted, func(ctx context.Context) error {
		return s.Templates.RemoveTemplate(ctx, request.ID, request.Version, now.UnixMilli(), now.Add(-restorable).UnixMilli())
	})
	if err != nil {
		return err
	}
	return s.answerList(w, r, v)
}

// removal is the content of the audit entry, with the name, because the template is gone when the entry is read.
type removal struct {
	api.RemoveTemplate
	Name string `json:"name"`
}

func (s *Service) answerOne(w http.ResponseWriter, r *http.Request, v viewer, id string) error {
	answer, err := s.drift(r.Context(), v, id, v.Shops)
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, answer.Template)
}

// recorded saves a change of a template. An error is an answer.
func (s *Service) recorded(ctx context.Context, v viewer, action string, request any, before, wanted store.Template,
	do func(context.Context) error) error {
	entry := v.Entry(action, 0, request, s.Now())
	if !before.Removed {
		entry.Before, _ = json.Marshal(was(before)) // plain values, with which Marshal can't fail
	}
	err := s.save(ctx, entry, do)
	switch {
	case errors.Is(err, store.ErrConflict):
		return s.lost(ctx, v, wanted)
	case err != nil:
		return httpio.Unavailable(err)
	}
	return nil
}

// save makes one change of the store together with its audit entry. The change is finished even if the reader leaves.
func (s *Service) save(ctx context.Context, entry store.Entry, do func(context.Context) error) error {
	ctx, cancel := background.Finish(ctx, background.SaveWithin)
	defer cancel()
	return s.Audit.WithAudit(ctx, entry, do)
}

// was converts a template to the form of the audit.
func was(t store.Template) api.SaveTemplate {
	old := api.SaveTemplate{TemplateID: api.TemplateID{ID: t.ID, Name: t.Name}, Version: t.Version, Groups: t.Groups,
		Shops: httpio.IDs(t.Shops)}
	_ = json.Unmarshal(t.Parts, &old.Parts) // Parts was written by this package
	return old
}

func sameTemplate(a, b store.Template) bool {
	return a.Name == b.Name && string(a.Parts) == string(b.Parts) && slices.Equal(a.Groups, b.Groups) &&
		slices.Equal(a.Shops, b.Shops)
}

func identifier(id string) bool {
	return len(id) == api.TemplateIDLength && !strings.ContainsFunc(id, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9')
	})
}

func invalid(problems ...api.Problem) error {
	return httpio.Invalid("The template can't be kept like this.", problems...)
}

var errNotYours = httpio.Refusal(api.CodeForbidden,
	"Only whoever made a template, or has a role in all shops, may change it.")
