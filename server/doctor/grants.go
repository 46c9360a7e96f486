package doctor

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// carried is a member of a token request that carries what a shop-level grant exchanges.
type carried struct {
	check, grant string
	names        []string // the configured name first, then names that platforms use
	variable     string   // of the setting that names the member
}

// grants learns how the token endpoint takes an authorization code and a refresh token. It sends values that the
// platform never gave out, so no grant is spent. A member was read if the refusal differs from the refusal of a
// request without the member; the words of a refusal don't matter.
func (d *Doctor) grants(ctx context.Context) {
	p := d.o.Presenter.Profile
	for _, c := range []carried{
		{"code-field", platform.GrantCode, named(p.CodeField, "code", "authorizationCode", "authorization_code", "authCode",
			"auth_code"), "SHOPDESK_CODE_FIELD"},
		{"refresh-field", platform.GrantRefresh, named(p.RefreshField, "refresh_token", "refreshToken"),
			"SHOPDESK_REFRESH_FIELD"},
	} {
		name, secret, ok := d.reads(ctx, c)
		if !ok {
			continue
		}
		d.compares(c.check, name == c.names[0], "", name+" is read, "+c.names[0]+" isn't", c.variable+"="+name)
		d.compares("shop-secret", secret == p.ShopSecret, "", c.grant+" is refused without client_secret",
			"SHOPDESK_SHOP_SECRET=true")
	}
}

// named lists the configured name, if any, and the names that platforms use.
func named(configured string, usual ...string) []string {
	if configured == "" {
		return usual
	}
	return append([]string{configured}, slices.DeleteFunc(usual, func(name string) bool { return name == configured })...)
}

// reads finds the name under which the platform reads a member, and whether it wants client_secret beside the member.
func (d *Doctor) reads(ctx context.Context, c carried) (name string, secret, ok bool) {
	secrets := []bool{false, true}
	if d.o.Presenter.Profile.ShopSecret {
		secrets = secrets[1:]
	}
	without := map[bool]string{}
	for _, with := range secrets {
		without[with] = d.refusal(ctx, c.grant, "", with)
	}
	for _, names := range [][]string{c.names[:1], c.names[1:]} {
		for _, with := range secrets {
			for _, one := range names {
				if got := d.refusal(ctx, c.grant, one, with); got != "" && without[with] != "" && got != without[with] {
					// The platform may miss the secret only after it has read the member.
					known := d.refusal(ctx, c.grant, one, true)
					return one, with || known != "" && known != got, true
				}
			}
		}
	}
	return "", false, false
}

// refusal is how a grant is refused whose code or refresh token stands under name, "" for no such member: status, code
// and OAuth error. It is "" if the platform didn't refuse the request itself.
func (d *Doctor) refusal(ctx context.Context, grant, name string, secret bool) string {
	request := map[string]string{"client_id": d.o.ClientID, "grant_type": grant}
	if secret {
		request["client_secret"] = d.o.Presenter.Secret
	}
	if name != "" {
		request[name] = "doctor-" + strings.ToLower(rand.Text())
	}
	a, err := session{d: d}.call(ctx, platform.PathToken, request)
	if err != nil || !a.json || a.status >= http.StatusInternalServerError {
		return ""
	}
	if _, err := platform.OpenToken(platform.Reply{Status: a.status, Body: a.body}); err == nil {
		return ""
	}
	return fmt.Sprint(a.status, " ", a.code, " ", member[string](a.data, "error"))
}

// consent looks at the page on which merchants consent: whether it takes what a merchant is sent there with.
func (d *Doctor) consent(ctx context.Context) {
	page, err := url.Parse(d.o.AuthorizeURL)
	if d.o.AuthorizeURL == "" || d.o.Presenter.AppID == 0 || err != nil {
		return
	}
	ask := func(challenged bool) int {
		a := platform.Authorisation{AppID: d.o.Presenter.AppID, State: rand.Text(),
			Redirect: strings.TrimRight(d.o.PublicURL, "/") + api.PathCallback}
		if challenged {
			sum := sha256.Sum256([]byte(rand.Text() + rand.Text()))
			a.Challenge = base64.RawURLEncoding.EncodeToString(sum[:])
		}
		to, _ := a.URL(d.o.AuthorizeURL)
		return d.look(ctx, to)
	}
	taken := func(status int) bool { return status > 0 && status < http.StatusBadRequest }
	challenged := d.o.Presenter.Profile.PKCE
	switch status := ask(challenged); {
	case status == 0: // no answer
	case taken(status):
		if d.look(ctx, d.o.AuthorizeURL) >= http.StatusBadRequest { // else the page may take anything
			d.holds("consent-page", page.Host)
			d.holds("pkce", "")
		}
	case !challenged && taken(ask(true)):
		d.holds("consent-page", page.Host)
		d.differs("pkce", "the merchants' page is refused without code_challenge", "SHOPDESK_PKCE=true")
	default:
		d.differs("consent-page", fmt.Sprintf("%s answers with status %d", page.Host, status), "")
	}
}

// look is the status of a page, 0 without an answer.
func (d *Doctor) look(ctx context.Context, address string) (status int) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0
	}
	made := Call{Path: request.URL.Path}
	defer func() { d.calls = append(d.calls, made) }()
	client := &http.Client{Transport: d.wire, Timeout: callWithin, CheckRedirect: func(*http.Request,
		[]*http.Request) error {
		return http.ErrUseLastResponse // to a sign-in, perhaps
	}}
	response, err := client.Do(request)
	if err != nil {
		made.Said = "no answer: " + d.scrub(err.Error())
		return 0
	}
	_ = response.Body.Close()
	made.Status = response.StatusCode
	return response.StatusCode
}
