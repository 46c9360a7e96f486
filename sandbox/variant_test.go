package sandbox_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// played is a sandbox that plays variants, and a caller that knows how.
type played struct {
	t     *testing.T
	box   *sandbox.Sandbox
	base  string
	token string
	as    platform.Presenter
}

func play(t *testing.T, plays ...sandbox.Variant) *played {
	t.Helper()
	p := &played{t: t, box: &sandbox.Sandbox{Clock: sandbox.NewVirtualClock(noon), Plays: plays}}
	p.base, p.as = serve(t, p.box, "/p"), platform.Presenter{Profile: sandbox.Fitting(plays...), AppID: sandbox.DemoAppID,
		Secret: sandbox.DemoClientSecret}
	p.token = exchange(t, p.base)
	return p
}

// call answers status and body.
func (p *played) call(path, body string) (int, string) {
	p.t.Helper()
	call, err := p.as.Present(p.base+path, []byte(body), p.token, noon)
	if err != nil {
		p.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.base+path,
		strings.NewReader(string(call.Body)))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Authorization", call.Authorization)
	request.Header.Set("X-App-Signature", call.Signature)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

func (p *played) order() int64 {
	p.t.Helper()
	id, err := p.box.Place(sandbox.Placement{ShopID: central, Kind: sandbox.OrderCut})
	if err != nil {
		p.t.Fatal(err)
	}
	return id
}

// Each variant changes what its words say. A call that is accepted by the platform
// that we imagine is refused, or the other way round, or an answer has another shape.
func TestVariantsPlay(t *testing.T) {
	t.Parallel()
	week := func(day string) string {
		return fmt.Sprintf(`{"shopId":%d,"businessHourOfTheWeek":{%s}}`, central, day)
	}
	shop := fmt.Sprintf(`{"shopId":%d}`, central)
	tests := []struct {
		variant       sandbox.Variant
		path, body    string // %d is an order's number
		with, without string // what the answer has
	}{
		{sandbox.FlatOrders, platform.PathOrderGet, `{"shopId":100001,"orderViewId":%d}`, `"data":{"ctime":`,
			`"baseOrder":{"orderViewId":`},
		{sandbox.TextIDs, platform.PathShopGet, shop, `"shopId":"100001"`, `"shopId":100001`},
		{sandbox.UnknownCodes, platform.PathShopGet, shop, `"status":703`, `"status":3`},
		{sandbox.UnknownMembers, platform.PathWeekGet, shop, `"ext":{"tags":["a",null],"v":7}`, `"mon"`},
		{sandbox.UnknownMembers, platform.PathWeekUpdate, week(`"mon":[],"ext":{"v":7}`), `"code":0`, `unknown day`},
		{sandbox.BareAnswers, platform.PathOrderGet, `{"shopId":100001,"orderViewId":%d}`, `{"baseOrder"`, `{"code":0`},
		{sandbox.BareAnswers, platform.PathOrderConfirm, `{"shopId":100001,"orderViewId":%d}`, `{}`, `{"code":0`},
		{sandbox.BareAnswers, platform.PathOrderConfirm, `{"shopId":100001,"orderViewId":1%d}`, `{"message":"orderViewId`,
			`{"code":20002`},
		{sandbox.BareAnswers, platform.PathOrderPrepare, `{"shopId":100001,"orderViewId":%d}`, `{"message":"The order is`,
			`{"code":30005`},
		{sandbox.NoData, platform.PathSpecialGet, shop, `"data":null`, `"data":[]`},
		{sandbox.EqualTimes, platform.PathWeekUpdate, week(`"mon":[{"startTime":3600,"endTime":3600}]`),
			`"code":0`, `same time`},
		{sandbox.NightOverlap, platform.PathWeekUpdate, week(
			`"mon":[{"startTime":64800,"endTime":7200}],"tue":[{"startTime":3600,"endTime":9000}]`), `"code":0`,
			`past midnight`},
		{sandbox.ShortPhones, platform.PathContactUpdate, `{"shopId":100001,"phones":["852-999"]}`, `"code":0`, `format`},
		{sandbox.PhoneOnce, platform.PathContactUpdate, `{"shopId":100001,"phones":["852-12345678","852-12345678"]}`,
			`already`, `"code":0`},
		{sandbox.AnyEnding, platform.PathPictureUpdate, `{"shopId":100001,"pictureUrl":"http://127.0.0.1:1/a.JPG"}`,
			`could not be fetched`, `must end with`},
		{sandbox.RefundSpu, platform.PathRefundPreview,
			`{"shopId":100001,"orderViewId":%d,"products":[{"orderProductId":1,"refundCount":1}]}`, `no product 1`,
			`not confirmed yet`},
	}
	for _, test := range tests {
		for _, plays := range [][]sandbox.Variant{{test.variant}, nil} {
			t.Run(fmt.Sprint(test.variant, " ", len(plays)), func(t *testing.T) {
				t.Parallel()
				p, body, want := play(t, plays...), test.body, test.without
				if strings.Contains(body, "%d") {
					body = fmt.Sprintf(body, p.order())
				}
				if len(plays) > 0 {
					want = test.with
				}
				if _, answer := p.call(test.path, body); !strings.Contains(answer, want) {
					t.Errorf("want %s in %s", want, answer)
				}
			})
		}
	}
}

// A refund of the merchant's has an applicant in the record, but not with the variant no-applicants.
func TestVariantOfRefunds(t *testing.T) {
	t.Parallel()
	for _, plays := range [][]sandbox.Variant{{sandbox.NoApplicants}, nil} {
		p := play(t, plays...)
		ref := fmt.Sprintf(`"shopId":100001,"orderViewId":%d`, p.order())
		p.call(platform.PathOrderConfirm, "{"+ref+"}")
		_, answer := p.call(platform.PathOrderGet, "{"+ref+"}")
		var got struct{ Data platform.Order }
		if err := json.Unmarshal([]byte(answer), &got); err != nil {
			t.Fatal(err)
		}
		p.call(platform.PathRefundApply, fmt.Sprintf(
			`{%s,"products":[{"orderProductId":%d,"refundCount":1}],"partRefundType":200003}`, ref, got.Data.Products[0].ID))
		_, answer = p.call(platform.PathOrderGet, "{"+ref+"}")
		if !strings.Contains(answer, "refundInfos") || strings.Contains(answer, `"applyOpType":20`) != (plays == nil) {
			t.Errorf("%v: %s", plays, answer)
		}
	}
}

// Only callers that present tokens by the profile that fits are answered.
func TestVariantsOfCalls(t *testing.T) {
	t.Parallel()
	for _, v := range []sandbox.Variant{sandbox.BodyToken, sandbox.HMACHeader} {
		p := play(t, v)
		if status, answer := p.call(platform.PathShopGet, `{"shopId":100001}`); status != http.StatusOK ||
			!strings.HasPrefix(answer, `{"code":0`) {
			t.Errorf("%s: %d %s", v, status, answer)
		}
		p.as = platform.Presenter{}
		if _, answer := p.call(platform.PathShopGet, `{"shopId":100001}`); strings.HasPrefix(answer, `{"code":0`) {
			t.Errorf("%s: a bearer header alone is accepted", v)
		}
	}
	p := play(t, sandbox.Status401, sandbox.UnknownCodes)
	p.token = "another"
	if status, answer := p.call(platform.PathShopGet, `{"shopId":100001}`); status != http.StatusUnauthorized ||
		!strings.HasPrefix(answer, `{"code":10704`) {
		t.Errorf("a wrong token: %d %s", status, answer)
	}
}

// The token endpoint's variants: no expires_in, other names, a secret and a challenge.
func TestVariantsOfTokens(t *testing.T) {
	t.Parallel()
	ask := func(box *sandbox.Sandbox, members string) string {
		response, err := http.Post(serve(t, box, "/p")+platform.PathToken, "application/json",
			strings.NewReader(`{"client_id":"shopdesk-demo",`+members+`}`))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		return string(text)
	}
	box := &sandbox.Sandbox{Plays: []sandbox.Variant{sandbox.NoExpiry}}
	if got := ask(box, `"client_secret":"shopdesk-demo-secret","grant_type":"app_level_token"`); !strings.Contains(got,
		"access_token") || strings.Contains(got, "expires_in") {
		t.Errorf("no-expiry: %s", got)
	}
	for _, test := range []struct {
		variant   sandbox.Variant
		member    string
		more      string // without which it is refused
		challenge bool
	}{
		{sandbox.TokenNames, "authorizationCode", "", false},
		{sandbox.ShopSecret, "code", `,"client_secret":"shopdesk-demo-secret"`, false},
	} {
		box := &sandbox.Sandbox{Plays: []sandbox.Variant{test.variant}}
		code, err := box.Consent(central)
		if err != nil {
			t.Fatal(err)
		}
		grant := `"grant_type":"shop_level_authorization_code","`
		if got := ask(box, grant+map[bool]string{true: "code", false: test.member}[test.more == ""]+`":"`+code+
			`"`); strings.Contains(got, "access_token") {
			t.Errorf("%s: granted without: %s", test.variant, got)
		}
		if got := ask(box, grant+test.member+`":"`+code+`"`+test.more); !strings.Contains(got, "access_token") {
			t.Errorf("%s: %s", test.variant, got)
		}
	}
	box = &sandbox.Sandbox{Plays: []sandbox.Variant{sandbox.PKCE}}
	code, err := box.Consent(central)
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(box, `"grant_type":"shop_level_authorization_code","code":"`+code+`"`); strings.Contains(got,
		"access_token") {
		t.Errorf("pkce: granted without a challenge: %s", got)
	}
	page := serve(t, box, "/q") + sandbox.PathAuthorise +
		"?responseType=authorization_code&appId=1000001&redirectUri=http%3A%2F%2Flocalhost%2F"
	response, err := http.Get(page)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusBadRequest {
		t.Errorf("pkce: the page without a challenge: %s", response.Status)
	}
}

// ear keeps what is pushed.
type ear struct {
	mu     sync.Mutex
	bodies []string
}

func (r *ear) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bodies = append(r.bodies, string(body))
	_, _ = io.WriteString(w, `{"code":0}`)
}

func TestVariantsOfWebhooks(t *testing.T) {
	t.Parallel()
	p := play(t, sandbox.HookNoURL, sandbox.HookCompact, sandbox.OddHeartbeats, sandbox.UnknownCodes, sandbox.TextIDs)
	var heard ear
	server := httptest.NewServer(&heard)
	t.Cleanup(server.Close)
	if err := p.box.SetCallback(server.URL); err != nil {
		t.Fatal(err)
	}
	id := p.order()
	if err := p.box.AcceptOnPOS(id); err != nil {
		t.Fatal(err)
	}
	p.as = platform.Presenter{}
	if _, answer := p.call(platform.PathOrderPrepare,
		fmt.Sprintf(`{"shopId":100001,"orderViewId":%d}`, id)); !strings.HasPrefix(answer, `{"code":0`) {
		t.Fatal(answer)
	}
	if err := p.box.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	var beats []string
	events := map[platform.Event]string{}
	for _, body := range heard.bodies {
		var m platform.Webhook
		if json.Unmarshal([]byte(body), &m) != nil || m.Sig == "" {
			beats = append(beats, body)
			continue
		}
		events[m.EventID] = m.Message
		compact := strings.NewReplacer("\n ", "", "\n", "", ": ", ":").Replace(m.Message)
		if !strings.Contains(m.Message, ": ") {
			t.Errorf("event %d has no spaces: %s", m.EventID, m.Message)
		}
		if m.EventID == platform.EventOrderPlaced {
			continue // has texts with spaces
		}
		m.Message = strings.ReplaceAll(compact, " ", "")
		if want := platform.SuffixSignature("", m.SignedFields(), sandbox.DemoClientSecret); m.Sig != want {
			t.Errorf("event %d is signed by another rule: %s", m.EventID, m.Message)
		}
	}
	slices.Sort(beats)
	if diff := cmp.Diff([]string{`""`, `[]`, "\xef\xbb\xbf"}, beats); diff != "" {
		t.Errorf("heartbeats (-want +got):\n%s", diff)
	}
	if err := p.box.SetVariants(sandbox.OwnHeartbeats); err != nil {
		t.Fatal(err)
	}
	heard.bodies = nil
	if err := errors.Join(p.box.Advance(time.Hour), p.box.Step(t.Context())); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(heard.bodies, `{"ping":true}`) {
		t.Errorf("heartbeats: %q", heard.bodies)
	}
	if !strings.Contains(events[platform.EventOrderAccepted], fmt.Sprintf(`"orderViewId": "%d"`, id)) {
		t.Errorf("event 1002: %s", events[platform.EventOrderAccepted])
	}
	if !strings.Contains(events[1008], `"status": 735`) {
		t.Errorf("event 1008: %s", events[1008])
	}
}

// The registration of a webhook URL is checked by the rule that is played.
func TestVariantOfRegistrations(t *testing.T) {
	t.Parallel()
	for _, plays := range [][]sandbox.Variant{nil, {sandbox.CallbackNoURL}} {
		box := &sandbox.Sandbox{Plays: plays}
		base := serve(t, box, "/p")
		set := platform.CallbackSet{AppID: sandbox.DemoAppID, Timestamp: "1700000000", EventID: 1001,
			URL: "http://127.0.0.1:1/"}
		for _, front := range []string{base + platform.PathCallbackSet, ""} {
			set.Sig = platform.SuffixSignature(front, set.SignedFields(), sandbox.DemoClientSecret)
			client := &platform.Client{Transport: &platform.HTTPTransport{BaseURL: base}}
			if accepted := client.SetCallback(t.Context(), set) == nil; accepted != (front == "" == (len(plays) > 0)) {
				t.Errorf("%v: with %q in front: accepted %v", plays, front, accepted)
			}
		}
	}
}

// A picture that was asked for is in the record a minute later, and a second request
// is refused all the time.
func TestSlowReview(t *testing.T) {
	t.Parallel()
	p := play(t, sandbox.SlowReview)
	ask := fmt.Sprintf(`{"shopId":%d,"pictureUrl":"%s/sandbox/pictures/other.jpg"}`, central, p.base)
	if _, answer := p.call(platform.PathPictureUpdate, ask); !strings.HasPrefix(answer, `{"code":0`) {
		t.Fatal(answer)
	}
	for _, want := range []int{1, 2} {
		_, answer := p.call(platform.PathShopGet, `{"shopId":100001}`)
		if got := strings.Count(answer, `"pictureUrl"`); got != want {
			t.Errorf("%d pictures, want %d", got, want)
		}
		if _, answer := p.call(platform.PathPictureUpdate, ask); !strings.Contains(answer, "Pending Review") {
			t.Errorf("a second request: %s", answer)
		}
		if err := p.box.Advance(time.Minute); err != nil {
			t.Fatal(err)
		}
	}
}

// Special dates stay on their days when the midnight that bounds them changes.
func TestDatesMoveWithTheirMidnight(t *testing.T) {
	t.Parallel()
	p := play(t)
	days := func(in *time.Location) (days []string) {
		for id := int64(100001); id <= 100024; id++ { // those in Hong Kong
			sh, _ := p.box.Shop(id)
			for _, date := range sh.Special {
				days = append(days, fmt.Sprint(id, time.UnixMilli(date.StartDate).In(in), time.UnixMilli(date.EndDate).In(in))[:16])
			}
		}
		return days
	}
	zone, err := time.LoadLocation("Asia/Hong_Kong")
	if err != nil {
		t.Fatal(err)
	}
	before := days(time.UTC)
	if err := p.box.SetVariants(sandbox.ShopDates); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, days(zone)); diff != "" || len(before) == 0 {
		t.Errorf("(-before +after):\n%s", diff)
	}
	if err := p.box.SetVariants(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, days(time.UTC)); diff != "" {
		t.Errorf("and back (-before +after):\n%s", diff)
	}
}

// Special dates that are on disk stay on their days when the next start plays another midnight. Before, they kept the
// bounds of the start that had made them.
func TestDatesMoveWithTheMidnightOfAStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	start := func(plays ...sandbox.Variant) *sandbox.Sandbox {
		box := &sandbox.Sandbox{Clock: sandbox.NewVirtualClock(noon), Dir: dir, Plays: plays}
		if err := box.Load(); err != nil {
			t.Fatal(err)
		}
		return box
	}
	zone, err := time.LoadLocation("Asia/Hong_Kong")
	if err != nil {
		t.Fatal(err)
	}
	const shopID = 100003
	for i, in := range []*time.Location{time.UTC, zone, zone, time.UTC} {
		var plays []sandbox.Variant
		if in == zone {
			plays = []sandbox.Variant{sandbox.ShopDates}
		}
		box := start(plays...)
		sh, _ := box.Shop(shopID)
		from := time.UnixMilli(sh.Special[0].StartDate).In(in)
		if from.Format("15:04") != "00:00" || from.Day() != noon.Day()+10 {
			t.Errorf("start %d: the date begins at %v", i, from)
		}
		if err := box.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// What the control page chose outlives a restart, and a state that an earlier version
// wrote keeps its choice of special dates.
func TestVariantsAreKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	box := &sandbox.Sandbox{Dir: dir, Plays: []sandbox.Variant{sandbox.TextIDs}}
	base := serve(t, box, "/p")
	for _, form := range []url.Values{{"set": {"strict"}}, {"variant": {"flat-orders"}},
		{"variant": {"pkce"}, "off": {"1"}}} {
		action := "variant"
		if form.Has("set") {
			action = "play"
		}
		response, err := http.PostForm(base+"/sandbox/do/"+action, form)
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK || form.Has("set") &&
			!strings.Contains(string(page), `aria-pressed="true" class="go">strict`) {
			t.Errorf("%v: %s\n%s", form, response.Status, page)
		}
	}
	want := []sandbox.Variant{sandbox.FlatOrders, sandbox.PhoneOnce, sandbox.BodyToken, sandbox.Status401,
		sandbox.ShopSecret}
	again := &sandbox.Sandbox{Dir: dir}
	if err := again.Load(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, again.Playing()); diff != "" {
		t.Errorf("after a restart (-want +got):\n%s", diff)
	}
	file := filepath.Join(dir, "sandbox.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at, end := strings.Index(string(text), `"variants":`), strings.Index(string(text), `],"oauth"`)
	if end < at {
		end = strings.LastIndex(string(text), "]")
	}
	old := string(text[:at]) + `"listing":1` + string(text[end+1:])
	if err := os.WriteFile(file, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	again = &sandbox.Sandbox{Dir: dir}
	if err := again.Load(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]sandbox.Variant{sandbox.ActiveDates}, again.Playing()); diff != "" {
		t.Errorf("of a file of before (-want +got):\n%s", diff)
	}
}

// The variants are made from the list of assumptions: each but two breaks some of them, each assumption with a setting
// is broken by one, and the profile that fits a variant says otherwise of what the variant breaks alone.
func TestVariantsBreakAssumptions(t *testing.T) {
	t.Parallel()
	broken := map[string]bool{}
	for _, info := range sandbox.Variants() {
		fitting := sandbox.Fitting(info.Variant)
		// each form of OddHeartbeats is assumed, and the interface leaves room for NoData
		if (len(info.Breaks) == 0) != (info.Variant == sandbox.OddHeartbeats || info.Variant == sandbox.NoData) {
			t.Errorf("%s breaks nothing", info.Variant)
		}
		for _, name := range info.Breaks {
			broken[name] = true
			if !slices.ContainsFunc(platform.Assumptions(), func(a platform.Assumption) bool { return a.Name == name }) {
				t.Errorf("%s breaks %q, which isn't in the list", info.Variant, name)
			}
		}
		for _, a := range platform.Assumptions() {
			breaks := slices.Contains(info.Breaks, a.Name)
			if says := fitting.Says(&a); says != "" && !breaks ||
				says == "" && breaks && a.Setting != "" {
				t.Errorf("%s and %s: the profile that fits says %q", info.Variant, a.Name, says)
			}
		}
	}
	for _, a := range platform.Assumptions() {
		if a.Variable() != "" && !broken[a.Name] {
			t.Errorf("no variant breaks %s", a.Name)
		}
	}
}

// Every variant is described, every set is made of them, and names are read back.
func TestNamesOfVariants(t *testing.T) {
	t.Parallel()
	seen := map[sandbox.Variant]bool{}
	for _, info := range sandbox.Variants() {
		if seen[info.Variant] || info.Words == "" || strings.HasSuffix(info.Words, ".") {
			t.Errorf("%+v", info)
		}
		seen[info.Variant] = true
	}
	for _, set := range sandbox.Sets() {
		got, err := sandbox.ParseVariants(" " + set.Name + " ,")
		if err != nil || !slices.Equal(got, set.Variants) {
			t.Errorf("%s: %v %v", set.Name, got, err)
		}
		for _, v := range got {
			if !seen[v] {
				t.Errorf("%s has %q", set.Name, v)
			}
		}
	}
	if _, err := sandbox.ParseVariants("strict,nothing"); err == nil {
		t.Error("an unknown name is read")
	}
	if err := new(sandbox.Sandbox).SetVariant("nothing", true); err == nil {
		t.Error("an unknown variant is chosen")
	}
}

// docs/sandbox.md lists the variants with the words of the control page, and the assumptions that they break.
func TestDocumentedVariants(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/sandbox.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range sandbox.Variants() {
		row := fmt.Sprintf("| `%s` | %s | %s |\n", info.Variant, info.Words, strings.Join(info.Breaks, ", "))
		if !strings.Contains(string(text), row) {
			t.Errorf("docs/sandbox.md lacks %s", row)
		}
	}
	for _, set := range sandbox.Sets() {
		if !strings.Contains(string(text), "`"+set.Name+"`") {
			t.Errorf("docs/sandbox.md lacks %s", set.Name)
		}
	}
}
