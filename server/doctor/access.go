package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/sight"
)

// access finds out how calls are made: as the settings say, or else as the
// platform wants them.
func (d *Doctor) access(ctx context.Context) (s session, ok bool) {
	token, ok := d.token(ctx)
	if !ok {
		return s, false
	}
	for _, way := range d.ways() {
		s = session{d: d, presenter: way, token: token}
		a, err := s.call(ctx, platform.PathShopGet, platform.ShopRef{ShopID: d.o.Shops[0]})
		if err != nil {
			d.differs("access", d.scrub(err.Error(), token), "")
			return s, false
		}
		switch {
		case a.refusedUs(platform.PathShopGet, way.Profile.AuthCodes):
			continue
		case !a.json:
			d.differs("access", fmt.Sprintf("status %d, no JSON object: a gateway may be in front of the platform",
				a.status), "")
			return s, false
		case a.status >= http.StatusInternalServerError: // says nothing of the way
			d.differs("access", d.said(a, token), "")
			return s, false
		case a.succeeded():
			d.holds("access", "")
		default:
			d.differs("access", fmt.Sprintf("shop %d: code %s: %s", d.o.Shops[0], a.code, d.scrub(a.message, token)), "")
		}
		d.presented(way.Profile)
		return s, true
	}
	d.differs("access", "every way of presenting the token is refused", "")
	return s, false
}

// token gets a token by the application-level grant, or takes the one of a shop that is connected by itself.
func (d *Doctor) token(ctx context.Context) (token string, ok bool) {
	if d.o.Grant == NoGrant {
		if d.o.Token == nil {
			return "", false
		}
		token, err := d.o.Token(ctx, d.o.Shops[0])
		if err != nil {
			d.differs("access", d.scrub(fmt.Sprintf("no token for shop %d: %v", d.o.Shops[0], err)), "")
		}
		return token, err == nil
	}
	token, problem, err := d.exchange(ctx, d.o.Grant)
	switch {
	case err != nil:
		d.differs("access", d.scrub(err.Error()), "")
		return "", false
	case token != "":
		d.holds("app-grant", d.o.Grant)
	default:
		other, setting := platform.GrantApp, "SHOPDESK_GRANT=app"
		if d.o.Grant == platform.GrantApp {
			other, setting = platform.GrantLegacy, "SHOPDESK_GRANT=legacy"
		}
		d.differs("app-grant", d.o.Grant+": "+problem, "")
		if token, _, _ = d.exchange(ctx, other); token == "" {
			return "", false
		}
		d.differs("app-grant", other+" gives a token", setting)
	}
	return token, true
}

// ways are the ways of presenting a token, the configured one first.
func (d *Doctor) ways() []platform.Presenter {
	ways := []platform.Presenter{d.o.Presenter}
	for _, presentation := range []platform.Presentation{platform.BearerHeader, platform.BodyFields} {
		for _, signature := range []platform.Scheme{platform.SHA256Suffix, platform.HMACHeader} {
			way := d.o.Presenter
			way.Profile.Presentation, way.Profile.Signature = presentation, signature
			if way != d.o.Presenter && (presentation == platform.BearerHeader || way.AppID != 0) {
				ways = append(ways, way)
			}
		}
	}
	return ways
}

// presented compares the way that worked with the settings.
func (d *Doctor) presented(p platform.Profile) {
	configured := d.o.Presenter.Profile
	taken, inBody := "a bearer header is taken", "false"
	if p.Presentation == platform.BodyFields {
		taken, inBody = "the token is taken in the body", "true"
	}
	d.compares("token-presentation", p.Presentation == configured.Presentation, taken, taken,
		"SHOPDESK_TOKEN_IN_BODY="+inBody)
	signed, where := "without X-App-Signature", "suffix"
	if p.Signature == platform.HMACHeader {
		signed, where = "with X-App-Signature", "header"
	}
	d.compares("call-signature", p.Signature == configured.Signature, signed, "calls are taken "+signed,
		"SHOPDESK_CALL_SIGNATURE="+where)
}

// wrongToken learns how a token is refused.
func (d *Doctor) wrongToken(ctx context.Context, s session) {
	s.token = "not-a-token"
	codes := s.presenter.Profile.AuthCodes
	a, err := s.call(ctx, platform.PathShopGet, platform.ShopRef{ShopID: d.o.Shops[0]})
	if err != nil {
		return
	}
	code, _ := strconv.Atoi(a.code)
	switch {
	case a.succeeded():
		d.differs("auth-codes", "a wrong token is taken", "")
		return
	case a.status >= http.StatusInternalServerError: // says nothing of the token
		return
	case errors.Is(codes.Of(code), platform.ErrTokenInvalid):
		d.holds("auth-codes", "")
	default:
		read, setting := "which we don't understand", ""
		if a.refusedUs(platform.PathShopGet, codes) {
			read = "which we understand all the same"
		}
		if code > 0 {
			setting = "SHOPDESK_AUTH_CODES=" + string(codes.WithTokenInvalid(code))
		}
		d.differs("auth-codes", fmt.Sprintf("code %s, %s", cmp.Or(a.code, "none"), read), setting)
	}
	d.compares("auth-status", a.status == http.StatusOK, "", fmt.Sprintf("status %d", a.status), "none needed")
}

// said is an answer in short.
func (d *Doctor) said(a *answer, secrets ...string) string {
	return strings.TrimSpace(fmt.Sprintf("status %d, code %s: %s", a.status, cmp.Or(a.code, "none"),
		d.scrub(a.message, secrets...)))
}

// exchange gets a token by a grant. Its problem is what the platform said; the error is for a call without an answer,
// or with one of a platform that fails: both say nothing of the grant.
func (d *Doctor) exchange(ctx context.Context, grant string) (token, problem string, err error) {
	request := platform.TokenRequest{ClientID: d.o.ClientID, ClientSecret: d.o.Presenter.Secret, GrantType: grant}
	a, err := session{d: d}.call(ctx, platform.PathToken, request)
	if err != nil {
		return "", "", err
	}
	if a.status >= http.StatusInternalServerError {
		return "", "", errors.New(d.said(a))
	}
	got, err := platform.OpenToken(platform.Reply{Status: a.status, Body: a.body})
	if err != nil {
		return "", d.said(a), nil
	}
	d.compares("expires-in", got.ExpiresIn > 0, fmt.Sprintf("%d seconds", got.ExpiresIn),
		"expires_in: "+sight.Kind(member[any](a.data, "expires_in")), "SHOPDESK_TOKEN_LIFETIME; an hour is assumed")
	return got.AccessToken, "", nil
}
