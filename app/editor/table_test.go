//go:build !js

package editor_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/templates"
	"github.com/shopdesk/shopdesk/app/pages/orders"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates"
	"github.com/shopdesk/shopdesk/app/pages/shop/hours"
	"github.com/shopdesk/shopdesk/app/pages/shop/overview"
	"github.com/shopdesk/shopdesk/app/pages/shop/phones"
	"github.com/shopdesk/shopdesk/app/pages/shop/photo"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// page is a page with an editor, as the shell has it.
type page interface {
	app.UI
	OnInit()
	OnMount(ctx app.Context)
	Render() app.UI
}

// controls are the part of an editor that its page uses, whatever its record.
type controls interface {
	Mount(ctx app.Context)
	Dismount()
	Save(ctx app.Context)
	Discard(ctx app.Context)
	Edited(words string)
	Page(head app.UI, fields func() app.UI, beside ...app.UI) app.UI
	Summary() app.UI
	Bar() app.UI
}

// edits is an editor as its page holds it.
type edits struct {
	controls
	form editor.Form
}

// open gives a field that its page keeps to itself.
func open(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// within finds the editor of a page.
func within(t *testing.T, p page) (e edits) {
	t.Helper()
	fields := reflect.ValueOf(p).Elem()
	for i := range fields.NumField() {
		if c, ok := open(fields.Field(i)).Interface().(controls); ok {
			e.controls = c
			e.form, _ = open(reflect.ValueOf(c).Elem().FieldByName("view").FieldByName("form")).Interface().(editor.Form)
		}
	}
	if e.controls == nil || e.form == nil {
		t.Fatalf("%T has no editor", p)
	}
	return e
}

// subject is a page that edits a record, for the table.
type subject struct {
	id          string // begins its elements' ids
	route       routes.Route
	draft       string
	make        func(pages.Deps) page
	know        func(t *testing.T, d pages.Deps, record string) // as the shell reads it; nil: the page does
	write, read string                                          // paths
	answer      func(record string) string                      // to the write
	whole       func(record string) string                      // the answer to the read
	was, mine   string
	beside      string // was, with another part changed; "": there is no other part
	theirs      string // was, with the same part changed
	field       string // of a problem that has a place
}

const tableShop = 7

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func valueOf[T any](t *testing.T, data string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(data), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func recordOf[T any](t *testing.T, data string) backend.Record[T] {
	t.Helper()
	r, err := backend.ReadRecord[T]([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func enveloped(record string) string { return `{"code":0,"message":"","data":` + record + `}` }
func taken(string) string            { return `{"code":0,"message":""}` }
func itself(record string) string    { return record }

// subjects are all editors of the console.
func subjects(t *testing.T) []subject {
	t.Helper()
	shop := func(p routes.Page) routes.Route { return routes.Route{Page: p, ShopID: tableShop} }
	week := func(mon, fri int) string {
		var w platform.Week
		for _, d := range platform.Days() {
			w.SetDay(d, []platform.Period{{StartTime: 9 * 3600, EndTime: 17 * 3600}})
		}
		w.SetDay(platform.Monday, []platform.Period{{StartTime: 9 * 3600, EndTime: mon * 3600}})
		w.SetDay(platform.Friday, []platform.Period{{StartTime: 9 * 3600, EndTime: fri * 3600}})
		return jsonOf(t, w)
	}
	phone := func(numbers ...string) string {
		list := make([]platform.Phone, len(numbers))
		for i, n := range numbers {
			list[i].Number = n
		}
		return jsonOf(t, list)
	}
	const christmas, day = 1798156800_000, 24 * 3600_000 // 2026-12-25, UTC
	special := func(first, second int) string {
		date := func(at int64, end int) platform.SpecialDate {
			return platform.SpecialDate{StartDate: at, EndDate: at + day - 1,
				BusinessHour: []platform.Period{{StartTime: 9 * 3600, EndTime: end * 3600}}}
		}
		return jsonOf(t, []platform.SpecialDate{date(christmas, first), date(christmas+7*day, second)})
	}
	template := func(name string, version int64, phones ...string) string {
		return jsonOf(t, api.Template{TemplateID: api.TemplateID{ID: strings.Repeat("a", 26), Name: name}, Version: version,
			Mine: true, Parts: api.TemplateParts{Phones: phones}})
	}
	settings := func(version int64, on bool, most int) string {
		return jsonOf(t, api.OrderSettings{ShopID: tableShop, Version: version, AutoAccept: on, MaxOpen: most})
	}
	return []subject{
		{
			id: "hours", route: shop(routes.Hours), draft: "week", make: func(d pages.Deps) page { return &hours.Page{Deps: d} },
			know:  func(t *testing.T, d pages.Deps, r string) { d.State.SetWeek(tableShop, recordOf[platform.Week](t, r)) },
			write: api.PlatformPrefix + platform.PathWeekUpdate, read: api.PlatformPrefix + platform.PathWeekGet, answer: taken,
			whole: enveloped,
			was:   week(17, 17), mine: week(17, 18), beside: week(20, 17), theirs: week(17, 21), field: "week.fri[0].endTime",
		},
		{
			id: "phones", route: shop(routes.Phones), draft: "phones", make: func(d pages.Deps) page {
				return &phones.Page{Deps: d}
			},
			know: func(t *testing.T, d pages.Deps, r string) {
				d.State.SetShop(tableShop, &platform.Shop{ShopID: tableShop, Phones: valueOf[[]platform.Phone](t, r)})
			},
			write: api.PlatformPrefix + platform.PathContactUpdate,
			read:  api.PlatformPrefix + platform.PathShopGet, answer: taken,
			whole: func(r string) string { return enveloped(`{"shopId":7,"phones":` + r + `}`) },
			was:   phone("852-25460101"), mine: phone("852-25460102"), theirs: phone("852-25460103"), field: "phones[0]",
		},
		{
			id: "dates", route: shop(routes.Dates), draft: "special", make: func(d pages.Deps) page {
				return &dates.Page{Deps: d}
			},
			know: func(t *testing.T, d pages.Deps, r string) {
				d.State.SetSpecial(tableShop, recordOf[[]platform.SpecialDate](t, r))
			},
			write: api.PlatformPrefix + platform.PathSpecialUpdate, read: api.PlatformPrefix + platform.PathSpecialGet,
			answer: taken, whole: enveloped,
			was: special(17, 17), mine: special(18, 17), beside: special(17, 20), theirs: special(21, 17),
			field: "specialBusinessHour[0].businessHour[0].endTime",
		},
		{
			id: "template", route: routes.Route{Page: routes.Templates, Rest: strings.Repeat("a", 26) + "/edit"},
			draft: "template/" + strings.Repeat("a", 26),
			make:  func(d pages.Deps) page { return templates.New(d).(page) }, //nolint:forcetypeassert // or the test fails
			write: api.PathTemplates, read: api.PathTemplates, answer: itself, whole: func(r string) string {
				return `{"templates":[` + r + `],"groups":[]}`
			},
			was: template("Was", 1, "852-25460101"), mine: template("Mine", 1, "852-25460101"),
			beside: template("Was", 2, "852-25460102"), theirs: template("Theirs", 2, "852-25460101"),
			field: "name",
		},
		{
			id: "auto", route: shop(routes.Orders), draft: "auto", make: func(d pages.Deps) page {
				return &orders.Board{Deps: d}
			},
			know:  func(t *testing.T, d pages.Deps, r string) { d.Book.SetSettings(valueOf[api.OrderSettings](t, r)) },
			write: api.PathOrderSettings, read: api.PathOrderSettings, answer: itself, whole: func(r string) string {
				return `{"settings":[` + r + `]}`
			},
			was: settings(1, true, 5), mine: settings(1, true, 6), beside: settings(2, false, 5), theirs: settings(2, true, 9),
			field: "maxOpen",
		},
	}
}

// answers plays the server: what it answers to the coming saves, and what stands
// there. An answer without a status hangs up.
type answers struct {
	turn sync.Mutex

	subject
	stands  string
	saves   []answer
	sent    int
	unread  bool
	offline bool
	server  *httptest.Server
}

type answer struct {
	status int
	body   string
	done   bool // the record is saved first
}

func (a *answers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.turn.Lock() // a call after a lost one comes by another connection
	defer a.turn.Unlock()
	path := strings.TrimPrefix(r.URL.Path, string(pagetest.Mount))
	if path == a.write && r.Header.Get(api.HeaderConsole) == "1" && (a.write != a.read || r.Method == http.MethodPost) {
		a.sent++
		now := answer{200, a.answer(a.mine), true}
		if len(a.saves) > 0 {
			now, a.saves = a.saves[0], a.saves[1:]
		}
		if now.done {
			a.stands = a.mine
		}
		if now.status == 0 {
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(now.status)
		_, _ = io.WriteString(w, now.body)
		return
	}
	if path != a.read || a.unread && a.sent > 0 {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, a.whole(a.stands))
}

// Fetch implements [backend.Fetcher].
func (a *answers) Fetch(ctx context.Context, r backend.Request) (backend.Response, error) {
	if a.offline {
		return backend.Response{}, backend.ErrOffline
	}
	request, err := http.NewRequestWithContext(ctx, r.Method, a.server.URL+r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return backend.Response{}, err
	}
	for name, value := range r.Header {
		request.Header.Set(name, value)
	}
	response, err := a.server.Client().Do(request)
	if err != nil {
		return backend.Response{}, backend.ErrNoAnswer
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return backend.Response{Status: response.StatusCode, Body: body}, err
}

// visit is a page in a tab: its editor begins with the draft of an edit, and
// everything that was begun with do is over.
type visit struct {
	page
	edits
	a      *answers
	deps   pages.Deps
	toasts []string
}

// answering is the server of a page, and what the page is given.
func answering(t *testing.T, s subject) (*answers, pages.Deps) {
	t.Helper()
	a := &answers{subject: s, stands: s.was}
	a.server = httptest.NewServer(a)
	t.Cleanup(a.server.Close)
	deps := pagetest.Deps(t, s.route, api.RoleManager)
	may := []string{string(platform.PermissionHoursEdit), string(platform.PermissionShopEdit),
		string(platform.PermissionShopPause)}
	deps.State.SetShops([]api.Shop{{ShopID: tableShop, Name: "Noodle", Zone: "Asia/Hong_Kong", Permissions: may}})
	b, err := backend.New(pagetest.Mount, a)
	if err != nil {
		t.Fatal(err)
	}
	deps.Backend = b
	return a, deps
}

func toastWords(action app.Action) string {
	toast, _ := action.Value.(pages.Offer)
	if toast.Action == "" {
		return toast.Text
	}
	return toast.Text + " [" + toast.Action + "]"
}

func visited(t *testing.T, s subject, set func(*answers), do func(ctx app.Context, v *visit)) *visit {
	t.Helper()
	a, deps := answering(t, s)
	s.edited(t, a, deps)
	v := show(t, a, deps, set, do)
	return v
}

// show shows the page, as after a reload.
func show(t *testing.T, a *answers, deps pages.Deps, set func(*answers), do func(ctx app.Context, v *visit)) *visit {
	t.Helper()
	v := &visit{page: a.make(deps), a: a, deps: deps}
	if a.know != nil {
		a.know(t, deps, a.stands)
	}
	v.OnInit()
	if a.know == nil {
		pagetest.Run(t, v.OnMount) // the page reads
	}
	v.edits = within(t, v.page)
	pagetest.Run(t, func(ctx app.Context) {
		ctx.Handle(state.ActionToast, func(_ app.Context, action app.Action) {
			v.toasts = append(v.toasts, toastWords(action))
		})
		v.Mount(ctx)
		set(a)
		do(ctx, v)
	})
	return v
}

// edited leaves a draft: mine, begun from was.
func (s subject) edited(t *testing.T, a *answers, deps pages.Deps) {
	t.Helper()
	written := func(record string) map[string]json.RawMessage {
		a.stands = record
		v := show(t, a, deps, func(*answers) {}, func(app.Context, *visit) {})
		return valueOf[map[string]json.RawMessage](t, jsonOf(t, v.form))
	}
	draft := written(s.mine)
	draft["base"] = written(s.was)["base"]
	if err := deps.State.SaveDraft(s.draft, s.route.ShopID, draft); err != nil {
		t.Fatal(err)
	}
}

// html is the editor on its page. That of a dialog isn't drawn while it is closed.
func (v *visit) html() string {
	if _, board := v.page.(*orders.Board); board {
		return pagetest.Markup(v.Page(app.H1(), func() app.UI { return app.Div().Body(v.Summary(), v.Bar()) }))
	}
	return pagetest.Markup(v.Render())
}

func refusal(status int, e api.Error) func(*answers) {
	return func(a *answers) {
		data, _ := json.Marshal(e) //nolint:errchkjson // an error is always JSON
		a.saves = []answer{{status: status, body: string(data)}}
	}
}

// What a person sees and reads in each situation is the same on every page.
func TestEveryEditorInEverySituation(t *testing.T) {
	t.Parallel()
	save := func(ctx app.Context, v *visit) { v.Save(ctx) }
	leaving := func(ctx app.Context, v *visit) {
		v.Save(ctx)
		v.Dismount()
	}
	changed := func(record func(subject) string) func(*answers) {
		return func(a *answers) {
			a.stands = record(a.subject)
			refusal(409, api.Error{Code: api.CodeChanged, Current: json.RawMessage(a.stands)})(a)
		}
	}
	theirs := func(s subject) string { return s.theirs }
	invalid := func(path string) func(*answers) {
		return func(a *answers) {
			refusal(422, api.Error{Code: api.CodeInvalid, Problems: []api.Problem{{Path: cmp.Or(path, a.field),
				Code: "nonsense"}}})(a)
		}
	}
	lost := func(done bool) func(*answers) {
		return func(a *answers) { a.saves = []answer{{done: done}} }
	}
	both := func(list ...func(*answers)) func(*answers) {
		return func(a *answers) {
			for _, set := range list {
				set(a)
			}
		}
	}
	elsewhere := func(a *answers) { a.stands = a.theirs }
	unread := func(a *answers) { a.unread = true }
	conflict := []string{"Choose which version to keep", `id="conflict-save"`, `id="conflict-back"`, "Yours", "Theirs"}
	for _, tt := range []struct {
		name   string
		set    func(*answers)
		do     func(app.Context, *visit)
		dirty  bool
		want   []string // $ stands for the editor's id
		not    []string
		toasts []string
		parts  bool // it takes a record of several parts
	}{
		{"a draft is back", func(*answers) {}, func(app.Context, *visit) {}, true,
			[]string{`id="$-draft"`, "Your draft of", "is back.", "Discard draft", `id="$-save"`, `id="$-discard"`, "1 change",
				"not saved yet"}, []string{`id="$-notice"`}, nil, false},
		{"discarded", func(*answers) {}, func(ctx app.Context, v *visit) { v.Discard(ctx) }, false,
			[]string{`id="$-undo"`, "Your changes are discarded.", "No changes"}, []string{`id="$-draft"`}, nil, false},
		{"undone", func(*answers) {}, func(ctx app.Context, v *visit) {
			v.Discard(ctx)
			v.form.Undo()
			v.Edited("")
		}, true, []string{"1 change", `id="$-redo"`}, nil, nil, false},
		{"redone", func(*answers) {}, func(ctx app.Context, v *visit) {
			v.Discard(ctx)
			v.form.Undo()
			v.form.Redo()
			v.Edited("")
		}, false, []string{"No changes", `id="$-undo"`}, nil, nil, false},
		{"saved", func(*answers) {}, save, false, nil, []string{`id="$-notice"`, `id="$-save"`},
			[]string{"Saved. [Undo]"}, false},
		{"another part was changed elsewhere", changed(func(s subject) string { return s.beside }), save, true,
			[]string{`id="$-notice"`, "Somebody else has changed", "Their change is in."}, conflict, nil, true},
		{"the same part was changed elsewhere", changed(theirs), save, true, conflict, []string{`id="$-save"`}, nil, false},
		{"the server refuses a field", invalid(""), save, true, []string{`id="$-summary"`},
			[]string{`id="$-notice"`}, nil, false},
		{"the server refuses what has no field", invalid("elsewhere"), save, true, []string{`id="$-notice"`, "Not saved."},
			nil, nil, false},
		{"signed out", refusal(401, api.Error{Code: api.CodeSignedOut}), save, true,
			[]string{`id="$-notice"`, "Nothing was saved: your session had ended.", "Once you are signed in, press the button again."},
			[]string{`id="$-notice-go"`}, nil, false},
		{"refused", refusal(503, api.Error{Code: api.CodeBusy}), save, true,
			[]string{`id="$-notice"`, `id="$-notice-go"`, "Not saved.", "Your changes are kept on this device.", "Try again"},
			nil, nil, false},
		{"offline", func(a *answers) { a.offline = true }, save, true,
			[]string{`id="$-notice"`, `id="$-notice-go"`, "Not saved.", "Your changes are kept on this device.", "Try again"},
			nil, nil, false},
		{"the answer is lost, the save is done", lost(true), save, false, nil, []string{`id="$-notice"`},
			[]string{"It did arrive: it is saved. [Undo]"}, false},
		{"the answer is lost, and so is the save", lost(false), save, true,
			[]string{`id="$-notice"`, "It is not saved so far.", "Try again"}, nil, nil, false},
		{"the answer is lost, somebody else saved", both(lost(false), elsewhere), save, true, conflict, nil, nil, false},
		{"the answer is lost, and nothing can be read", both(lost(false), unread), save, true,
			[]string{`id="$-notice"`, "It may have been saved.", "Check now"}, nil, nil, false},
		{"left while saving: saved", func(*answers) {}, leaving, false, nil, nil, []string{"Saved. [Undo]"}, false},
		{"left while saving: changed elsewhere", changed(theirs), leaving, true, nil, nil,
			[]string{"Not saved. Somebody else changed this meanwhile. [Go there]"}, false},
		{"left while saving: invalid", invalid(""), leaving, true, nil, nil,
			[]string{"Not saved. Something isn't right yet. [Go there]"}, false},
		{"left while saving: signed out", refusal(401, api.Error{Code: api.CodeSignedOut}), leaving, true, nil, nil,
			[]string{"Nothing was saved: your session had ended. [Go there]"}, false},
		{"left while saving: refused", refusal(503, api.Error{Code: api.CodeBusy}), leaving, true, nil, nil,
			[]string{"Not saved. Somebody else is saving this right now. [Go there]"}, false},
		{"left while saving: the answer is lost, the save is done", lost(true), leaving, false, nil, nil,
			[]string{"It may have been saved. [Go there]", "It did arrive: it is saved. [Undo]"}, false},
		{"left while saving: the answer is lost, and so is the save", lost(false), leaving, true, nil, nil,
			[]string{"It may have been saved. [Go there]", "It is not saved so far. [Go there]"}, false},
	} {
		for _, s := range subjects(t) {
			if tt.parts && s.beside == "" {
				continue
			}
			t.Run(s.id+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				v := visited(t, s, tt.set, tt.do)
				if v.form.Dirty() != tt.dirty {
					t.Errorf("dirty: %v", v.form.Dirty())
				}
				if kept := len(v.deps.State.Drafts()) > 0; kept != tt.dirty {
					t.Errorf("draft kept: %v", kept)
				}
				if !slices.Equal(v.toasts, tt.toasts) {
					t.Errorf("toasts %q, want %q", v.toasts, tt.toasts)
				}
				html := v.html()
				for _, part := range tt.want {
					if !strings.Contains(html, strings.ReplaceAll(part, "$", s.id)) {
						t.Errorf("no %q in %s", part, html)
					}
				}
				for _, part := range tt.not {
					if strings.Contains(html, strings.ReplaceAll(part, "$", s.id)) {
						t.Errorf("%q in %s", part, html)
					}
				}
			})
		}
	}
}

// An undo that didn't happen was told with the sign of a success, and one without an answer only by
// "It may have been saved."
func TestUndoIsToldAsItWent(t *testing.T) {
	t.Parallel()
	lost := func(stands func(*answers) string) func(*answers) {
		return func(a *answers) { a.saves, a.stands = []answer{{}}, stands(a) }
	}
	for _, tt := range []struct {
		name string
		set  func(*answers)
		tone components.Tone
		says string
		more bool // it can be tried again
	}{
		{"undone", func(*answers) {}, "", "Undone. It is as it was.", false},
		{"changed since", refusal(409, api.Error{Code: api.CodeChanged}), components.ToneBad, "Not undone", false},
		{"refused", refusal(503, api.Error{Code: api.CodeBusy}), components.ToneBad, "Not saved.", true},
		{"against a rule", refusal(422, api.Error{Code: api.CodeInvalid}), components.ToneBad, "Not saved.", false},
		{"the answer is lost", lost(func(a *answers) string { return a.was }), "", "Undone. It is as it was.", false},
		{"the undo is lost", lost(func(a *answers) string { return a.mine }), components.ToneBad, "Not saved.", true},
		{"the answer is lost, changed since", lost(func(a *answers) string { return a.theirs }), components.ToneBad,
			"Not undone", false},
		{"the answer is lost, and nothing can be read", func(a *answers) { a.saves, a.unread = []answer{{}}, true },
			components.ToneWarn, "It may have been saved.", false},
	} {
		for _, s := range subjects(t) {
			t.Run(s.id+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				a, deps := answering(t, s)
				s.edited(t, a, deps)
				var offers []pages.Offer
				listen := func(ctx app.Context) {
					ctx.Handle(state.ActionToast, func(_ app.Context, action app.Action) {
						offers = append(offers, action.Value.(pages.Offer)) //nolint:forcetypeassert // or the test fails
					})
				}
				show(t, a, deps, func(*answers) {}, func(ctx app.Context, v *visit) {
					listen(ctx)
					v.Save(ctx)
				})
				if len(offers) != 1 || offers[0].Do == nil {
					t.Fatalf("%+v", offers)
				}
				pagetest.Run(t, func(ctx app.Context) {
					listen(ctx)
					tt.set(a)
					offers[0].Do(ctx)
				})
				if last := offers[len(offers)-1]; len(offers) != 2 || last.Tone != tt.tone ||
					!strings.Contains(last.Text, tt.says) || (last.Do != nil) != tt.more {
					t.Errorf("%+v", offers)
				}
			})
		}
	}
}

// press presses the button of a page whose saver sends a value made on the spot.
func press(ctx app.Context, p page) {
	saver := open(reflect.ValueOf(p).Elem().FieldByName("saver"))
	again := saver.FieldByName("Again")
	attempt := reflect.Zero(again.Type().In(0))
	if next := saver.FieldByName("Next"); !next.IsNil() {
		attempt = next.Call([]reflect.Value{attempt})[0]
	}
	again.Call([]reflect.Value{attempt})[0].Call([]reflect.Value{reflect.ValueOf(ctx)})
}

// savers are the pages that save without an editor. Their was and mine are what
// stands on the platform.
func savers(t *testing.T) []subject {
	t.Helper()
	shop := func(p routes.Page) routes.Route { return routes.Route{Page: p, ShopID: tableShop} }
	closed := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	const address = "https://a.example/b.jpg"
	return []subject{
		{
			id: "shop-quick", route: shop(routes.Shop), write: api.PlatformPrefix + platform.PathSpecialUpdate,
			read: api.PlatformPrefix + platform.PathSpecialGet,
			make: func(d pages.Deps) page {
				p := &overview.Page{Deps: d}
				change := open(reflect.ValueOf(p).Elem().FieldByName("change"))
				set := func(field string, v any) { open(change.FieldByName(field)).Set(reflect.ValueOf(v)) }
				at, _ := special.PlaceOf(d)
				at.Week = new(platform.Week)
				set("date", rules.Date{Year: 2026, Month: 11, Day: 21})
				set("hours", []platform.Period{{}})
				set("at", at)
				return p
			},
			know: func(t *testing.T, d pages.Deps, r string) {
				d.State.SetWeek(tableShop, recordOf[platform.Week](t, `{}`))
				d.State.SetSpecial(tableShop, recordOf[[]platform.SpecialDate](t, r))
			},
			answer: taken, whole: enveloped, was: `[]`,
			mine: jsonOf(t, []platform.SpecialDate{{
				StartDate: closed.UnixMilli(), EndDate: closed.UnixMilli() + platform.DaySeconds*1000 - 1,
				BusinessHour: []platform.Period{{}},
			}}),
		},
		{
			id: "photo", route: shop(routes.Photo), write: api.PlatformPrefix + platform.PathPictureUpdate,
			read: api.PlatformPrefix + platform.PathShopGet,
			make: func(d pages.Deps) page {
				p := &photo.Page{Deps: d}
				open(reflect.ValueOf(p).Elem().FieldByName("address")).SetString(address)
				open(reflect.ValueOf(p).Elem().FieldByName("byAddress")).SetBool(true)
				return p
			},
			know: func(t *testing.T, d pages.Deps, r string) {
				d.State.SetShop(tableShop, &platform.Shop{ShopID: tableShop, MainPictures: valueOf[[]platform.Picture](t, r)})
			},
			answer: taken, whole: func(r string) string { return enveloped(`{"shopId":7,"mainPictures":` + r + `}`) },
			was: `[]`, mine: jsonOf(t, []platform.Picture{{URL: address, Status: platform.PicturePending}}),
		},
	}
}

// What a person sees and reads is the same where a page saves without an editor.
func TestEverySaverInEverySituation(t *testing.T) {
	t.Parallel()
	stay := func(page) {}
	leave := func(p page) { p.(interface{ OnDismount() }).OnDismount() } //nolint:forcetypeassert // or the test fails
	lost := func(done, read bool) func(*answers) {
		return func(a *answers) { a.saves, a.unread = []answer{{done: done}}, !read }
	}
	busy := refusal(503, api.Error{Code: api.CodeBusy})
	signedOut := refusal(401, api.Error{Code: api.CodeSignedOut})
	for _, tt := range []struct {
		name string
		set  func(*answers)
		then func(page)
		says []string // a notice on the page; $ stands for what begins its id
		told []string // what toasts say
	}{
		{"saved", func(*answers) {}, stay, nil, []string{"ent. The platform reviews|Saved. [Undo]"}},
		{"signed out", signedOut, stay, []string{`id="$-notice"`, "Nothing was saved: your session had ended."}, nil},
		{"refused", busy, stay, []string{`id="$-notice"`, `id="$-notice-go"`, "Not saved.", "Try again"}, nil},
		{"offline", func(a *answers) {
			a.offline = true
		}, stay, []string{`id="$-notice"`, `id="$-notice-go"`, "Not saved.", "Try again"}, nil},
		{"the answer is lost, the save is done", lost(true, true), stay, nil, []string{"It did arrive: it is saved."}},
		{"the answer is lost, and so is the save", lost(false, true), stay,
			[]string{`id="$-notice"`, "It is not saved so far.", "Try again"}, nil},
		{"the answer is lost, and nothing can be read", lost(false, false), stay,
			[]string{`id="$-notice"`, "It may have been saved.", "Check now"}, nil},
		{"left while saving: saved", func(*answers) {}, leave, nil, []string{"ent. The platform reviews|Saved. [Undo]"}},
		{"left while saving: signed out", signedOut, leave, nil,
			[]string{"Nothing was saved: your session had ended. [Go there]"}},
		{"left while saving: refused", busy, leave, nil,
			[]string{"Not saved. Somebody else is saving this right now. [Go there]"}},
		{"left while saving: the answer is lost, the save is done", lost(true, true), leave, nil,
			[]string{"It may have been saved. [Go there]", "It did arrive: it is saved."}},
	} {
		for _, s := range savers(t) {
			t.Run(s.id+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				a, deps := answering(t, s)
				s.know(t, deps, s.was)
				p := s.make(deps)
				p.OnInit()
				tt.set(a)
				var toasts []string
				pagetest.Run(t, func(ctx app.Context) {
					ctx.Handle(state.ActionToast, func(_ app.Context, action app.Action) {
						toasts = append(toasts, toastWords(action))
					})
					p.OnMount(ctx)
					press(ctx, p)
					tt.then(p)
				})
				html := pagetest.Markup(p.Render())
				for _, part := range tt.says {
					if !strings.Contains(html, strings.ReplaceAll(part, "$", s.id)) {
						t.Errorf("no %q in %s", part, html)
					}
				}
				if tt.says == nil && strings.Contains(html, `id="`+s.id+`-notice"`) {
					t.Errorf("a notice in %s", html)
				}
				if len(toasts) != len(tt.told) {
					t.Fatalf("toasts %q, want %q", toasts, tt.told)
				}
				for i, want := range tt.told {
					if !slices.ContainsFunc(strings.Split(want, "|"), func(w string) bool { return strings.Contains(toasts[i], w) }) {
						t.Errorf("toasts %q, want %q", toasts, tt.told)
					}
				}
			})
		}
	}
}

// A page that saves without an editor left a save without an answer to be looked up by hand once the server was back.
func TestEverySaverLooksAnUnknownSaveUpOnceTheServerIsHeard(t *testing.T) {
	t.Parallel()
	for _, s := range savers(t) {
		a, deps := answering(t, s)
		s.know(t, deps, s.was)
		p := s.make(deps)
		p.OnInit()
		a.saves, a.unread = []answer{{done: true}}, true
		html := func() string { return pagetest.Markup(p.Render()) }
		pagetest.Run(t, func(ctx app.Context) {
			p.OnMount(ctx)
			press(ctx, p)
			pagetest.Until(ctx, func() bool { return strings.Contains(html(), "Check now") }, func(ctx app.Context) {
				a.turn.Lock()
				a.unread = false
				a.turn.Unlock()
				ctx.NewAction(state.ActionHeard)
			})
		})
		if strings.Contains(html(), s.id+"-notice-go") || a.sent != 1 {
			t.Errorf("%s: %d calls, %s", s.id, a.sent, html())
		}
	}
}

// The late answer to a save of a page that was left dropped the draft of the page that was opened since: what was typed
// there was lost with the next reload.
func TestLateAnswerKeepsANewerDraft(t *testing.T) {
	t.Parallel()
	for _, s := range savers(t) {
		a, deps := answering(t, s)
		s.know(t, deps, s.was)
		p := s.make(deps)
		p.OnInit()
		kind := map[string]string{"photo": state.DraftPhoto, "shop-quick": state.DraftDay}[s.id]
		newer := map[string]any{"address": "https://a.example/newer.jpg", "Date": rules.Date{Year: 2026, Month: 11, Day: 22}}
		pagetest.Run(t, func(ctx app.Context) {
			p.OnMount(ctx)
			press(ctx, p)
			p.(interface{ OnDismount() }).OnDismount() //nolint:forcetypeassert // or the test fails
			if err := deps.State.SaveDraft(kind, tableShop, newer); err != nil {
				t.Fatal(err)
			}
		})
		if a.sent != 1 || len(deps.State.Drafts()) != 1 {
			t.Errorf("%s: %d calls, drafts %v", s.id, a.sent, deps.State.Drafts())
		}
	}
}
