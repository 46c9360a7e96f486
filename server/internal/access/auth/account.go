package auth

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// HandleAccount answers the asker's own account ([api.PathAccount]).
func (s *Service) HandleAccount(w http.ResponseWriter, r *http.Request) error {
	p, err := s.ownPeople(r)
	if err != nil {
		return err
	}
	return s.answerAccount(w, r, p)
}

func (s *Service) answerAccount(w http.ResponseWriter, r *http.Request, p *Principal) error {
	ctx := r.Context()
	o, err := s.Store.Operator(ctx, p.OperatorID)
	if err != nil {
		return unavailable("read operator", err)
	}
	keys, err := s.Store.Passkeys(ctx, p.OperatorID)
	if err != nil {
		return unavailable("list passkeys", err)
	}
	linked, err := s.Store.Identities(ctx, p.OperatorID)
	if err != nil {
		return unavailable("list identities", err)
	}
	answer := api.Account{Name: o.Name, Login: o.Login, Password: o.Password != "", Passkeys: []api.Passkey{},
		Linked: []api.Linked{}}
	for _, k := range keys {
		answer.Passkeys = append(answer.Passkeys, api.Passkey{ID: k.ID, Name: k.Name, CreatedAt: k.CreatedAt,
			UsedAt: k.UsedAt})
	}
	for _, i := range linked {
		name := i.Issuer
		if s.OIDC != nil && i.Issuer == s.OIDC.Issuer {
			name = s.providerName()
		}
		answer.Linked = append(answer.Linked, api.Linked{Provider: name, Label: i.Label})
	}
	return httpio.WriteJSON(w, answer)
}

// HandleRename changes the asker's name ([api.PathAccountName]).
func (s *Service) HandleRename(w http.ResponseWriter, r *http.Request) error {
	p, in, err := askedBy[api.Rename](s.ownPeople, w, r)
	if err != nil {
		return err
	}
	in.Name = strings.TrimSpace(in.Name)
	if problems := checkName(in.Name); len(problems) > 0 {
		return invalid(problems...)
	}
	err = s.audited(r.Context(), p, "account.rename", in, func(ctx context.Context) error {
		return s.Store.Rename(ctx, p.OperatorID, in.Name)
	})
	s.OperatorChanged(p.OperatorID)
	if err != nil {
		return refused("rename", err)
	}
	return s.answerAccount(w, r, p)
}

// HandlePassword replaces the asker's password, or sets their first one
// ([api.PathAccountPassword]).
func (s *Service) HandlePassword(w http.ResponseWriter, r *http.Request) error {
	p, in, err := askedBy[api.NewPassword](s.ownPeople, w, r)
	if err != nil {
		return err
	}
	if isDemo(p.Login) {
		return errForbidden
	}
	if problems := checkPassword(p.Name, p.Login, in.Password); len(problems) > 0 {
		return invalid(problems...)
	}
	if err := s.RequireStepUp(r.Context()); err != nil {
		return err
	}
	phc, err := s.hasher.hash(r.Context(), in.Password)
	if err != nil {
		return s.busy(err)
	}
	about := passwordOf{in.Keep}
	err = s.audited(r.Context(), p, "account.password", about, func(ctx context.Context) error {
		if in.Keep {
			return s.Store.SetPassword(ctx, p.OperatorID, phc)
		}
		return s.Store.ReplacePassword(ctx, p.OperatorID, phc, p.session, s.Millis())
	})
	if err != nil {
		return refused("set password", err)
	}
	if !in.Keep {
		s.othersSignedOut(r.Context(), p)
	}
	return s.answerAccount(w, r, p)
}

// HandlePreferences saves what the asker chose of their preferences ([api.PathPreferences]). People
// of an embedding host have preferences, too.
func (s *Service) HandlePreferences(w http.ResponseWriter, r *http.Request) error {
	p := PrincipalFrom(r.Context())
	if p == nil {
		return errSignedOut
	}
	in, err := httpio.Decode[api.SetPreferences](w, r)
	if err != nil {
		return err
	}
	var problems api.Problems
	for _, choice := range []struct {
		path, value string
		of          []string
	}{
		{"language", in.Language, api.Languages()},
		{"sound", in.Sound, []string{"on", "off"}},
		{"theme", in.Theme, []string{"light", "dark"}},
	} {
		if choice.value != "" && !slices.Contains(choice.of, choice.value) {
			problems.Add(choice.path, ProblemShape)
		}
	}
	if len(problems) > 0 {
		return invalid(problems...)
	}
	now := *p
	if now.prefs, err = s.Store.Preferences(r.Context(), p.OperatorID); err != nil {
		return unavailable("preferences", err)
	}
	was := api.Preferences(now.prefs)
	if in.Was != nil {
		was = *in.Was
	}
	now.prefs.Language = httpio.Chosen(now.prefs.Language, was.Language, in.Language)
	now.prefs.Sound = httpio.Chosen(now.prefs.Sound, was.Sound, in.Sound)
	now.prefs.Theme = httpio.Chosen(now.prefs.Theme, was.Theme, in.Theme)
	if err := s.Store.SetPreferences(r.Context(), p.OperatorID, now.prefs); err != nil {
		return unavailable("set preferences", err)
	}
	s.OperatorChanged(p.OperatorID)
	return httpio.WriteJSON(w, s.session(r.Context(), &now))
}
