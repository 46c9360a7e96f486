package sandbox

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/internal/loopback"
)

// PathAuthorise is the page on which a merchant authorises an application. The
// interface doesn't show how a code is obtained (5); parameters and answer are
// those of the platforms we know.
const PathAuthorise = "/oauth/authorize"

//go:embed consent.html
var consentFiles embed.FS

var consentPage = template.Must(template.ParseFS(consentFiles, "consent.html"))

// asked is what an application asks a merchant for.
type asked struct {
	Redirect  *url.URL
	State     string
	Challenge string
}

// account is somebody who can sign in on the page: a brand with its shops, or
// a single store.
type account struct {
	Key   string
	Name  string
	Shops []*shop
}

type consentView struct {
	Prefix   string
	Wrong    string       // why nothing can be asked for
	Code     string       // to be copied
	Query    template.URL // the page's own, without the account
	To       string       // the application's site
	Accounts []account
	Chosen   *account
	Problem  string
}

// consentHandler serves the page.
func (s *Sandbox) consentHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+PathAuthorise, s.serveConsent)
	mux.HandleFunc("POST "+PathAuthorise, s.giveConsent)
	return http.NewCrossOriginProtection().Handler(mux)
}

func (s *Sandbox) serveConsent(w http.ResponseWriter, r *http.Request) {
	s.showConsent(w, r, consentView{})
}

func (s *Sandbox) showConsent(w http.ResponseWriter, r *http.Request, v consentView) {
	query := r.URL.Query()
	a, wrong := s.readAsked(query)
	status, to := http.StatusOK, ""
	v.Prefix, v.Wrong = prefix(r), wrong
	if wrong != "" {
		status = http.StatusBadRequest
	} else {
		to = a.Redirect.Scheme + "://" + a.Redirect.Host
		v.To, v.Accounts = a.Redirect.Host, s.accounts()
		if at := slices.IndexFunc(v.Accounts, func(one account) bool { return one.Key == query.Get("account") }); at >= 0 {
			v.Chosen = &v.Accounts[at]
		}
		query.Del("account")
		v.Query = template.URL(query.Encode()) //nolint:gosec // encoded
	}
	if v.Problem != "" {
		status = http.StatusUnprocessableEntity
	}
	var page bytes.Buffer
	if err := consentPage.Execute(&page, v); err != nil {
		s.logger().Error("sandbox: consent page", "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	// Browsers judge where a form's answer redirects to by form-action as well.
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self' "+to+
		"; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(page.Bytes())
}

// giveConsent answers the form: back to the application with a code, or with a
// refusal, or the code on the page.
func (s *Sandbox) giveConsent(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	a, wrong := s.readAsked(r.URL.Query())
	if err := r.ParseForm(); err != nil || wrong != "" {
		s.showConsent(w, r, consentView{})
		return
	}
	if r.PostForm.Get("do") == "refuse" {
		back(w, a, url.Values{"error": {"access_denied"}})
		return
	}
	var shops []int64
	for _, text := range r.PostForm["shopId"] {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			shops = append(shops, id)
		}
	}
	code, err := s.consent(shops, a.Challenge)
	switch {
	case err != nil:
		s.showConsent(w, r, consentView{Problem: "Choose at least one shop."})
	case r.PostForm.Get("do") == "copy":
		s.showConsent(w, r, consentView{Code: code})
	default:
		back(w, a, url.Values{
			"code": {code}, "appId": {strconv.FormatInt(s.appID(), 10)}, "timestamp": {strconv.FormatInt(s.Now().Unix(), 10)},
		})
	}
}

// back sends the merchant back to the application.
func back(w http.ResponseWriter, a asked, answer url.Values) {
	to := *a.Redirect
	query := to.Query()
	for name, values := range answer {
		query[name] = values
	}
	if a.State != "" {
		query.Set("state", a.State)
	}
	to.RawQuery = query.Encode()
	w.Header().Set("Location", to.String())
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(http.StatusSeeOther)
}

// readAsked reads the page's query, or says what is wrong with it.
func (s *Sandbox) readAsked(query url.Values) (a asked, wrong string) {
	to, err := url.Parse(query.Get("redirectUri"))
	switch {
	case query.Get("responseType") != "authorization_code":
		return a, "responseType must be authorization_code."
	case query.Get("appId") != strconv.FormatInt(s.appID(), 10):
		return a, "There is no application with this appId."
	case err != nil, to.Host == "", to.User != nil, to.Scheme != "https" &&
		(to.Scheme != "http" || !loopback.Is(to.Hostname())):
		return a, "redirectUri must be an https address, or one of this machine."
	case query.Has("code_challenge") && query.Get("code_challenge_method") != "S256":
		return a, "code_challenge_method must be S256."
	case s.Does(PKCE) && query.Get("code_challenge") == "":
		return a, "code_challenge is required."
	}
	return asked{Redirect: to, State: query.Get("state"), Challenge: query.Get("code_challenge")}, ""
}

// accounts are the brands, and after them each shop as a single store.
func (s *Sandbox) accounts() []account {
	var brands, stores []account
	at := map[string]int{}
	for i, sh := range s.all() {
		b := seedAt(i).brand
		key := "brand:" + b.key + b.zone
		if _, ok := at[key]; !ok {
			at[key] = len(brands)
			brands = append(brands, account{Key: key, Name: b.enName + " · " +
				strings.ReplaceAll(b.zone[strings.LastIndex(b.zone, "/")+1:], "_", " ")})
		}
		brands[at[key]].Shops = append(brands[at[key]].Shops, sh)
		stores = append(stores, account{Key: "store:" + strconv.FormatInt(sh.Record.ShopID, 10), Name: sh.Record.EnName,
			Shops: []*shop{sh}})
	}
	return append(brands, stores...)
}
