package token

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"github.com/shopdesk/shopdesk/platform"
)

// callTimeout is the total time of one call to the token endpoint.
const callTimeout = 15 * time.Second

// CallWithin is callTimeout, and longer in tests.
var CallWithin = callTimeout

// Tokens are the tokens of a grant.
type Tokens struct {
	Access  Secret
	Refresh Secret // empty for the application-level grants
	Life    time.Duration
}

// Grants asks the token endpoint for tokens, with each of the four grants
// (interface 5). Errors hold the platform's text only scrubbed; [OutcomeOf]
// classifies them.
type Grants struct {
	app      clientcredentials.Config
	shop     oauth2.Config
	client   *http.Client
	lifetime time.Duration // for answers without expires_in
	codes    platform.AuthCodes
	log      *slog.Logger
}

func newGrants(base string, o Options) *Grants {
	address := base + platform.PathToken
	g := &Grants{
		app: clientcredentials.Config{
			ClientID:       o.ClientID,
			ClientSecret:   string(o.ClientSecret),
			TokenURL:       address,
			EndpointParams: url.Values{"grant_type": {platform.GrantApp}},
			// Without a style, x/oauth2 would ask twice to find one.
			AuthStyle: oauth2.AuthStyleInParams,
		},
		shop: oauth2.Config{
			ClientID: o.ClientID,
			Endpoint: oauth2.Endpoint{TokenURL: address, AuthStyle: oauth2.AuthStyleInParams},
		},
		client: &http.Client{
			Transport: &jsonTransport{url: address, next: o.Transport, rename: map[string]string{
				"code": o.Profile.CodeField, "refresh_token": o.Profile.RefreshField,
			}},
			Timeout: CallWithin,
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse // the secret is sent to no other address
			},
		},
		lifetime: o.Profile.TokenLifetime,
		codes:    o.Profile.AuthCodes,
		log:      o.Logger,
	}
	if o.Legacy {
		g.app.EndpointParams = nil // the default grant_type of x/oauth2 is the legacy one
	}
	if o.Profile.ShopSecret {
		g.shop.ClientSecret = string(o.ClientSecret)
	}
	return g
}

// App asks for an application-level token, with the grant type app_level_token, or
// client_credentials where Options.Legacy is set.
func (g *Grants) App(ctx context.Context) (Tokens, error) {
	token, err := g.app.Token(context.WithValue(ctx, oauth2.HTTPClient, g.client))
	if err != nil {
		return Tokens{}, g.explain(err)
	}
	if !bearer(token) {
		return Tokens{}, &grantError{OutcomeTransient, passing(&platform.Error{Path: platform.PathToken,
			Status:    http.StatusOK,
			Malformed: true})}
	}
	return g.tokens(ctx, token), nil
}

// Exchange exchanges an authorization code for a connection's tokens. The code can
// be used once. verifier belongs to the redirect's code challenge, "" for none.
func (g *Grants) Exchange(ctx context.Context, code Secret, verifier string) (Tokens, error) {
	options := []oauth2.AuthCodeOption{oauth2.SetAuthURLParam("grant_type", platform.GrantCode)}
	if verifier != "" {
		options = append(options, oauth2.VerifierOption(verifier))
	}
	token, err := g.shop.Exchange(context.WithValue(ctx, oauth2.HTTPClient, g.client), string(code), options...)
	if err != nil {
		return Tokens{}, g.explain(err)
	}
	return g.tokens(ctx, token), nil
}

// Refresh exchanges a refresh token for new tokens. The refresh token can be used
// once.
func (g *Grants) Refresh(ctx context.Context, refresh Secret) (Tokens, error) {
	source := g.shop.TokenSource(context.WithValue(ctx, oauth2.HTTPClient, g.client),
		&oauth2.Token{RefreshToken: string(refresh)})
	token, err := source.Token()
	if err != nil {
		return Tokens{}, g.explain(err)
	}
	got := g.tokens(ctx, token)
	if got.Refresh == refresh {
		g.log.InfoContext(ctx, "platform renewed without a new refresh token")
	}
	return got, nil
}

// bearer reports whether a token is of the one type that there is (interface 4.1), or of none that is named.
func bearer(token *oauth2.Token) bool {
	return token.TokenType == "" || strings.EqualFold(token.TokenType, "bearer")
}

// tokens reads an answer. Tokens that are issued only once are kept, even if other
// members of the answer are odd.
func (g *Grants) tokens(ctx context.Context, token *oauth2.Token) Tokens {
	if !bearer(token) {
		g.log.WarnContext(ctx, "platform gives a token of another type than bearer")
	}
	// x/oauth2 treats a token without expires_in as eternal.
	seconds, _ := token.Extra("expires_in").(float64)
	life := time.Duration(seconds) * time.Second
	if life <= 0 {
		g.log.WarnContext(ctx, "platform doesn't say how long its token lives, assuming", "lifetime", g.lifetime)
		life = g.lifetime
	}
	return Tokens{Access: Secret(token.AccessToken), Refresh: Secret(token.RefreshToken), Life: life}
}

// explain turns an error of x/oauth2, which holds the platform's text, into an
// error of this package.
func (g *Grants) explain(err error) error {
	var answer *oauth2.RetrieveError
	if !errors.As(err, &answer) {
		var unsent *unsentError
		if errors.As(err, &unsent) {
			return &grantError{OutcomeTransient, passing(err)}
		}
		return &grantError{OutcomeUnknown, passing(err)}
	}
	failure := &platform.Error{Path: platform.PathToken, Status: answer.Response.StatusCode, AuthCodes: g.codes}
	number, ours := strings.CutPrefix(answer.ErrorCode, codePrefix)
	code, numberErr := strconv.Atoi(number)
	switch {
	case failure.TooMany():
		return &grantError{OutcomeTransient, passing(failure)}
	case ours && numberErr == nil:
		failure.Code, failure.Message = code, answer.ErrorDescription // scrubbed
		switch {
		case aboutGrant(failure):
			return &grantError{OutcomeSignIn, refusal(failure)}
		case failure.Authentication() || aboutClient(failure.Message):
			return &grantError{OutcomeRefused, refusal(failure)}
		}
		return &grantError{OutcomeTransient, passing(failure)}
	case answer.ErrorCode == "invalid_grant", answer.ErrorCode == "invalid_token":
		return &grantError{OutcomeSignIn, refusal(failure)}
	case definite[answer.ErrorCode]:
		return &grantError{OutcomeRefused, refusal(failure)}
	}
	failure.Malformed = true
	return &grantError{OutcomeUnknown, passing(failure)}
}

// aboutGrant reports whether the platform refuses the code or refresh token
// rather than the application (interface 7.2).
func aboutGrant(failure *platform.Error) bool {
	return errors.Is(failure, platform.ErrNoMerchant) || errors.Is(failure, platform.ErrTokenExpired) ||
		errors.Is(failure, platform.ErrTokenInvalid)
}

// aboutClient reports whether the platform complains of the client_id or the
// client_secret. The codes for that are not shown (interface 7.5).
func aboutClient(message string) bool {
	message = strings.ToLower(message)
	return strings.Contains(message, "client_id") || strings.Contains(message, "client_secret")
}
