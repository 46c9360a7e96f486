package templates_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/identity"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/shops/templates"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const mount = "/admin/console"

// Ann manages shops 1 to 3, Bob 3 to 5; Sue is staff in 1. The owner has all shops.
var people = map[string]*identity.Person{
	"owner": {ID: "owner", Name: "Olivia", Role: api.RoleOwner, AllShops: true},
	"ann":   {ID: "ann", Name: "Ann", Role: api.RoleManager, Shops: []int64{1, 2, 3}},
	"bob":   {ID: "bob", Name: "Bob", Role: api.RoleManager, Shops: []int64{3, 4, 5}},
	"sue":   {ID: "sue", Name: "Sue", Role: api.RoleStaff, Shops: []int64{1}},
}

// chain is the last read facts of the shops, as the shop directory keeps them.
type chain struct {
	mu     sync.Mutex
	facts  map[int64]change.ShopFacts
	groups []store.Group
}

func (c *chain) Facts(_ context.Context, ids []int64) (list []change.ShopFacts, _ error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ids == nil {
		ids = slices.Sorted(maps.Keys(c.facts))
	}
	for _, id := range ids {
		if f, ours := c.facts[id]; ours {
			list = append(list, f)
		}
	}
	return list, nil
}

func (c *chain) Groups(context.Context) ([]store.Group, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.groups), nil
}

// read changes the known facts of a shop.
func (c *chain) read(shop int64, set func(*change.ShopFacts)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.facts[shop]
	f.ReadAt++
	set(&f)
	c.facts[shop] = f
}

// Nine to five, and hours that differ from them.
var (
	nine   = []api.Shift{{9 * 3600, 17 * 3600}}
	late   = []api.Shift{{9 * 3600, 22 * 3600}}
	closed = []api.Shift{{0, 0}}
)

func weekOf(days ...[]api.Shift) *[7][]api.Shift {
	var week [7][]api.Shift
	for i := range week {
		week[i] = days[min(i, len(days)-1)]
	}
	return &week
}

func platformWeek(week *[7][]api.Shift) *platform.Week {
	w := &platform.Week{}
	for day, shifts := range week {
		w.SetDay(platform.Day(day), rules.Periods(shifts))
	}
	return w
}

func special(from, to string, shifts []api.Shift) platform.SpecialDate {
	first, _ := rules.ParseDate(from)
	last, _ := rules.ParseDate(to)
	d := platform.SpecialDate{BusinessHour: rules.Periods(shifts)}
	d.StartDate, d.EndDate = rules.SpecialRange(first, last, platform.AnchorUTC, nil)
	return d
}

// fixture is the service behind real sign-ins and a real store.
type fixture struct {
	t       testing.TB
	now     time.Time
	store   store.Store
	chain   *chain
	service *templates.Service
	desk    servertest.Desk
	ids     int
}

func newFixture(t testing.TB, adjust func(*templates.Options)) *fixture {
	t.Helper()
	f := &fixture{t: t, now: time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC), chain: newChain(5)}
	f.store = sqlitetest.Open(t)
	now := func() time.Time { return f.now }
	host := func(r *http.Request) (*identity.Person, error) { return people[r.Header.Get("X-Who")], nil }
	operators, err := auth.New(auth.Config{Store: f.store, Insecure: true, Base: background.Base{Now: now}, Host: host})
	if err != nil {
		t.Fatal(err)
	}
	var shops []store.Shop
	for id := range f.chain.facts {
		shops = append(shops, store.Shop{ShopID: id, Zone: "Asia/Hong_Kong"})
	}
	if err := f.store.PutShops(t.Context(), shops); err != nil {
		t.Fatal(err)
	}
	o := templates.Options{Authoriser: operators, Templates: f.store, Audit: f.store, Shops: f.chain, Groups: f.chain,
		Phones: change.PossiblePhone, Base: background.Base{Now: now}}
	if adjust != nil {
		adjust(&o)
	}
	if f.service, err = templates.New(o); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	mux := http.NewServeMux()
	mux.Handle("GET "+api.PathTemplates, httpio.Handler(log, f.service.HandleList))
	mux.Handle("POST "+api.PathTemplates, httpio.Handler(log, f.service.HandleSave))
	mux.Handle("POST "+api.PathTemplateDrop, httpio.Handler(log, f.service.HandleRemove))
	mux.Handle("GET "+api.PathDrift, httpio.Handler(log, f.service.HandleDrift))
	mux.Handle("GET "+api.PathShopDrift, httpio.Handler(log, f.service.HandleOfShop))
	mux.Handle("POST "+api.PathDriftAccept, httpio.Handler(log, f.service.HandleAccept))
	console := httptest.NewServer(http.StripPrefix(mount, operators.Identify(mux)))
	t.Cleanup(console.Close)
	f.desk = servertest.Desk{URL: console.URL + mount}
	return f
}

// newChain has count equal shops, numbered from 1; shop 5 was never read.
func newChain(count int64) *chain {
	c := &chain{facts: map[int64]change.ShopFacts{}}
	for id := int64(1); id <= count; id++ {
		f := change.ShopFacts{Shop: store.Shop{ShopID: id, Zone: "Asia/Hong_Kong"}}
		if id != 5 {
			f.Record = &platform.Shop{ShopID: id, Phones: []platform.Phone{{Number: "852-25460101"}}}
			f.Week = platformWeek(weekOf(nine))
			f.Dates = &[]platform.SpecialDate{}
			f.ReadAt = 1
		}
		c.facts[id] = f
	}
	return c
}

// ask calls the console as one of people; any answer but 200 is its error body.
func (f *fixture) ask(who, method, path string, request, answer any) *api.Error {
	f.t.Helper()
	if text, ok := request.(string); ok {
		request = []byte(text)
	}
	return f.desk.Ask(f.t, "", method, path, request, answer, http.Header{"X-Who": {who}})
}

// id is the id of a new template.
func (f *fixture) id() string {
	f.ids++
	return fmt.Sprintf("%s%0*d", "t", api.TemplateIDLength-1, f.ids)
}

func (f *fixture) save(who string, one api.SaveTemplate) api.Template {
	f.t.Helper()
	if one.ID == "" {
		one.ID = f.id()
	}
	var saved api.Template
	if err := f.ask(who, "POST", api.PathTemplates, one, &saved); err != nil {
		f.t.Fatalf("save %s: %v %+v", one.Name, err, err.Problems)
	}
	return saved
}

func (f *fixture) list(who string) api.Templates {
	f.t.Helper()
	var all api.Templates
	if err := f.ask(who, "GET", api.PathTemplates, nil, &all); err != nil {
		f.t.Fatal(err)
	}
	return all
}

func (f *fixture) drift(who, id string) api.Drifts {
	f.t.Helper()
	var d api.Drifts
	if err := f.ask(who, "GET", api.PathDrift+"?template="+id, nil, &d); err != nil {
		f.t.Fatal(err)
	}
	return d
}

func (f *fixture) accept(who string, request api.AcceptDrift) api.Drifts {
	f.t.Helper()
	var d api.Drifts
	if err := f.ask(who, "POST", api.PathDriftAccept, request, &d); err != nil {
		f.t.Fatal(err)
	}
	return d
}
