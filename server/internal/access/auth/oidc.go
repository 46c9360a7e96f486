package auth

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/loopback"
	"github.com/shopdesk/shopdesk/server/identity"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// checkOIDC checks a provider.
func checkOIDC(o identity.OIDC) error {
	u, err := url.Parse(o.Issuer)
	if err != nil || u.Host == "" || o.ClientID == "" || o.ClientSecret == "" {
		return errors.New("auth: Options.OIDC needs an issuer's address, a client id and a client secret")
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !loopback.Is(u.Hostname())) {
		return fmt.Errorf("auth: the provider's issuer %q: want https; http is for loopback addresses only", u.Redacted())
	}
	return nil
}

// providerName is the provider's name for people: by default its host.
func (s *Service) providerName() string {
	issuer, _ := url.Parse(s.OIDC.Issuer) // it is an address, by checkOIDC
	return cmp.Or(s.OIDC.Name, issuer.Host)
}

const oidcKind = "oidc." // of the provider's redirects

// ProviderWithin limits each exchange with the provider. Only tests change it.
var ProviderWithin = 10 * time.Second

func (s *Service) oidcClient() *http.Client {
	return &http.Client{
		Transport: s.OIDC.Transport, Timeout: ProviderWithin,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// discover reads the provider's metadata, once. A provider that doesn't answer
// prevents neither the server's start nor sign-ins by password. Callers that come
// meanwhile wait for the same answer, not for one another.
func (s *Service) discover(ctx context.Context) (*oidc.Provider, *oauth2.Config, error) {
	known := s.provider.Load()
	if known == nil {
		var err error
		known, err = background.Share(ctx, &s.loads, "provider", func(ctx context.Context) (*oidc.Provider, error) {
			// The provider keeps the context, and later fetches keys with the context.
			found, err := oidc.NewProvider(oidc.ClientContext(ctx, s.oidcClient()), s.OIDC.Issuer)
			if err == nil {
				s.provider.Store(found)
			}
			return found, err
		})
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case err != nil:
			s.Logger.WarnContext(ctx, "auth: provider", "doing", "discovery", "request", httpio.RequestID(ctx), "err", err)
			return nil, nil, errProvider
		}
	}
	endpoint := known.Endpoint()
	endpoint.AuthStyle = authStyle(known) // never try a code twice
	return known, &oauth2.Config{
		ClientID: s.OIDC.ClientID, ClientSecret: s.OIDC.ClientSecret, Endpoint: endpoint,
		RedirectURL: s.Public + api.PathOIDCCallback, Scopes: []string{oidc.ScopeOpenID, "profile"},
	}, nil
}

// authStyle is how the provider wants the client's secret: in the form if it takes that, else in a header, which is the
// default of OpenID Connect Discovery.
func authStyle(p *oidc.Provider) oauth2.AuthStyle {
	var said struct {
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := p.Claims(&said); err == nil && slices.Contains(said.Methods, "client_secret_post") {
		return oauth2.AuthStyleInParams
	}
	return oauth2.AuthStyleInHeader
}

// clockLeeway is how far the provider's clock may be behind ours.
const clockLeeway = 2 * time.Minute

// HandleOIDCStart answers the provider's address ([api.PathOIDCStart]).
func (s *Service) HandleOIDCStart(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeIf[api.OIDCStart](s.OIDC != nil, errNoWay, w, r)
	if err != nil {
		return err
	}
	ctx, values := r.Context(), map[string]string{}
	var operatorID int64
	switch p := PrincipalFrom(ctx); {
	case in.Purpose == api.OIDCSignIn:
		if in.Remember {
			values["remember"] = "1"
		}
	case in.Purpose != api.OIDCLink:
		return invalid(api.Problem{Path: "purpose", Code: ProblemRequired})
	case p == nil:
		return errSignedOut
	case isDemo(p.Login):
		return errForbidden
	default:
		if err := s.RequireStepUp(ctx); err != nil {
			return err
		}
		operatorID, values["session"] = p.OperatorID, p.SessionRef()
	}
	_, config, err := s.discover(ctx)
	if err != nil {
		return err
	}
	if cookie, err := r.Cookie(s.deviceCookie); err == nil { // it doesn't come back with the redirect
		values["device"] = parseDevice(cookie.Value).String()
	}
	nonce, verifier := randomText(setupBytes), oauth2.GenerateVerifier()
	values["nonce"], values["verifier"] = nonce, verifier
	state, err := s.Redirects.Start(w, r, oidcKind, in.Purpose, operatorID, values)
	if err != nil {
		return err
	}
	// Asked with max_age, providers must say when the person signed in there, and may answer without
	// asking the person until then.
	age := oauth2.SetAuthURLParam("max_age", strconv.Itoa(int(rememberedLife.Seconds())))
	return httpio.WriteJSON(w, api.OIDCGo{URL: config.AuthCodeURL(state, oidc.Nonce(nonce),
		oauth2.S256ChallengeOption(verifier), age)})
}

// HandleOIDCCallback receives the browser from the provider
// ([api.PathOIDCCallback]) and redirects to a fixed page, with the outcome in the
// fragment.
func (s *Service) HandleOIDCCallback(w http.ResponseWriter, r *http.Request) error {
	if s.OIDC == nil {
		return errNoWay
	}
	values, operatorID, err := s.Redirects.Finish(w, r, r.URL.Query().Get("state"), oidcKind)
	purpose := values["purpose"]
	switch {
	case errors.Is(err, ErrRedirectUsed):
		s.event(r.Context(), eventLinkRefused, "address", s.addressText(r), "what", "redirect")
		return s.redirectWithOutcome(w, r, purpose, api.OIDCFailed)
	case errors.Is(err, ErrNoRedirect):
		return s.redirectWithOutcome(w, r, purpose, api.OIDCFailed)
	case err != nil:
		return err
	}
	said := r.URL.Query()
	if said.Get("error") == "access_denied" {
		return s.redirectWithOutcome(w, r, purpose, api.OIDCCancelled)
	}
	identity, provedAt, err := s.exchange(r.Context(), said, values["verifier"], values["nonce"])
	if err != nil {
		s.Logger.WarnContext(r.Context(), "auth: provider", "doing", "exchange", "request",
			httpio.RequestID(r.Context()), "err", err)
		return s.redirectWithOutcome(w, r, purpose, api.OIDCFailed)
	}
	if purpose == api.OIDCLink {
		return s.linkIdentity(w, r, operatorID, values["session"], identity)
	}
	r.AddCookie(&http.Cookie{Name: s.deviceCookie, Value: values["device"]}) //nolint:gosec // it isn't set
	return s.signInIdentity(w, r, identity, provedAt, values["remember"] != "")
}

// exchange exchanges the code that the provider said for an identity, and checks that the provider issued
// the identity to this console for this sign-in. provedAt is when the person signed in at
// the provider, 0 if the provider doesn't say. Its errors hold no secret.
func (s *Service) exchange(ctx context.Context, said url.Values, verifier, nonce string) (_ store.Identity,
	provedAt int64, _ error) {
	if failure := said.Get("error"); failure != "" {
		return store.Identity{}, 0, fmt.Errorf("auth: the provider refuses: %q", httpio.Shorten(failure, 100))
	}
	known, config, err := s.discover(ctx)
	if err != nil {
		return store.Identity{}, 0, err
	}
	ctx, cancel := context.WithTimeout(oidc.ClientContext(ctx, s.oidcClient()), ProviderWithin)
	defer cancel()
	token, err := config.Exchange(ctx, said.Get("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		var refused *oauth2.RetrieveError
		if errors.As(err, &refused) {
			return store.Identity{}, 0, fmt.Errorf("auth: code refused: %d %q", refused.Response.StatusCode,
				httpio.Shorten(refused.ErrorCode, 100))
		}
		return store.Identity{}, 0, fmt.Errorf("auth: code not exchanged: %w", err)
	}
	raw, _ := token.Extra("id_token").(string)
	earlier := func() time.Time { return s.Now().Add(-clockLeeway) }
	id, err := known.Verifier(&oidc.Config{ClientID: config.ClientID, Now: earlier}).Verify(ctx, raw)
	if err != nil {
		return store.Identity{}, 0, fmt.Errorf("auth: the id token doesn't hold, our clock says %s: %w",
			s.Now().UTC().Format(time.RFC3339), err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(nonce)) != 1 || nonce == "" || id.Subject == "" {
		return store.Identity{}, 0, errors.New("auth: the id token is for another sign-in")
	}
	label := shownName(id.Claims)
	if label == "" && known.UserInfoEndpoint() != "" {
		info, err := known.UserInfo(ctx, oauth2.StaticTokenSource(token))
		switch {
		case err != nil: // it holds the provider's answer, which may repeat the token
			s.Logger.WarnContext(ctx, "auth: provider", "doing", "userinfo", "request", httpio.RequestID(ctx), "err",
				httpio.Shorten(strings.ReplaceAll(err.Error(), token.AccessToken, "…"), 200))
		case info.Subject == id.Subject: // else the answer is of another person
			label = shownName(info.Claims)
		}
	}
	return store.Identity{Issuer: id.Issuer, Subject: id.Subject, Label: label}, s.provedBy(id), nil
}

// provedBy is when the person signed in at the provider, by our clock: the two times of the
// token are of one clock. It is 0 if the token doesn't tell.
func (s *Service) provedBy(id *oidc.IDToken) int64 {
	var said struct {
		AuthTime int64 `json:"auth_time"`
	}
	err := id.Claims(&said)
	age := id.IssuedAt.Sub(time.Unix(said.AuthTime, 0))
	if err != nil || said.AuthTime == 0 || age < 0 {
		return 0
	}
	return s.Now().Add(-age).UnixMilli()
}

// shownName is the name among claims. It is only shown to people.
func shownName(claims func(any) error) string {
	var shown struct {
		Name     string `json:"name"`
		Username string `json:"preferred_username"`
	}
	_ = claims(&shown)
	return cmp.Or(shown.Name, shown.Username)
}
