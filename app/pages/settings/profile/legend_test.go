package profile

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
)

var (
	sights = []api.Sight{
		{What: "number", From: "/scm/shop/base/get", Path: "deliveryRestStatus", Seen: "0", Kind: api.KindRest, Code: "0",
			Count: 7, Last: 5},
		{What: "shape", From: "/order/get", Path: "status", Seen: "a text: active", Kind: api.KindOrder, Code: "active",
			Count: 1, Last: 5},
		{What: "member", From: "event 1001", Path: "zone", Seen: "a text", Count: 1, Last: 5},
		{What: "code", From: "/order/get", Path: "status", Seen: "20", Kind: api.KindOrder, Code: "20", Count: 2, Last: 5},
		{What: "code", From: "event 1001", Path: "status", Seen: "20", Kind: api.KindOrder, Code: "20", Count: 9, Last: 6},
	}
	kept = api.Legend{Names: []api.CodeName{
		{Kind: api.KindOrder, Code: "5", Name: "Waiting", By: "Olivia Chan", At: 1_795_000_000_000},
		{Kind: api.KindEvent, Code: "4711", Name: "Tip", By: "Olivia Chan", At: 1_795_000_000_000},
	}}
)

// Codes that were seen or have a name stand in the order of their kinds, each once.
func TestCodeRows(t *testing.T) {
	t.Parallel()
	var got []string
	rows := codeRows(sights, kept.Names)
	for _, r := range rows {
		got = append(got, r.id())
	}
	if diff := cmp.Diff([]string{"code-order-5", "code-order-20", "code-order-active", "code-rest-0",
		"code-event-4711"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if rows[1].seen == nil || rows[1].seen.Count != 9 {
		t.Errorf("not the last sight: %+v", rows[1].seen)
	}
}

// A save sends the names that changed; an emptied field takes the name away.
func TestChanges(t *testing.T) {
	t.Parallel()
	l := &legend{rows: codeRows(sights, kept.Names)}
	l.model = l.fields()
	base := kept
	l.model.Load(&base)
	if l.model.Dirty() {
		t.Error("changed before the first edit")
	}
	for id, name := range map[string]string{"code-order-20": " Being checked ", "code-event-4711": ""} {
		l.model.Now.put(id, name)
		l.model.Note(id)
	}
	want := []api.CodeName{
		{Kind: api.KindOrder, Code: "20", Name: "Being checked"}, {Kind: api.KindEvent, Code: "4711"},
	}
	if diff := cmp.Diff(want, changes(l.model.Base(), l.model.Payload()).Names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if l.model.Count() != 2 {
		t.Errorf("%d changes", l.model.Count())
	}
	for l.model.Undo() {
	}
	if l.model.Dirty() || l.model.Now["code-order-20"] != "" || l.model.Now["code-event-4711"] != "Tip" {
		t.Errorf("undone: %v", l.model.Now)
	}
}

func TestImpossibleNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{strings.Repeat("年", api.MaxCodeName+1), "a\u202eb"} {
		l := &legend{rows: codeRows(sights, nil)}
		l.model = l.fields()
		l.model.Load(&api.Legend{})
		l.model.Now.put("code-rest-0", name)
		if l.model.Try() || l.model.At("code-rest-0") == "" {
			t.Errorf("%q is taken", name)
		}
	}
}

func TestLegendPage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		change    func(*legend)
		want, not []string
	}{
		{"loading", func(*legend) {}, []string{"Loading"}, []string{"code-order-20"}},
		{"failed", func(l *legend) { l.read.Err = errors.New("x") }, []string{"Try again"}, []string{"code-order-20"}},
		{"none", func(l *legend) { l.take(&api.Legend{}) }, []string{"No code without a known meaning"}, []string{"<form"}},
		{"some", func(l *legend) { l.Sights = sights; now := kept; l.take(&now) }, []string{
			"Order status \u206620\u2069", "Message \u20664711", "Olivia Chan", "9 times", `id="code-rest-0"`,
		}, []string{"zone", "No code without"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := &legend{Deps: pagetest.Deps(t, routes.Route{Page: routes.Profile}, api.RoleOwner)}
			l.OnInit()
			tt.change(l)
			judge(t, pagetest.Markup(l.Render()), tt.want, tt.not)
		})
	}
}

func judge(t *testing.T, got string, want, not []string) {
	t.Helper()
	for _, words := range want {
		if !strings.Contains(got, words) {
			t.Errorf("lacks %q", words)
		}
	}
	for _, words := range not {
		if strings.Contains(got, words) {
			t.Errorf("has %q", words)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}

func TestCheckCard(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		change    func(*check)
		want, not []string
	}{
		{"loading", func(*check) {}, []string{"Loading"}, []string{"check-go"}},
		{"failed to be read", func(c *check) { c.read.Err = errors.New("x") }, []string{"Try again"}, []string{"check-go"}},
		{"never", func(c *check) { c.last = &api.Check{} }, []string{"Check now"}, []string{"check-status"}},
		{"not started", func(c *check) { c.last, c.failed = &api.Check{}, errors.New("x") },
			[]string{"couldn&#39;t be made"}, []string{"check-status"}},
		{"running", func(c *check) { c.last = &api.Check{At: 1, By: "Olivia Chan", Running: true, Calls: 3} },
			[]string{`aria-busy`, "3 calls made", "Olivia Chan"}, nil},
		{"broken off", func(c *check) { c.last = &api.Check{At: 1, Failed: true} },
			[]string{"couldn&#39;t be made"}, []string{"calls made"}},
		{"done", func(c *check) {
			c.last = &api.Check{At: 1, Findings: []api.CheckFinding{
				{Name: "a", Assumption: "Ids are numbers", State: api.CheckDiffers, Seen: []string{"shopId is <a text>"},
					Setting: "none needed"},
				{Name: "b", Assumption: "A heartbeat has no body", State: api.CheckUnseen, How: "Register the address"},
				{Name: "c", Assumption: "All is well", State: api.CheckHolds}, {Name: "d", State: "novel"},
			}}
		}, []string{"doesn&#39;t hold", "&lt;a text&gt;", "Setting:", "none needed", "not seen yet", "Register the address",
			">holds<", `lang="en"`, "novel"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := &check{Deps: pagetest.Deps(t, routes.Route{Page: routes.Profile}, api.RoleOwner)}
			tt.change(c)
			judge(t, pagetest.Markup(c), tt.want, tt.not)
		})
	}
}

// Each unusual item stands with what was seen of it. Codes of which no value is documented aren't among them.
func TestSightsCard(t *testing.T) {
	t.Parallel()
	p := &Page{facts: &api.ProfileFacts{Sights: sights}}
	judge(t, pagetest.Markup(p.sights()), []string{"zone", "isn&#39;t known: \u2066a text\u2069", "\u206620\u2069"},
		[]string{"deliveryRestStatus"})
	if len(p.facts.Sights) != len(sights) {
		t.Error("the codes can't be named any more")
	}
}

// The page lists the assumptions that the server sends, with the variables that set them.
func TestAssumptionsAreListed(t *testing.T) {
	t.Parallel()
	p := &Page{facts: &api.ProfileFacts{Facts: []api.CheckFinding{
		{Name: "a", Assumption: "anchor: midnight of UTC", State: api.CheckAssumed, Seen: []string{"Interface 2.5."},
			Setting: "SHOPDESK_ANCHOR"},
		{Name: "b", Assumption: "pkce: a code challenge", State: api.CheckSet},
	}}}
	judge(t, pagetest.Markup(p.assumptions()), []string{"midnight of UTC", "Interface 2.5.",
		"SHOPDESK_ANCHOR", ">assumed<",
		"a code challenge", ">set<"}, nil)
}
