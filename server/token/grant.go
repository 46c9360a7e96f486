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

// grant obtains tokens with grant_type app_level_token (interface 5).
type grant struct {
	config   clientcredentials.Config
	client   *http.Client
	lifetime time.Duration // for answers without expires_in
	log      *slog.Logger
}

func newGrant(base string, o Options) *grant {
	address := base + platform.PathToken
	return &grant{
		config: clientcredentials.Config{
			ClientID:       o.ClientID,
			ClientSecret:   string(o.ClientSecret),
			TokenURL:       address,
			EndpointParams: url.Values{"grant_type": {"app_level_token"}},
			// Left to find out the style, x/oauth2 asks twice.
			AuthStyle: oauth2.AuthStyleInParams,
		},
		client: &http.Client{
			Transport: &jsonTransport{url: address, next: o.Transport},
			Timeout:   callTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse // the secret goes nowhere else
			},
		},
		lifetime: o.Profile.TokenLifetime,
		log:      o.Logger,
	}
}

// obtain asks for a token and tells how long it lives. Errors are a refusal or
// passing trouble, and carry no text of the platform's.
func (g *grant) obtain(ctx context.Context) (Secret, time.Duration, error) {
	token, err := g.config.Token(context.WithValue(ctx, oauth2.HTTPClient, g.client))
	if err != nil {
		return "", 0, g.explain(err)
	}
	if !strings.EqualFold(token.TokenType, "bearer") {
		return "", 0, passing(&platform.Error{Path: platform.PathToken, Status: http.StatusOK, Malformed: true})
	}
	// x/oauth2 takes a token without expires_in for eternal.
	seconds, _ := token.Extra("expires_in").(float64)
	life := time.Duration(seconds) * time.Second
	if life <= 0 {
		g.log.WarnContext(ctx, "platform doesn't say how long its token lives, assuming", "lifetime", g.lifetime)
		life = g.lifetime
	}
	return Secret(token.AccessToken), life, nil
}

// explain turns an error of x/oauth2, whose text holds what the platform
// wrote, into ours.
func (g *grant) explain(err error) error {
	var answer *oauth2.RetrieveError
	if !errors.As(err, &answer) {
		return passing(err)
	}
	failure := &platform.Error{Path: platform.PathToken, Status: answer.Response.StatusCode}
	number, ours := strings.CutPrefix(answer.ErrorCode, codePrefix)
	code, numberErr := strconv.Atoi(number)
	switch {
	case ours && numberErr == nil:
		failure.Code, failure.Message = code, answer.ErrorDescription // scrubbed
		if failure.Authentication() || aboutClient(failure.Message) {
			return refusal(failure)
		}
	case definite[answer.ErrorCode]:
		return refusal(failure)
	default:
		failure.Malformed = true
	}
	return passing(failure)
}

// aboutClient reports whether the platform complains of the client_id or the
// client_secret. The codes for that are not shown (interface 7.5).
func aboutClient(message string) bool {
	message = strings.ToLower(message)
	return strings.Contains(message, "client_id") || strings.Contains(message, "client_secret")
}
