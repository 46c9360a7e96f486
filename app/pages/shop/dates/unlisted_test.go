package dates

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
)

// What our server knows and the platform doesn't list is said, and can be kept with
// its hours, its name and what the platform said beside. It is no change by itself.
func TestUnlistedDates(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-11-20", "2026-11-20", closed...), on(utc, "2026-12-31", "2026-12-31", closed...))
	eve := on(utc, "2026-12-24", "2026-12-26", platform.Period{StartTime: 11 * hour, EndTime: 15 * hour, Extra: `"x":1`})
	eve.Extra = `"memo":1`
	m.SetNames([]api.DateName{name("2026-12-24", "2026-12-26", "Christmas")})
	m.SetUnlisted(past(t, eve, on(utc, "2026-12-30", "2027-01-02", closed...))) // the second gave way
	if list := m.Unlisted(); len(list) != 1 || list[0].Name != "Christmas" || m.Dirty() {
		t.Fatalf("%+v, dirty %t", list, m.Dirty())
	}
	if n := m.KeepUnlisted(); n != 1 || m.Count() != 1 || len(m.Unlisted()) != 0 {
		t.Errorf("kept %d, changes %d", n, m.Count())
	}
	if list := m.list(); len(list) != 3 || !cmp.Equal(list[1], eve) {
		t.Errorf("%+v", list)
	}
	if m.Undo(); len(m.Unlisted()) != 1 || m.Dirty() {
		t.Error("undone, it isn't asked again")
	}
}

func TestUnlistedDatesOnThePage(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		permissions []string
		has, lacks  []string
	}{
		"may change": {[]string{string(platform.PermissionHoursEdit)},
			[]string{"dates-unlisted", "dates-unlisted-keep", "dates-unlisted-gone", "2026"}, nil},
		"may look": {nil, []string{"dates-unlisted"}, []string{"dates-unlisted-keep", "dates-unlisted-gone"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(t, tt.permissions...)
			read(p.Deps, on(utc, "2026-12-31", "2026-12-31", closed...))
			p.State.SetOtherDates(7, nil, past(t, on(utc, "2026-12-24", "2026-12-26", closed...)))
			p.follow()
			markup.Holds(t, pagetest.Markup(p), tt.has, tt.lacks)
		})
	}
}

// The question came back after its answer, until the shop had been read again: for good where that failed.
func TestForgottenDatesStayForgotten(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("{}"))
	}))
	t.Cleanup(server.Close)
	p := page(t, string(platform.PermissionHoursEdit))
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	read(p.Deps)
	p.State.SetOtherDates(7, nil, past(t, on(utc, "2026-12-24", "2026-12-26", closed...)))
	p.follow()
	pagetest.Run(t, func(ctx app.Context) {
		p.Ctx = ctx
		p.forgetUnlisted(ctx)
	})
	if p.follow(); len(p.model.Unlisted()) != 0 || p.forgetting {
		t.Errorf("asked again for %v", p.model.Unlisted())
	}
}
