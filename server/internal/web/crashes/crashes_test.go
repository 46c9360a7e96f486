package crashes_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/internal/web/crashes"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/web/crash"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

const (
	served = "0123456789abcdef" // the server's build
	older  = "fedcba9876543210"
)

var now = time.UnixMilli(1_790_000_000_000)

var known = &crash.Map{Imports: 1, Functions: []crash.Function{
	{Name: "main.(*Page).save", Places: []crash.Place{
		{File: "app/page.go", Line: 40, Call: -1}, {At: 4, File: "app/page.go", Line: 44, Call: -1},
	}},
	{Name: "main.main", Places: []crash.Place{{File: "main.go", Line: 9, Call: -1}}},
}}

// desk calls the service behind a real server.
type desk struct {
	t   *testing.T
	url string
	log *bytes.Buffer // read only between requests
}

func open(t *testing.T, s store.Store, change func(*crashes.Options)) *desk {
	t.Helper()
	d := &desk{t: t, log: new(bytes.Buffer)}
	log := slog.New(slog.NewTextHandler(d.log, nil))
	o := crashes.Options{
		Crashes: s, Build: served, Now: func() time.Time { return now }, Logger: log,
		Map: func() (*crash.Map, error) { return known, nil },
	}
	if change != nil {
		change(&o)
	}
	service, err := crashes.New(o)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("POST /base"+api.PathCrashes, httpio.Handler(log, service.HandleTell))
	mux.Handle("GET /base"+api.PathCrashes, httpio.Handler(log, service.HandleList))
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	d.url = web.URL + "/base" + api.PathCrashes
	return d
}

func (d *desk) do(method, body string) (int, string) {
	d.t.Helper()
	req, err := http.NewRequestWithContext(d.t.Context(), method, d.url, strings.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		d.t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	return res.StatusCode, string(answer)
}

func (d *desk) tell(told api.TellCrash, want int) {
	d.t.Helper()
	body, err := json.Marshal(told)
	if err != nil {
		d.t.Fatal(err)
	}
	if status, answer := d.do(http.MethodPost, string(body)); status != want {
		d.t.Errorf("%s: %d %s", body, status, answer)
	}
}

func (d *desk) list() (got api.Crashes, body string) {
	d.t.Helper()
	status, body := d.do(http.MethodGet, "")
	if err := json.Unmarshal([]byte(body), &got); err != nil || status != http.StatusOK {
		d.t.Fatalf("%d %s", status, body)
	}
	return got, body
}

func told() api.TellCrash {
	return api.TellCrash{
		Build: served, Page: "shops/hours", At: now.UnixMilli() - 5000, Text: "assignment to entry in nil map",
		Stack: []string{"f00000+0x5", "w2", "f00777+0x2", "panic+0x3", "main.main+0x1"},
	}
}

// engines runs a test on both databases.
func engines(t *testing.T, run func(t *testing.T, s store.Store)) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { t.Parallel(); run(t, sqlitetest.Open(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { t.Parallel(); run(t, postgrestest.Open(t)) })
}

// A crash is logged and listed with names and lines; an equal crash at another time
// is counted. A frame number that the map doesn't have stays; a name that the map
// doesn't have is dropped.
func TestCrashHasNamesAndLines(t *testing.T) {
	engines(t, func(t *testing.T, s store.Store) {
		d := open(t, s, nil)
		d.tell(told(), http.StatusOK)
		d.tell(told(), http.StatusOK) // the browser reports the crash again after a reload
		again := told()
		again.Page, again.At = "", now.UnixMilli()-2000
		d.tell(again, http.StatusOK)
		got, _ := d.list()
		want := api.Crashes{Crashes: []api.Crash{{
			Build: served, Text: "assignment to entry in nil map", Mapped: true, Times: 2, LastAt: now.UnixMilli() - 2000,
			Stack: []api.CrashFrame{
				{Name: "main.(*Page).save", File: "app/page.go", Line: 44}, {Name: "main.main", File: "main.go"},
				{Name: "f00777+0x2"}, {Name: "main.main", File: "main.go", Line: 9},
			},
		}}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		for _, part := range []string{
			"level=ERROR", "build=" + served, "page=shops/hours", "times=2",
			"main.(*Page).save app/page.go:44; main.main main.go:0",
		} {
			if !strings.Contains(d.log.String(), part) {
				t.Errorf("the log lacks %s: %s", part, d.log)
			}
		}
	})
}

// A server of another build lists the frame numbers, and logs that it has no map of
// the build. A server of the crash's build then finds the names.
func TestCrashOfAnotherBuildKeepsItsNumbers(t *testing.T) {
	engines(t, func(t *testing.T, s store.Store) {
		d := open(t, s, nil)
		of := told()
		of.Build = older
		d.tell(of, http.StatusOK)
		got, _ := d.list()
		numbers := []api.CrashFrame{{Name: "f00000+0x5"}, {Name: "w2"}, {Name: "f00777+0x2"}}
		if diff := cmp.Diff(numbers, got.Crashes[0].Stack); diff != "" || got.Crashes[0].Mapped {
			t.Errorf("%+v\n%s", got, diff)
		}
		if !strings.Contains(d.log.String(), "no map of its build") {
			t.Errorf("the log: %s", d.log)
		}
		before := open(t, s, func(o *crashes.Options) { o.Build = older })
		of.At++
		before.tell(of, http.StatusOK)
		got, _ = d.list()
		if len(got.Crashes) != 1 || !got.Crashes[0].Mapped || got.Crashes[0].Stack[0].Name != "main.(*Page).save" {
			t.Errorf("%+v", got)
		}
	})
}

// A build whose map can't be read counts as a build without a map.
func TestBrokenMapLeavesNumbers(t *testing.T) {
	t.Parallel()
	d := open(t, sqlitetest.Open(t), func(o *crashes.Options) {
		o.Map = func() (*crash.Map, error) { return nil, errors.New("no such file") }
	})
	d.tell(told(), http.StatusOK)
	if got, _ := d.list(); got.Crashes[0].Mapped || got.Crashes[0].Stack[0].Name != "f00000+0x5" {
		t.Errorf("%+v", got)
	}
}

// No customer's data gets into the log or the list, whatever a browser sends.
func TestCrashHasNoCustomersData(t *testing.T) {
	t.Parallel()
	const phone = "5511987654321"
	d := open(t, sqlitetest.Open(t), nil)
	for _, text := range []string{
		"call Ana on " + phone, "runtime error: index out of range [" + phone + "]", "JavaScript error: " + phone,
	} {
		of := told()
		of.Text = text
		d.tell(of, http.StatusOK)
	}
	for _, change := range []func(*api.TellCrash){
		func(c *api.TellCrash) { c.Page = "shops/" + phone },
		func(c *api.TellCrash) { c.Build = phone },
		func(c *api.TellCrash) { c.Stack = []string{"call Ana on " + phone} },
		func(c *api.TellCrash) { c.Stack = make([]string, 51) },
	} {
		of := told()
		change(&of)
		d.tell(of, http.StatusBadRequest)
	}
	named := told()
	named.Stack = []string{"Ana" + phone, "w" + phone} // names that the map doesn't have
	d.tell(named, http.StatusOK)
	for _, body := range []string{
		`{"build":"` + served + `","page":"","at":1,"text":"","stack":[],"phone":"` + phone + `"}`, `{`, `[]`,
		`{"text":"` + strings.Repeat("x", 17<<10) + `"}`,
	} {
		if status, answer := d.do(http.MethodPost, body); status != http.StatusBadRequest {
			t.Errorf("%.60s: %d %s", body, status, answer)
		}
	}
	got, body := d.list()
	if len(got.Crashes) != 4 {
		t.Errorf("%d crashes", len(got.Crashes))
	}
	for _, all := range []string{body, d.log.String()} {
		if strings.Contains(all, phone) || strings.Contains(all, "Ana") {
			t.Errorf("kept: %s", all)
		}
	}
}

// A crash with a wrong time gets the server's time.
func TestCrashWithAWrongTimeGetsTheServersTime(t *testing.T) {
	t.Parallel()
	for _, at := range []int64{0, now.UnixMilli() + 1, now.Add(-100 * 24 * time.Hour).UnixMilli()} {
		d := open(t, sqlitetest.Open(t), nil)
		of := told()
		of.At = at
		d.tell(of, http.StatusOK)
		if got, _ := d.list(); got.Crashes[0].LastAt != now.UnixMilli() {
			t.Errorf("at %d: %+v", at, got)
		}
	}
}

// The report after twenty at once is refused, and the log stays short.
func TestCrashesAreBounded(t *testing.T) {
	t.Parallel()
	d := open(t, sqlitetest.Open(t), nil)
	for i := range 20 {
		of := told()
		of.At += int64(i)
		d.tell(of, http.StatusOK)
	}
	d.tell(told(), http.StatusTooManyRequests)
	if got, _ := d.list(); got.Crashes[0].Times != 20 || strings.Count(d.log.String(), "crashed") != 20 {
		t.Errorf("%+v\n%s", got, d.log)
	}
}
