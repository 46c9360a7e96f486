package doctor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/doctor"
)

// Shops of the seed: one with special dates ahead, one that is always open.
const (
	withDates   = 100003
	alwaysOpen  = 100014
	hookID      = "thehooksid"
	afterMount  = "/admin"
	sandboxPath = "/p"
	capitals    = "/A.PNG" // a picture whose address ends in capitals
)

// patient is a platform with a shop's life in it, and the doctor that looks at it.
type patient struct {
	t      *testing.T
	box    *sandbox.Sandbox
	base   string
	order  int64
	doctor *doctor.Doctor
}

// examine has things happen at a platform that plays variants and looks at it. The
// doctor's settings are those of the platform that we imagine, unless change says
// otherwise.
func examine(t *testing.T, plays []sandbox.Variant, change ...func(*doctor.Options)) (*patient, doctor.Report) {
	t.Helper()
	p := &patient{t: t, box: &sandbox.Sandbox{Plays: plays}}
	mux := http.NewServeMux()
	mux.Handle(sandboxPath+"/", http.StripPrefix(sandboxPath, p.box))
	mux.HandleFunc(capitals, func(w http.ResponseWriter, _ *http.Request) {
		_ = png.Encode(w, image.NewGray(image.Rect(0, 0, 1000, 1000)))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p.base = server.URL + sandboxPath

	var examining http.Handler
	public := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		examining.ServeHTTP(w, r)
	}))
	t.Cleanup(public.Close)
	o := doctor.Options{
		PlatformURL: p.base, ClientID: sandbox.DemoClientID, Shops: []int64{withDates, alwaysOpen},
		Presenter: platform.Presenter{AppID: sandbox.DemoAppID, Secret: sandbox.DemoClientSecret},
		PublicURL: public.URL + afterMount, Listening: true, AuthorizeURL: p.base + sandbox.PathAuthorise,
	}
	for _, one := range change {
		one(&o)
	}
	var err error
	if p.doctor, err = doctor.New(o); err != nil {
		t.Fatal(err)
	}
	examining = p.doctor
	p.live(public.URL + afterMount + "/hooks/" + hookID)
	return p, p.doctor.Run(t.Context())
}

// reportOn is what the doctor says of a platform that answers so.
func reportOn(t *testing.T, platformSays http.HandlerFunc, change ...func(*doctor.Options)) doctor.Report {
	t.Helper()
	far := httptest.NewServer(platformSays)
	t.Cleanup(far.Close)
	o := doctor.Options{PlatformURL: far.URL, ClientID: "c", PublicURL: far.URL, Shops: []int64{1},
		Presenter: platform.Presenter{AppID: 5, Secret: "s"}, AuthorizeURL: far.URL + "/page"}
	for _, one := range change {
		one(&o)
	}
	d, err := doctor.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return d.Run(t.Context())
}

// live has an order be placed, accepted and prepared and the hours change, each told
// by webhook, and writes what only a platform with its variant takes.
func (p *patient) live(hook string) {
	p.t.Helper()
	must := func(err error) {
		p.t.Helper()
		if err != nil {
			p.t.Fatal(err)
		}
	}
	must(p.box.SetCallback(hook))
	id, err := p.box.Place(sandbox.Placement{ShopID: withDates, Kind: sandbox.OrderAllergy})
	must(err)
	p.order = id
	must(p.box.AcceptOnPOS(id))
	must(p.box.PrepareOnPOS(id))
	must(p.box.ChangeHours(withDates, func(week *platform.Week) {
		if p.box.Does(sandbox.NightOverlap) {
			week.Mon, week.Tue = []platform.Period{{StartTime: 64800, EndTime: 7200}},
				[]platform.Period{{StartTime: 3600, EndTime: 9000}}
		}
	}))
	if p.box.Does(sandbox.ShortPhones) {
		phones := platform.Phones([]string{"852-999"})
		must(p.client().UpdateContact(p.t.Context(), platform.ContactUpdate{ShopID: withDates, Phones: phones}))
	}
	if p.box.Does(sandbox.AnyEnding) {
		address := strings.TrimSuffix(p.base, sandboxPath) + capitals
		must(p.client().UpdatePicture(p.t.Context(), platform.PictureUpdate{ShopID: withDates, PictureURL: address}))
	}
	must(p.box.Step(p.t.Context()))
}

func (p *patient) client() *platform.Client {
	p.t.Helper()
	transport := &platform.HTTPTransport{BaseURL: p.base}
	client := &platform.Client{Transport: transport}
	token, err := client.Token(p.t.Context(), platform.TokenRequest{
		ClientID: sandbox.DemoClientID, ClientSecret: sandbox.DemoClientSecret, GrantType: platform.GrantApp,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	transport.Present = func(_ context.Context, url string, body []byte) (platform.Presented, error) {
		return new(platform.Presenter).Present(url, body, token.AccessToken, time.Now())
	}
	return client
}

// differences are the assumptions that each variant breaks.
var differences = map[sandbox.Variant][]string{
	sandbox.FlatOrders:     {"order-shape"},
	sandbox.TextIDs:        {"number-ids"},
	sandbox.UnknownCodes:   {"auth-codes", "shop-status", "picture-status", "order-codes", "hook-events"},
	sandbox.UnknownMembers: {"members"},
	sandbox.BareAnswers:    {"envelope"},
	sandbox.ActiveDates:    {"date-listing"},
	sandbox.ShopDates:      {"date-anchor"},
	sandbox.EqualTimes:     {"equal-times"},
	sandbox.NightOverlap:   {"night-overlap"},
	sandbox.ShortPhones:    {"short-phones"},
	sandbox.AnyEnding:      {"picture-ending"},
	sandbox.RefundSpu:      {"refund-product"},
	sandbox.BodyToken:      {"token-presentation"},
	sandbox.HMACHeader:     {"call-signature"},
	sandbox.Status401:      {"auth-status"},
	sandbox.NoExpiry:       {"expires-in"},
	sandbox.HookNoURL:      {"hook-signature"},
	sandbox.HookCompact:    {"hook-signature"},
	sandbox.NoData:         {}, // the interface leaves room for it
	sandbox.OddHeartbeats:  {}, // each of them is assumed
	sandbox.OwnHeartbeats:  {"heartbeat"},
	sandbox.TokenNames:     {"code-field", "refresh-field"},
	sandbox.ShopSecret:     {"shop-secret"},
	sandbox.PKCE:           {"pkce"},
}

// hidden are the variants that only a change shows, with the check that says so: the platform's answer to a phone that
// is saved twice, to a picture that is sent, and to a webhook address that is registered. Once a console has made the
// change, the doctor names the difference (TestCheckTellsWhatChangesHaveShown in package server).
var hidden = map[sandbox.Variant]string{
	sandbox.PhoneOnce: doctor.CheckPhoneOnce, sandbox.SlowReview: doctor.CheckPictureReview,
	sandbox.CallbackNoURL: doctor.CheckCallback, sandbox.NoApplicants: "refund-applicant",
}

func expected(plays []sandbox.Variant) []string {
	var names []string
	for _, v := range plays {
		names = append(names, differences[v]...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// The doctor names what each variant of the sandbox does differently, all of it and
// nothing else. The same goes for the sets, where variants meet.
func TestNamesEachDifference(t *testing.T) {
	t.Parallel()
	plays := map[string][]sandbox.Variant{}
	for _, info := range sandbox.Variants() {
		if (differences[info.Variant] == nil) == (hidden[info.Variant] == "") {
			t.Errorf("%s: say what it breaks, or that only changes show it", info.Variant)
		}
		plays[string(info.Variant)] = []sandbox.Variant{info.Variant}
	}
	for _, set := range sandbox.Sets() {
		plays[set.Name] = set.Variants
	}
	for name, variants := range plays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, report := examine(t, variants)
			got := report.In(doctor.Differs)
			slices.Sort(got)
			if diff := cmp.Diff(expected(variants), got); diff != "" {
				text, _ := json.MarshalIndent(report, "", " ")
				t.Errorf("(-want +got):\n%s\n%s", diff, text)
			}
			for _, v := range variants {
				at := slices.IndexFunc(report.Findings, func(f doctor.Finding) bool { return f.Name == hidden[v] })
				if at >= 0 && (report.Findings[at].State != doctor.Unseen ||
					!strings.HasPrefix(report.Findings[at].How, "Can only be seen when ")) {
					t.Errorf("%s: the doctor claims of %s: %+v", v, hidden[v], report.Findings[at])
				}
			}
		})
	}
}

// Without an application-level grant the doctor reads with the token of a connected shop, and names the same
// differences, but for what an exchange shows. Without such a token it makes no call and claims nothing of calls.
func TestGrantNone(t *testing.T) {
	t.Parallel()
	for _, set := range sandbox.Sets() {
		_, report := examine(t, set.Variants, func(o *doctor.Options) {
			o.Grant, o.Token = doctor.NoGrant, exchanged(o.PlatformURL)
		})
		got := report.In(doctor.Differs)
		slices.Sort(got)
		want := slices.DeleteFunc(expected(set.Variants), func(name string) bool { return name == "expires-in" })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", set.Name, diff)
		}
		if unseen := report.In(doctor.Unseen); !slices.Contains(unseen, "app-grant") || slices.Contains(unseen, "access") {
			t.Errorf("%s: not seen: %v", set.Name, unseen)
		}
		_, blind := examine(t, set.Variants, func(o *doctor.Options) { o.Grant, o.Shops = doctor.NoGrant, nil })
		if got := blind.In(doctor.Differs); len(blind.Calls) > 0 || slices.Contains(got, "access") ||
			!slices.Contains(blind.In(doctor.Unseen), "access") {
			t.Errorf("%s without a token: differs %v after %d calls", set.Name, got, len(blind.Calls))
		}
	}
	_, report := examine(t, nil, func(o *doctor.Options) {
		o.Grant = doctor.NoGrant
		o.Token = func(context.Context, int64) (string, error) { return "", errors.New("not connected") }
	})
	at := slices.IndexFunc(report.Findings, func(f doctor.Finding) bool { return f.Name == "access" })
	if seen := strings.Join(report.Findings[at].Seen, ""); !strings.Contains(seen, "not connected") {
		t.Errorf("a shop without a connection: %q", seen)
	}
}

// exchanged gives tokens of a sandbox.
func exchanged(base string) func(context.Context, int64) (string, error) {
	return func(ctx context.Context, _ int64) (string, error) {
		client := &platform.Client{Transport: &platform.HTTPTransport{BaseURL: base}}
		token, err := client.Token(ctx, platform.TokenRequest{
			ClientID: sandbox.DemoClientID, ClientSecret: sandbox.DemoClientSecret, GrantType: platform.GrantApp,
		})
		return token.AccessToken, err
	}
}

// With the settings that fit, the same platform has no difference in what the
// settings say.
func TestFittingSettingsHold(t *testing.T) {
	t.Parallel()
	for _, set := range sandbox.Sets() {
		_, report := examine(t, set.Variants, func(o *doctor.Options) {
			o.Presenter.Profile = sandbox.Fitting(set.Variants...)
			o.HookRule = platform.HookRule(sandbox.FittingHooks(set.Variants...))
		})
		for _, name := range []string{"token-presentation", "call-signature", "date-anchor", "hook-signature", "app-grant",
			"access", "clock", "code-field", "refresh-field", "shop-secret", "consent-page", "pkce"} {
			if !slices.Contains(report.In(doctor.Holds), name) {
				t.Errorf("%s: %s isn't found to hold", set.Name, name)
			}
		}
	}
}

// What the settings allow holds, and a refund's product holds as the settings name it.
func TestAllowedInputHolds(t *testing.T) {
	t.Parallel()
	for _, v := range []sandbox.Variant{sandbox.EqualTimes, sandbox.NightOverlap, sandbox.ShortPhones, sandbox.AnyEnding,
		sandbox.RefundSpu} {
		_, report := examine(t, []sandbox.Variant{v}, func(o *doctor.Options) {
			o.Presenter.Profile = sandbox.Fitting(v)
		})
		if got := report.In(doctor.Differs); len(got) > 0 {
			t.Errorf("%s: differs %v", v, got)
		}
	}
}

// Each setting that would fit is named, and fits when it is made.
func TestNamesTheSetting(t *testing.T) {
	t.Parallel()
	_, report := examine(t, []sandbox.Variant{sandbox.BodyToken, sandbox.ShopDates, sandbox.ActiveDates,
		sandbox.HookNoURL, sandbox.TokenNames, sandbox.ShopSecret, sandbox.PKCE})
	got := map[string]string{}
	for _, f := range report.Findings {
		if f.Setting != "" {
			got[f.Name] = f.Setting
		}
	}
	want := map[string]string{
		"token-presentation": "SHOPDESK_TOKEN_IN_BODY=true", "date-anchor": "SHOPDESK_ANCHOR=shop",
		"date-listing": "SHOPDESK_SPECIAL_DATES=active", "hook-signature": "SHOPDESK_HOOK_RULE=no_url+raw",
		"code-field": "SHOPDESK_CODE_FIELD=authorizationCode", "refresh-field": "SHOPDESK_REFRESH_FIELD=refreshToken",
		"shop-secret": "SHOPDESK_SHOP_SECRET=true", "pkce": "SHOPDESK_PKCE=true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The platform is as it was: every call that was made is one that the catalogue
// calls repeatable and that changes nothing, a look at a page, or an exchange of a
// token or of a code that doesn't exist.
func TestChangesNothing(t *testing.T) {
	t.Parallel()
	p, report := examine(t, nil)
	for _, c := range p.box.Calls() {
		if e, ok := platform.EndpointAt(c.Path); !ok || c.Path != platform.PathToken && (e.Changes() || !e.Repeatable) {
			t.Errorf("called %s", c.Path)
		}
	}
	pages := slices.DeleteFunc(slices.Clone(report.Calls), func(c doctor.Call) bool {
		return c.Path != sandboxPath+sandbox.PathAuthorise
	})
	if len(report.Calls) < 10 || len(report.Calls) != len(p.box.Calls())+len(pages) || len(pages) != 2 {
		t.Errorf("%d calls reported, %d made, %d of a page", len(report.Calls), len(p.box.Calls()), len(pages))
	}
	if given := p.box.Consents(); given != (sandbox.ConsentInfo{}) {
		t.Errorf("a consent was used: %+v", given)
	}
	for _, push := range p.box.Pushes() {
		if push.State != sandbox.PushWaiting {
			t.Errorf("event %d is %s: the platform must send it again to the console", push.EventID, push.State)
		}
	}
}

// A report holds no secret, no token and nothing of a customer: it goes to the
// platform's support.
func TestReportTellsNoSecrets(t *testing.T) {
	t.Parallel()
	for _, set := range sandbox.Sets() {
		p, report := examine(t, set.Variants)
		var text bytes.Buffer
		if err := report.WriteTable(&text); err != nil {
			t.Fatal(err)
		}
		if err := json.NewEncoder(&text).Encode(report); err != nil {
			t.Fatal(err)
		}
		order, _ := p.box.Order(p.order)
		shop, _ := p.box.Shop(withDates)
		for what, secret := range map[string]string{
			"the secret": sandbox.DemoClientSecret, "the hook's id": hookID, "a name": order.Recipient.Name,
			"a phone":    order.Recipient.Phone,
			"an address": order.Recipient.Address, "a note": order.Base.Remark, "the order's id": fmt.Sprint(p.order),
			"the shop's phone": shop.Record.Phones[0].Number,
		} {
			if secret == "" || strings.Contains(text.String(), secret) {
				t.Errorf("%s: %s (%q) is in the report, or isn't looked for", set.Name, what, secret)
			}
		}
	}
}

// A clock that goes wrong, a certificate, and a public address that is somebody
// else's are each said.
func TestThisSide(t *testing.T) {
	t.Parallel()
	box := &sandbox.Sandbox{Clock: sandbox.NewVirtualClock(time.Now().Add(10 * time.Minute))}
	slow := httptest.NewTLSServer(box)
	t.Cleanup(slow.Close)
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	d, err := doctor.New(doctor.Options{
		PlatformURL: slow.URL, ClientID: sandbox.DemoClientID, Shops: []int64{withDates}, PublicURL: other.URL,
		Presenter: platform.Presenter{Secret: sandbox.DemoClientSecret}, Transport: slow.Client().Transport,
		Known: &doctor.Known{Heartbeat: time.Now().Add(-2 * time.Hour).UnixMilli(), Registered: map[int64]bool{1001: true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	report := d.Run(t.Context())
	if diff := cmp.Diff([]string{"clock", "public-address", "hook-registered", "last-heartbeat"},
		report.In(doctor.Differs)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !slices.Contains(report.In(doctor.Holds), "platform-tls") {
		t.Error("the certificate isn't seen")
	}
}

// A token that the console reads is a token for the doctor too, whatever the shape of its answer.
func TestOddTokenAnswerIsAToken(t *testing.T) {
	t.Parallel()
	report := reportOn(t, func(w http.ResponseWriter, r *http.Request) {
		answer := `{"code":0,"message":"","data":{"shopId":1}}`
		if r.URL.Path == platform.PathToken {
			answer = `{"code":"0","message":null,"data":[{"access_token":12345678,"expires_in":"600","token_type":7}]}`
		}
		_, _ = w.Write([]byte(answer))
	})
	for _, check := range []string{"app-grant", "expires-in", "access"} {
		if !slices.Contains(report.In(doctor.Holds), check) {
			t.Errorf("%s doesn't hold: %+v", check, report.Calls)
		}
	}
}

// A host of shops' pictures that pages don't show pictures from is named, with the setting that shows them. The bug:
// nothing told why no page showed a shop's photo.
func TestNamesHostsOfPicturesThatPagesDontShow(t *testing.T) {
	t.Parallel()
	const imageHosts = "SHOPDESK_IMAGE_HOSTS="
	const cdn, others = "https://img.cdn.example", "https://photos.example"
	for name, tt := range map[string]struct {
		logo, picture string // their hosts; PLATFORM is the platform's own
		shown         []string
		want          doctor.State
		setting       string
	}{
		"the platform's own":       {"PLATFORM", "PLATFORM", nil, doctor.Holds, ""},
		"a logo of another host":   {cdn, "PLATFORM", nil, doctor.Differs, imageHosts + "PLATFORM," + cdn},
		"a picture of another":     {"PLATFORM", cdn, nil, doctor.Differs, imageHosts + "PLATFORM," + cdn},
		"both, of a third":         {cdn, cdn, []string{others}, doctor.Differs, imageHosts + others + "," + cdn},
		"two of others":            {cdn, others, nil, doctor.Differs, imageHosts + "PLATFORM," + cdn + "," + others},
		"one that is set":          {cdn, cdn, []string{others, cdn}, doctor.Holds, ""},
		"one of a domain":          {cdn, cdn, []string{"https://*.cdn.example"}, doctor.Holds, ""},
		"the domain's own host":    {"https://cdn.example", cdn, []string{"https://*.cdn.example"}, doctor.Differs, ""},
		"another scheme, the same": {"http://img.cdn.example", "PLATFORM", []string{cdn}, doctor.Differs, ""},
		"the default port":         {cdn + ":443", "https://IMG.cdn.example", []string{cdn}, doctor.Holds, ""},
	} {
		const record = `{"code":0,"message":"","data":{"shopId":1,"logoUrl":"LOGO/l.png",` +
			`"mainPictures":[{"pictureUrl":"PICTURE/p.jpg"}]}}`
		var own string
		report := reportOn(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == platform.PathToken {
				_, _ = w.Write([]byte(`{"access_token":"a-token","token_type":"bearer","expires_in":3600}`))
				return
			}
			own = "http://" + r.Host
			answer := strings.NewReplacer("LOGO", tt.logo, "PICTURE", tt.picture).Replace(record)
			_, _ = io.WriteString(w, strings.ReplaceAll(answer, "PLATFORM", own))
		}, func(o *doctor.Options) { o.ImageHosts, o.PublicURL = tt.shown, "http://127.0.0.1:1" })
		at := slices.IndexFunc(report.Findings, func(f doctor.Finding) bool { return f.Name == "picture-hosts" })
		if at < 0 {
			t.Fatal("the report has no finding")
		}
		found := report.Findings[at]
		if found.State != tt.want {
			t.Errorf("%s: %+v", name, found)
		}
		if want := strings.ReplaceAll(tt.setting, "PLATFORM", own); want != "" && found.Setting != want {
			t.Errorf("%s: setting %q, want %q", name, found.Setting, want)
		}
	}
}

// A platform that looks for the code first and for the client_secret then is found to want the secret.
func TestSecretMissedAfterTheCode(t *testing.T) {
	t.Parallel()
	report := reportOn(t, func(w http.ResponseWriter, r *http.Request) {
		var fields map[string]string
		switch err := json.NewDecoder(r.Body).Decode(&fields); {
		case err != nil:
			_, _ = w.Write([]byte(`{"code":0,"message":"","data":{"shopId":1}}`))
		case fields["grant_type"] == platform.GrantApp:
			_, _ = w.Write([]byte(`{"access_token":"a-token","token_type":"bearer","expires_in":3600}`))
		case fields["authCode"] == "" && fields["refresh_token"] == "":
			_, _ = w.Write([]byte(`{"error":"invalid_request"}`))
		case fields["client_secret"] == "":
			_, _ = w.Write([]byte(`{"error":"invalid_client"}`))
		default:
			_, _ = w.Write([]byte(`{"error":"invalid_grant"}`))
		}
	})
	settings := map[string]string{}
	for _, f := range report.Findings {
		settings[f.Name] = f.Setting
	}
	for check, want := range map[string]string{"code-field": "SHOPDESK_CODE_FIELD=authCode", "refresh-field": "",
		"shop-secret": "SHOPDESK_SHOP_SECRET=true"} {
		if settings[check] != want {
			t.Errorf("%s: %q, want %q", check, settings[check], want)
		}
	}
}

// Where the platform refuses every code alike, or gives a token for anything, nothing is said of how a code is sent.
// Where the merchants' page takes anything, nothing is said of the page.
func TestRefusalsThatTellNothing(t *testing.T) {
	t.Parallel()
	for name, refuse := range map[string]func(w http.ResponseWriter, fields map[string]string){
		"alike": func(w http.ResponseWriter, _ map[string]string) {
			_, _ = w.Write([]byte(`{"code":20005,"message":"The client_id is wrong."}`))
		},
		"in other words": func(w http.ResponseWriter, fields map[string]string) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprintf(w, `{"error":"invalid_client","error_description":"request %v"}`, len(fields))
		},
		"down": func(w http.ResponseWriter, fields map[string]string) {
			w.WriteHeader(http.StatusInternalServerError + len(fields))
			_, _ = w.Write([]byte(`{}`))
		},
		"a token for anything": func(w http.ResponseWriter, _ map[string]string) {
			_, _ = w.Write([]byte(`{"access_token":"a-token","token_type":"bearer","expires_in":3600}`))
		},
	} {
		report := reportOn(t, func(w http.ResponseWriter, r *http.Request) {
			var fields map[string]string
			switch err := json.NewDecoder(r.Body).Decode(&fields); {
			case err != nil || r.URL.Path != platform.PathToken:
				_, _ = w.Write([]byte(`{"code":0,"message":"","data":{"shopId":1}}`))
			case fields["grant_type"] == platform.GrantApp:
				_, _ = w.Write([]byte(`{"access_token":"a-token","token_type":"bearer","expires_in":3600}`))
			default:
				refuse(w, fields)
			}
		})
		for _, check := range []string{"code-field", "refresh-field", "shop-secret", "consent-page", "pkce"} {
			if !slices.Contains(report.In(doctor.Unseen), check) {
				t.Errorf("%s: something is said of %s", name, check)
			}
		}
	}
}

// An answer that is no answer of the interface's, such as a gateway's page or a refused address, says nothing about the
// token. Before, the report said that every way of presenting it was refused; of a platform that failed, that the first
// way holds; and of one that was busy, that it didn't answer. No way is tried twice.
func TestOddAnswersSayNothingOfTheToken(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status int
		body   string
		want   string
		calls  int // 0 for any number
	}{
		"the platform down": {500, `{"code":5000,"message":"internal error"}`, "status 500, code 5000: internal error", 1},
		"the platform busy": {429, `{"code":20008,"message":"not now"}`, "too many call", 0},
		"a gateway's page":  {502, "<html>Bad gateway</html>", "status 502, no JSON object", 1},
		"an address list":   {403, "<html>Forbidden</html>", "status 403, no JSON object", 1},
		"the token refused": {200, `{"code":10004,"message":"The access token is invalid"}`, "every way", 4},
	} {
		calls := 0
		report := reportOn(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == platform.PathToken {
				_, _ = w.Write([]byte(`{"access_token":"a-token","token_type":"bearer","expires_in":3600}`))
				return
			}
			if r.URL.Path == platform.PathShopGet {
				calls++
			}
			w.WriteHeader(tt.status)
			_, _ = w.Write([]byte(tt.body))
		})
		at := slices.IndexFunc(report.Findings, func(f doctor.Finding) bool { return f.Name == "access" })
		if seen := strings.Join(report.Findings[at].Seen, "; "); !strings.Contains(seen, tt.want) ||
			tt.calls > 0 && calls != tt.calls {
			t.Errorf("%s: %q after %d calls", name, seen, calls)
		}
		if slices.Contains(report.In(doctor.Holds), "token-presentation") {
			t.Errorf("%s: the way of presenting the token is said to hold", name)
		}
		if last := report.Calls[len(report.Calls)-1]; last.Status != tt.status {
			t.Errorf("%s: %+v", name, last)
		}
	}
}

// A platform that fails says nothing of the grant. Bug: the report said that the platform gives no token by it.
func TestFailureSaysNothingOfTheGrant(t *testing.T) {
	t.Parallel()
	report := reportOn(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = w.Write([]byte(`{"code":5000,"message":"internal error"}`))
	})
	if !slices.Contains(report.In(doctor.Unseen), "app-grant") || !slices.Contains(report.In(doctor.Differs), "access") {
		t.Errorf("%+v", report.Findings)
	}
}

// Midnights of UTC are also those of a shop in UTC+0. Bug: for such a shop the report advised to anchor dates at UTC
// alone, which is the wrong midnight for all other shops.
func TestMidnightOfUTCMayBeAShops(t *testing.T) {
	t.Parallel()
	report := reportOn(t, func(w http.ResponseWriter, r *http.Request) {
		answer := `{"code":0,"message":"","data":{"shopId":1}}`
		switch r.URL.Path {
		case platform.PathToken:
			answer = `{"access_token":"a-token","token_type":"bearer","expires_in":3600}`
		case platform.PathSpecialGet:
			answer = `{"code":0,"message":"","data":[{"startDate":1798675200000,"endDate":1798761599999,"businessHour":[]}]}`
		}
		_, _ = io.WriteString(w, answer)
	}, func(o *doctor.Options) { o.Presenter.Profile.Anchor = platform.AnchorShop })
	at := slices.IndexFunc(report.Findings, func(f doctor.Finding) bool { return f.Name == "date-anchor" })
	if f := report.Findings[at]; f.State != doctor.Differs || !strings.Contains(f.Setting, "unless the shop is in UTC+0") {
		t.Errorf("%+v", f)
	}
}

// Without a platform, or with wrong credentials, the report says that, and claims
// nothing else.
func TestNothingToSee(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for check, change := range map[string]func(*doctor.Options){
		"access":    func(o *doctor.Options) { o.PlatformURL = gone.URL },
		"app-grant": func(o *doctor.Options) { o.Presenter.Secret = "another" },
	} {
		_, report := examine(t, nil, change)
		got := report.In(doctor.Differs)
		if !slices.Contains(got, check) || slices.Contains(report.In(doctor.Holds), "access") {
			t.Errorf("%s: %v", check, got)
		}
	}
}

// What an answer would have shown isn't put down to the settings. The bug: of a platform that isn't reached the report
// said that its address was one without TLS, that its answers had no Date, and that SHOPDESK_GRANT was none.
func TestMissingAnswerIsTheReason(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	_, report := examine(t, nil, func(o *doctor.Options) { o.PlatformURL = gone.URL })
	for _, f := range report.Findings {
		told := slices.Contains([]string{"platform-tls", "clock", "app-grant"}, f.Name)
		if told && !strings.Contains(f.How, "Needs an answer") {
			t.Errorf("%s, %s: %s", f.Name, f.State, f.How)
		}
	}
}

// A call for a token that isn't answered says nothing of the grant. The bug: the report then advised the other grant.
func TestUnansweredCallSaysNothingOfTheGrant(t *testing.T) {
	t.Parallel()
	asked := false
	report := reportOn(t, func(w http.ResponseWriter, _ *http.Request) {
		if !asked {
			asked = true
			panic(http.ErrAbortHandler)
		}
		_, _ = w.Write([]byte(`{"access_token":"a-token","token_type":"bearer","expires_in":3600}`))
	})
	if got := report.In(doctor.Differs); slices.Contains(got, "app-grant") || !slices.Contains(got, "access") {
		t.Errorf("%v", got)
	}
}

// Heartbeats without content are assumed in each form.
func TestHeartbeatForms(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]doctor.State{
		"": doctor.Holds, " ": doctor.Holds, "{}": doctor.Holds, "{ }": doctor.Holds, "null": doctor.Holds,
		`""`: doctor.Holds, "[]": doctor.Holds, "\ufeff": doctor.Holds, `{"ping":1}`: doctor.Differs,
		`{"sig":"s"}`: doctor.Unseen,
	} {
		d, err := doctor.New(doctor.Options{PlatformURL: "http://127.0.0.1:9", ClientID: "c", PublicURL: "http://127.0.0.1:9",
			Presenter: platform.Presenter{Secret: "s"}, Grant: doctor.NoGrant})
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/hooks/x", strings.NewReader(body))
		d.ServeHTTP(httptest.NewRecorder(), r)
		report := d.Run(t.Context())
		if !slices.Contains(report.In(want), "heartbeat") {
			t.Errorf("%q: want %s", body, want)
		}
	}
}

// The doctor waits for a heartbeat and a message, and goes on once both came.
func TestWaitsForWebhooks(t *testing.T) {
	t.Parallel()
	_, report := examine(t, nil, func(o *doctor.Options) { o.Wait = time.Hour })
	if got := report.In(doctor.Differs); len(got) > 0 || len(report.Heard) == 0 {
		t.Errorf("differs %v, heard %v", got, report.Heard)
	}
}

// What registrations that were signed in one way have shown says nothing of the other way. Before, an owner who had
// made the setting that the doctor named was told to take it back, until the next registration.
func TestCallbackSignatureIsThatOfTheSettings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		signing platform.CallbackSigning
		shown   map[string]bool
		want    doctor.State
	}{
		{platform.CallbackWithURL, map[string]bool{doctor.CheckCallback: false}, doctor.Differs},
		{platform.CallbackWithoutURL, map[string]bool{doctor.CheckCallback: false}, doctor.Unseen},
		{platform.CallbackWithoutURL, map[string]bool{doctor.CheckCallback: false, doctor.CheckCallbackUnsigned: true},
			doctor.Holds},
		{platform.CallbackWithURL, map[string]bool{doctor.CheckCallbackUnsigned: true}, doctor.Unseen},
	} {
		_, report := examine(t, nil, func(o *doctor.Options) {
			o.Presenter.Profile.CallbackSigning = tt.signing
			o.Known = &doctor.Known{Shown: tt.shown}
		})
		if !slices.Contains(report.In(tt.want), doctor.CheckCallback) {
			t.Errorf("%v, %v: not %s", tt.signing, tt.shown, tt.want)
		}
	}
}

// The setting that the doctor advises for the code of a wrong token keeps the codes that are set. The bugs: the advice
// replaced them, and a start refused the advice where the code is another error's default.
func TestAdvisedAuthCodesKeepTheOthers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		set    platform.AuthCodes
		code   int
		advice string
	}{
		{"", 4012, "token-invalid=4012"},
		{"", platform.CodeTokenExpired, "token-expired=0,token-invalid=10003"},
		{"token-expired=4011", 4012, "token-expired=4011,token-invalid=4012"},
	} {
		report := reportOn(t, func(w http.ResponseWriter, r *http.Request) {
			switch body, _ := io.ReadAll(r.Body); {
			case r.URL.Path == platform.PathToken:
				_, _ = io.WriteString(w, `{"access_token":"a-token","token_type":"bearer","expires_in":3600}`)
			case strings.Contains(fmt.Sprint(r.Header, string(body)), "not-a-token"):
				_, _ = fmt.Fprintf(w, `{"code":%d,"message":"no"}`, tt.code)
			default:
				_, _ = io.WriteString(w, `{"code":0,"message":"","data":{"shopId":1}}`)
			}
		}, func(o *doctor.Options) { o.Presenter.Profile.AuthCodes = tt.set })
		at := slices.IndexFunc(report.Findings, func(f doctor.Finding) bool { return f.Name == "auth-codes" })
		if at < 0 || report.Findings[at].Setting != "SHOPDESK_AUTH_CODES="+tt.advice {
			t.Errorf("%+v: %+v", tt, report.Findings)
		}
	}
}

// A call that came too often, or to a platform that is down, says nothing of the token. Bug: the report then advised to
// take the platform's code for "too many calls" as that of a wrong token, with which the console would have asked for a
// new token at each such answer.
func TestBusyPlatformSaysNothingOfTheToken(t *testing.T) {
	t.Parallel()
	const wrong = `{"code":10004,"message":"no"}`
	for name, tt := range map[string]struct {
		answers []int // statuses of the calls with a wrong token, before the answer
		want    doctor.State
	}{
		"too many": {[]int{http.StatusTooManyRequests}, doctor.Holds},
		"down":     {[]int{http.StatusServiceUnavailable}, doctor.Unseen},
	} {
		report := reportOn(t, func(w http.ResponseWriter, r *http.Request) {
			switch body, _ := io.ReadAll(r.Body); {
			case r.URL.Path == platform.PathToken:
				_, _ = io.WriteString(w, `{"access_token":"a-token","token_type":"bearer","expires_in":3600}`)
			case !strings.Contains(fmt.Sprint(r.Header, string(body)), "not-a-token"):
				_, _ = io.WriteString(w, `{"code":0,"message":"","data":{"shopId":1}}`)
			case len(tt.answers) > 0:
				w.WriteHeader(tt.answers[0])
				tt.answers = tt.answers[1:]
				_, _ = io.WriteString(w, `{"code":20008,"message":"not now"}`)
			default:
				_, _ = io.WriteString(w, wrong)
			}
		})
		if !slices.Contains(report.In(tt.want), "auth-codes") {
			t.Errorf("%s: %+v", name, report.Findings)
		}
	}
}
