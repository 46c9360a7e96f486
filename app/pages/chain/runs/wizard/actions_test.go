package wizard

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
)

// edits are of a page in its preview, each of something that a run is made of.
var edits = map[string]func(*Page){
	"the change": func(p *Page) { p.edited(app.Context{}) },
	"a shop":     func(p *Page) { p.toggle(9, true) },
	"no shop":    func(p *Page) { p.toggle(1, false) },
}

func openPage(t *testing.T) *Page {
	t.Helper()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Runs, Rest: "new"}, api.RoleOwner)}
	p.OnInit()
	p.w.take(whole(), hongKong)
	p.w.Shops, p.w.Step = shopIDs{1, 2}, stepPreview
	return p
}

// The answer to a run that was edited since would be taken for the edited one's.
func TestEditIsAnotherRun(t *testing.T) {
	t.Parallel()
	for name, edit := range edits {
		p := openPage(t)
		was := p.w.Key
		if edit(p); p.w.Key == was {
			t.Errorf("%s: it has the key of what may have been sent", name)
		}
	}
	for name, edit := range map[string]func(*Page){
		"the name": func(p *Page) { pages.Bind(&p.w.Name, p.launchEdited)(app.Context{}, "Winter") },
		"when":     func(p *Page) { pages.Bind(&p.w.When.Later, p.launchEdited)(app.Context{}, true) },
		"less":     func(p *Page) { p.look = &outlook{}; p.takeOut(2) },
	} {
		p := openPage(t)
		was := p.w.Key
		if edit(p); p.w.Key == was {
			t.Errorf("%s: it has the key of what may have been sent", name)
		}
	}
}

// Two windows each have a change begun. The one that was edited last took the other's place, which was gone after a
// reload: it waits behind the last one, as a change does that another page replaces.
func TestTwoWindowsKeepTheirChanges(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Runs, Rest: "new"}, api.RoleOwner)
	storage := new(state.Memory)
	window := func() *Page {
		p := &Page{Deps: deps}
		var err error
		p.State, err = state.New(state.Options{Storage: storage, Now: func() time.Time { return pagetest.Now }})
		if err != nil {
			t.Fatal(err)
		}
		p.State.SetSession(deps.State.Session())
		p.OnInit()
		return p
	}
	names := func(p *Page, name string) { pages.Bind(&p.w.Name, p.launchEdited)(app.Context{}, name) }
	spring := &wizard{Name: "Spring", Shops: shopIDs{3}}
	first, second := window(), window()
	first.w.Earlier = spring
	first.toggle(1, true)
	second.toggle(2, true)
	names(first, "Winter")
	names(second, "Summer")
	names(first, "Winter hours")
	names(first, "Winter hours, all")
	for range 2 { // a reload changes nothing
		p := window()
		p.keep()
		if p.w.Name != "Winter hours, all" || p.w.Earlier == nil || p.w.Earlier.Name != "Summer" ||
			p.w.Earlier.Earlier == nil || p.w.Earlier.Earlier.Name != "Spring" {
			t.Errorf("kept is %q before %+v", p.w.Name, p.w.Earlier)
		}
	}
}

// What may have been begun isn't called not begun; while nobody knows, it is
// sent as it was.
func TestFailedStart(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err            error
		unsure, as, is bool // may have begun, is sent as it was, is another run
	}{
		"lost":    {&platform.UnreachableError{Sent: true}, true, true, false},
		"offline": {&platform.UnreachableError{}, false, false, false},
		"wrong":   {&api.Error{Code: api.CodeInvalid}, false, false, false},
		"other":   {&api.Error{Code: api.CodeChanged}, true, false, true},
	} {
		p := openPage(t)
		was := p.w.Key
		p.sent.key = was
		p.failed(tt.err)
		if unsure := strings.Contains(pagetest.Markup(p.startNote()), "may have begun"); unsure != tt.unsure ||
			(p.sent.key == was) != tt.as || (p.w.Key != was) != tt.is {
			t.Errorf("%s: unsure %v, sent %q, key %q before %q", name, unsure, p.sent.key, p.w.Key, was)
		}
	}
}

// A start that failed is asked about again: the date had been cleared meanwhile, and the run began at once.
func TestFailedStartIsAskedAboutAgain(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	p.look = &outlook{}
	p.w.When = beginning{Later: true}
	p.startErr = &platform.UnreachableError{}
	note := p.startNote().(*components.Note)
	note.Actions()[0].(*components.Button).OnClick(app.Context{})
	if len(p.whenBad) == 0 || p.act.Busy != "" {
		t.Errorf("busy %q, wrong %v", p.act.Busy, p.whenBad)
	}
}

// A start that failed was tried again while its preview was read anew: the program ended.
func TestFailedStartWaitsForAPreview(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	p.startErr, p.lookErr = &platform.UnreachableError{}, &platform.UnreachableError{}
	note := p.startNote().(*components.Note)
	if note.Actions()[0].(*components.Button).OnClick(app.Context{}); p.asking {
		t.Error("asks about a run without a preview")
	}
}

// One of many shops was taken from the person while the preview stood on the screen. The run couldn't be begun, however
// often it was tried, and nothing said which shop was in the way.
func TestStartInALostShopLooksAgain(t *testing.T) {
	t.Parallel()
	lost := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, api.PathRunPreview) {
			lost = true
			w.WriteHeader(http.StatusNotFound)
			_ = json.NewEncoder(w).Encode(api.Error{Code: api.CodeNotFound})
			return
		}
		second := api.PreviewShop{ShopID: 2, Verdict: api.VerdictChanges}
		if lost {
			second.Verdict = api.VerdictDenied
		}
		_ = json.NewEncoder(w).Encode(api.Preview{Shops: []api.PreviewShop{
			{ShopID: 1, Verdict: api.VerdictChanges}, second,
		}})
	}))
	t.Cleanup(server.Close)
	p := openPage(t)
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	pagetest.Run(t, func(ctx app.Context) { p.ctx = ctx; p.preview(ctx) })
	if got := p.look.taking(); !slices.Equal(got, shopIDs{1, 2}) {
		t.Fatalf("shops %v take part at first", got)
	}
	pagetest.Run(t, func(ctx app.Context) { p.ctx = ctx; p.start(ctx) })
	if got := p.look.taking(); p.startErr == nil || !slices.Equal(got, shopIDs{1}) {
		t.Errorf("after %v shops %v take part", p.startErr, got)
	}
}

// The shops of a run stayed ticked in the list of all shops. Two that were ticked there later were changed together
// with the 300 of the run before.
func TestShopsOfARunAreTickedNoMore(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(api.Run{ID: "r1"})
	}))
	t.Cleanup(server.Close)
	p := openPage(t)
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	p.State.SetTickedShops(map[int64]bool{1: true, 2: true, 3: true})
	p.look = &outlook{Preview: api.Preview{Shops: []api.PreviewShop{{ShopID: 1, Verdict: api.VerdictChanges}}}}
	pagetest.Run(t, func(ctx app.Context) { p.ctx = ctx; p.start(ctx) })
	if got := p.State.TickedShops(); len(got) != 1 || !got[3] {
		t.Errorf("%v are ticked, want the one that wasn't chosen", got)
	}
}

// A preview that was asked for without a network said that the person is offline until they pressed "Try again", also
// once the network was back: only the shops to choose from were read again.
func TestPreviewIsReadAgainOnceTheServerIsHeard(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, api.PathRunPreview) {
			_, _ = io.WriteString(w, `{"shops":[{"shopId":"1","verdict":"changes"}]}`)
			return
		}
		_, _ = io.WriteString(w, `{}`)
	}))
	t.Cleanup(server.Close)
	p := openPage(t)
	offline, online := p.Backend, wire.Backend(t, pagetest.Mount, server)
	p.Backend, p.w.Step = online, stepChange
	pagetest.Run(t, func(ctx app.Context) {
		p.OnMount(ctx)
		pagetest.Until(ctx, func() bool { return p.roster != nil }, func(ctx app.Context) {
			p.Backend = offline
			p.preview(ctx)
			pagetest.Until(ctx, func() bool { return p.lookErr != nil }, func(ctx app.Context) {
				p.Backend, p.w.Step = online, stepPreview
				ctx.NewAction(state.ActionHeard)
			})
		})
	})
	if p.lookErr != nil || !p.seen() || !slices.Equal(p.look.taking(), shopIDs{1}) {
		t.Errorf("failed: %v", p.lookErr)
	}
}

// A preview that was asked for before an edit showed what the run didn't do.
func TestPreviewOfAnOlderChange(t *testing.T) {
	t.Parallel()
	for name, edit := range edits {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := openPage(t)
			p.look = &outlook{}
			asked := p.looks.Next()
			if edit(p); p.look != nil || p.looks.Current(asked) {
				t.Errorf("the preview is kept: %v, or waited for: %v", p.look != nil, p.looks.Current(asked))
			}
		})
	}
}

// A shop that was still being read when the draft was dropped or changed places offered its parts to the next one, as
// those of a shop without a name.
func TestSourceOfTheDraftBeforeIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	for name, turn := range map[string]func(*Page){
		"dropped": func(p *Page) { p.startOver(app.Context{}) }, "taken up": func(p *Page) { p.takeUp(app.Context{}) },
	} {
		p := openPage(t)
		p.source = source{Shop: 7, Name: "Central", busy: true}
		asked := p.sources.Next()
		if turn(p); p.source.busy || p.sources.Current(asked) {
			t.Errorf("%s: busy is %v, and the answer counts: %v", name, p.source.busy, p.sources.Current(asked))
		}
	}
}

// What is filled in comes beside what was chosen, takes the place of what it
// can't go together with, and can be taken back.
func TestFilledIn(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	p.w = newWizard()
	p.w.take(
		api.Change{
			Days:  []api.ChangeDay{{Day: 4, Shifts: []api.Shift{{9 * 3600, 17 * 3600}}}},
			Pause: &api.ChangePause{Opening: true}, Phones: []string{"852-25460199"},
		},
		hongKong,
	)
	typed, full := p.w.change(noon), whole()
	fill := func() {
		p.source = source{Shop: 7, Name: "Central", Has: api.TemplateParts{Week: full.Week, Phones: full.Phones}}
		p.source.all()
		p.fill(app.Context{})
	}
	fill()
	want := api.Change{Week: full.Week, Phones: full.Phones, Pause: typed.Pause}
	if diff := cmp.Diff(want, p.w.change(noon)); diff != "" {
		t.Errorf("filled in (-want +got):\n%s", diff)
	}
	if markup := pagetest.Markup(p.changeStep()); !strings.Contains(markup, "Filled in from Central.") ||
		!strings.Contains(markup, `id="apply-filled-go"`) {
		t.Errorf("nothing offers to take it back: %s", markup)
	}
	p.unfill(app.Context{})
	if diff := cmp.Diff(typed, p.w.change(noon)); diff != "" || p.filled != nil {
		t.Errorf("taken back (-want +got):\n%s", diff)
	}
	fill()
	if p.edited(app.Context{}); p.filled != nil {
		t.Error("an edit would be lost with what was filled in")
	}
}

// The wizard that was taken up had the number of the last try of the one before: the summary of its first try was
// empty.
func TestWizardTakenUpWasNotTried(t *testing.T) {
	t.Parallel()
	for name, turn := range map[string]func(*Page){
		"taken up": func(p *Page) { p.takeUp(app.Context{}) }, "anew": func(p *Page) { p.startOver(app.Context{}) },
	} {
		p := openPage(t)
		p.w.On = nil
		if p.judge() || p.asked == 0 {
			t.Fatal("a change of nothing isn't refused")
		}
		if turn(p); p.asked != 0 {
			t.Errorf("%s: try %d takes the keyboard", name, p.asked)
		}
	}
}

// The shops to choose from are asked for by the tag of the list that is known, and are known to other pages then.
func TestShopsAreAskedForByTheirTag(t *testing.T) {
	t.Parallel()
	var tags []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tags = append(tags, r.Header.Get("If-None-Match"))
		w.Header().Set("ETag", fmt.Sprintf(`"a.%d"`, len(tags)))
		if len(tags) == 1 {
			_, _ = io.WriteString(w, `{"shops":[{"shopId":"7"}]}`)
			return
		}
		w.WriteHeader(http.StatusNotModified)
	}))
	t.Cleanup(server.Close)
	p := openPage(t)
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	for range 2 {
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx = ctx
			p.readRoster(ctx)
		})
	}
	if want := []string{"", `"a.1"`}; !slices.Equal(tags, want) || len(p.roster.Shops) != 1 {
		t.Errorf("asked with %q, want %q; shops %+v", tags, want, p.roster.Shops)
	}
}

// A time set under a preview left what the change does at once on the screen: a pause of half an hour was over by the
// time that was said to be its beginning.
func TestPreviewIsOfTheTimeThatIsSet(t *testing.T) {
	t.Parallel()
	var asked []api.AskPreview
	refuses := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request api.AskPreview
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			t.Error(err)
		}
		asked = append(asked, request)
		if refuses {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		var answer api.Preview
		for _, shop := range request.Shops {
			id, _ := strconv.ParseInt(shop, 10, 64)
			answer.Shops = append(answer.Shops, api.PreviewShop{ShopID: id, Verdict: api.VerdictChanges})
		}
		_ = json.NewEncoder(w).Encode(answer)
	}))
	t.Cleanup(server.Close)
	p := openPage(t)
	p.w.Pause.End = "30"
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	asks := func() bool {
		p.asking = false
		p.ask(app.Context{})
		return p.asking
	}
	set := func(what string, asksFor int, do func()) {
		t.Helper()
		before := len(asked)
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx = ctx
			do()
			busy := strings.Contains(pagetest.Markup(p.launch()), "aria-busy")
			if busy != (asksFor > 0) || busy && asks() {
				t.Errorf("%s: the run can be begun with the preview of another time", what)
			}
		})
		if len(asked)-before != asksFor || p.look == nil {
			t.Fatalf("%s: previews asked for: %+v, there is one: %v", what, asked[before:], p.look != nil)
		}
	}
	pagetest.Run(t, func(ctx app.Context) { p.ctx = ctx; p.preview(ctx) })
	set("a time to be said", 0, func() { p.w.When.Later = true; p.launchEdited(p.ctx) })
	set("half a time", 0, func() { p.w.When.Date = "2026-12-01"; p.launchEdited(p.ctx) })
	set("a time", 1, func() { p.w.When.Time = "3"; p.launchEdited(p.ctx) })
	at := time.Date(2026, 12, 1, 3, 0, 0, 0, time.UTC)
	if last := asked[len(asked)-1]; last.At != at.UnixMilli() ||
		last.Change.Pause.Until != at.Add(time.Hour/2).UnixMilli() || !asks() {
		t.Errorf("asked for %+v", last)
	}
	set("the same time", 0, func() { p.w.When.Time = "03:00"; p.launchEdited(p.ctx) })
	set("a name", 0, func() { p.w.Name = "Winter"; p.launchEdited(p.ctx) })
	set("at once", 1, func() { p.w.When.Later = false; p.launchEdited(p.ctx); p.takeOut(2) })
	if got := p.look.taking(); !slices.Equal(got, shopIDs{1}) || asked[len(asked)-1].At != 0 {
		t.Errorf("shops %v take part, as of %d", got, asked[len(asked)-1].At)
	}
	refuses = true
	set("a time whose preview fails", 1, func() { p.w.When.Later = true; p.launchEdited(p.ctx) })
	html := pagetest.Markup(p.previewStep())
	markup.Holds(t, html, []string{"apply-at-date"}, []string{"apply-look-1", "aria-busy"})
	if p.lookErr == nil || asks() {
		t.Errorf("failed: %v; the run can be begun", p.lookErr)
	}
	refuses = false
	set("another try", 1, func() { p.lookAgain(p.ctx) })
	if p.lookErr != nil || !asks() {
		t.Errorf("failed again: %v", p.lookErr)
	}
}

// The change went on with the photo from before the one that was still on its way. Of the field nothing else is said.
func TestPhotoUnderWayIsWaitedFor(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	p.w.Step, p.w.Picture = stepChange, "nothing"
	p.pictureBusy(true)
	for _, to := range []step{stepPreview, stepShops} {
		p.walk(app.Context{}, to)
		if len(p.items) != 1 || p.items[0].Target != fieldPicture || p.items[0].Text != "Photo: Uploading" ||
			p.w.Step != stepChange {
			t.Errorf("on the way to %d: at %d, wrong %v", to, p.w.Step, p.items)
		}
	}
	p.w.Picture = "https://a.example/x.jpg"
	if p.pictureBusy(false); len(p.items) != 0 || !p.judge() {
		t.Errorf("afterwards: wrong %v", p.items)
	}
}

// A photo that was on its way when somebody started over came into the draft before.
func TestPhotoUnderWayEndsWithItsDraft(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		p.w.Earlier = newWizard()
		p.w.Earlier.take(whole(), hongKong)
		p.w.Earlier.Step = stepChange
		was := p.pictureField().CompoID()
		if p.edited(ctx); p.pictureField().CompoID() != was {
			t.Error("an edit ends the upload")
		}
		if p.startOver(ctx); p.pictureField().CompoID() == was {
			t.Error("the upload goes on in another draft")
		}
	})
}

// Filling in from a shop or a template took back that dates which the platform doesn't list are kept.
func TestFilledInKeepsUnlistedDates(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	p.w.Keep = true
	p.source = source{Shop: 7, Name: "Central", Has: api.TemplateParts{Dates: whole().Dates}}
	p.source.all()
	if p.fill(app.Context{}); !p.w.change(noon).Keep {
		t.Error("dates that the platform doesn't list would go")
	}
}

// The draft that came after another one was drawn with the other's open fields of the name and the time, with what was
// wrong with them and with the other's start, and with what its preview was searched for.
func TestNextDraftBeginsAnew(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	p.w.When = beginning{Later: true}
	p.look = &outlook{}
	pagetest.Markup(p.launch())
	p.ask(app.Context{})
	if !p.options || len(p.whenBad) == 0 {
		t.Fatalf("open: %v, wrong: %v", p.options, p.whenBad)
	}
	p.startErr, p.verdict, p.lookFor = &platform.UnreachableError{}, api.VerdictBroken, "noodle"
	if p.startOver(app.Context{}); p.options || len(p.whenBad) > 0 {
		t.Errorf("open: %v, wrong: %v", p.options, p.whenBad)
	}
	if p.startErr != nil || p.verdict != "" || p.lookFor != "" {
		t.Errorf("failed: %v, searched for %q, %q", p.startErr, p.verdict, p.lookFor)
	}
}

// Bug: a press on a later step before any shop was chosen did nothing that could be seen.
func TestShopsComeFirst(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	p.w.Shops, p.w.Step = nil, stepShops
	var told []pages.Offer
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		ctx.Handle(state.ActionToast, func(_ app.Context, a app.Action) {
			told = append(told, a.Value.(pages.Offer)) //nolint:forcetypeassert // or the test fails
		})
		p.walk(ctx, stepChange)
	})
	if p.w.Step != stepShops || len(told) != 1 || told[0].Text != "Choose at least one shop first." ||
		told[0].Tone != components.ToneWarn {
		t.Errorf("step %d, told %+v", p.w.Step, told)
	}
}
