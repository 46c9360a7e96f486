package operators

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

var shopList = []api.Shop{
	{ShopID: 1, Name: "中環店", EnName: "Central"}, {ShopID: 2, Name: "Mong Kok", EnName: "Mong Kok"},
}

func TestGrants(t *testing.T) {
	t.Parallel()
	all, one := []api.Grant{{Role: api.RoleOwner}}, []api.Grant{{ShopID: 1, Role: api.RoleManager}}
	has := []api.Grant{{Role: api.RoleManager}, {ShopID: 1, Role: api.RoleStaff}, {ShopID: 2, Role: api.RoleStaff}}
	if diff := cmp.Diff(has, grantsOf(has, all).list()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]api.Grant{{ShopID: 1, Role: api.RoleStaff}}, grantsOf(has, one).list()); diff != "" {
		t.Error("roles elsewhere are sent:", diff)
	}
	for _, tt := range []struct {
		grantable []api.Grant
		shop      int64
		want      string
	}{
		{all, 0, "staff manager owner"}, {all, 9, "staff manager owner"}, {one, 1, "staff manager"}, {one, 2, ""},
		{one, 0, ""},
	} {
		var got []string
		for _, r := range offered(tt.grantable, tt.shop) {
			got = append(got, string(r))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("offered in %d by %v: %v, want %s", tt.shop, tt.grantable, got, tt.want)
		}
	}
	if got := shopsOffered(shopList, one); len(got) != 1 {
		t.Errorf("offered %v", got)
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	s := pagetest.Deps(t, routes.Route{}, api.RoleOwner).State
	if got := words(s, []api.Grant{{ShopID: 2, Role: api.RoleStaff}}); got[0] != "Staff in 2" {
		t.Errorf("before the shops are known: %q", got)
	}
	s.SetShops(shopList)
	got := words(s, []api.Grant{{Role: api.RoleOwner}, {ShopID: 2, Role: "emperor"}, {ShopID: 9, Role: api.RoleStaff}})
	if got[0] != "Owner in all shops" || got[1] != "emperor in Mong Kok" || !strings.Contains(got[2], "no longer here") {
		t.Errorf("%q", got)
	}
}

func TestInviteIsChecked(t *testing.T) {
	t.Parallel()
	e := editing{open: true, grants: grants{}}
	if e.check() || len(e.faults()) != 2 {
		t.Errorf("an empty form: %v", e.faults())
	}
	e.name, e.grants = "Mei", grants{"1": api.RoleStaff}
	if !e.check() {
		t.Errorf("a whole form: %v", e.faults())
	}
	if roles := (editing{open: true, person: &api.Person{}, grants: grants{}}); !roles.check() {
		t.Error("all roles can't be taken")
	}
}

// What the server doesn't allow has no button; the last owner has none at all.
func TestButtons(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		person api.Person
		want   string
	}{
		{api.Person{}, ""},
		{api.Person{MayEdit: true}, "roles"},
		{api.Person{MayEdit: true, MayManage: true}, "roles reset disable remove"},
		{api.Person{MayEdit: true, MayManage: true, Disabled: true}, "roles enable remove"},
		{api.Person{MayEdit: true, MayManage: true, LastOwner: true}, ""},
	} {
		var got []string
		for _, item := range items(tt.person) {
			got = append(got, item.ID)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%+v: %v", tt.person, got)
		}
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	page := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Operators}, api.RoleOwner)}
	page.State.SetShops(shopList)
	if html := pagetest.Markup(page); !strings.Contains(html, "skeleton") || strings.Contains(html, "Invite somebody") {
		t.Error("before the people are known:", html)
	}
	page.people = &api.Operators{
		Grantable: []api.Grant{{Role: api.RoleOwner}},
		Operators: []api.Person{{
			ID: 1, Name: "Ada <b>", Login: "ada", Grants: []api.Grant{{Role: api.RoleOwner}}, You: true,
		}},
		Invitations: []api.Invitation{
			{ID: 4, Name: "Mei", Inviter: "Ada"}, {ID: 5, Name: "Bob", Inviter: "Ada", Reset: true},
		},
	}
	html := pagetest.Markup(page)
	for _, part := range []string{"Ada &lt;b&gt;", "Owner in all shops", "Invite somebody", "Open invitations and links",
		"Invited by Ada", "Withdraw Mei", "Ada made a link for a new password", "Withdraw Bob"} {
		if !strings.Contains(html, part) {
			t.Errorf("no %q in %s", part, html)
		}
	}
	page.edit = editing{open: true, each: true, grants: grants{}}
	if html = pagetest.Markup(page); strings.Count(html, "<select") != 1+len(shopList) {
		t.Error("not a choice for all shops and for each:", html)
	}
}

// Roles that were changed elsewhere are taken over into an open form, but for those that were chosen in it. The bug:
// the form sent back the other roles as they were before, and took away a role that another owner had just given.
func TestRolesFormFollowsANewerList(t *testing.T) {
	t.Parallel()
	grant := func(shop int64, role api.Role) api.Grant { return api.Grant{ShopID: shop, Role: role} }
	person := api.Person{ID: 7, Grants: []api.Grant{
		grant(1, api.RoleStaff), grant(2, api.RoleStaff), grant(3, api.RoleStaff),
	}}
	all := []api.Grant{{Role: api.RoleOwner}}
	e := editing{person: &person, grants: grantsOf(person.Grants, all)}
	e.give("2", api.RoleManager)
	e.give("5", api.RoleStaff)
	now := []api.Grant{grant(1, api.RoleOwner), grant(2, api.RoleOwner), grant(4, api.RoleStaff)}
	e.follow(&api.Operators{Grantable: all, Operators: []api.Person{{ID: 6}, {ID: 7, Grants: now}}})
	if diff := cmp.Diff(now, e.person.Grants); diff != "" {
		t.Error(diff)
	}
	want := []api.Grant{
		grant(1, api.RoleOwner), grant(2, api.RoleManager), grant(4, api.RoleStaff), grant(5, api.RoleStaff),
	}
	if diff := cmp.Diff(want, e.grants.list()); diff != "" {
		t.Error(diff)
	}
}

// One role goes to all ticked shops and groups at once, and never where it may not be given.
func TestTicks(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Operators}, api.RoleOwner)}
	p.State.SetShops(append(slices.Clone(shopList), api.Shop{ShopID: 3, Name: "Airport"}))
	p.State.SetRoster(&api.Roster{Groups: []api.Group{{ID: "g", Name: "Kowloon", Shops: []string{"1", "2"}}}})
	p.people = &api.Operators{Grantable: []api.Grant{
		{ShopID: 1, Role: api.RoleOwner}, {ShopID: 2, Role: api.RoleManager}, {ShopID: 3, Role: api.RoleManager},
	}}
	p.edit = editing{open: true, grants: grants{}, role: api.RoleStaff}
	html := pagetest.Markup(p)
	for _, id := range []string{"grant-listed", "grant-g", "grant-1", "grant-3", fieldRole} {
		if !strings.Contains(html, `id="`+id) {
			t.Errorf("the form has no %s", id)
		}
	}
	if strings.Contains(html, `id="grant-all"`) {
		t.Error("all shops are offered, also those that aren't the operator's")
	}
	for query, want := range map[string]string{"kow": "grant-g", "2": "grant-2"} {
		p.edit.query = query
		html := pagetest.Markup(p)
		for _, id := range []string{"grant-g", "grant-1", "grant-2", "grant-3"} {
			if found := strings.Contains(html, `id="`+id+`"`); found != (id == want) {
				t.Errorf("a search for %q finds %s: %t", query, id, found)
			}
		}
	}
	p.edit.query = ""
	p.tick([]string{"1", "2", "g"}, true)
	p.tick([]string{"3"}, true)
	p.tick([]string{"3"}, false)
	p.chooseRole(api.RoleManager)
	want := []api.Grant{{ShopID: api.NoShop, GroupID: "g", Role: api.RoleManager}, {ShopID: 1, Role: api.RoleManager},
		{ShopID: 2, Role: api.RoleManager}}
	if diff := cmp.Diff(want, p.edit.grants.list()); diff != "" {
		t.Error(diff)
	}
	if p.chooseRole(api.RoleOwner); len(p.edit.grants) != 1 || p.edit.grants["1"] != api.RoleOwner {
		t.Errorf("roles %v, one of them stronger than one's own", p.edit.grants)
	}
}

// answered is a call that is answered.
func answered[T any](answer T) backend.Call[T] {
	return func(context.Context) (T, error) { return answer, nil }
}

// opened is the page of an owner of all shops with a form in which something was chosen.
func opened(t *testing.T, ctx app.Context, all *api.Operators, person *api.Person) *Page {
	t.Helper()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Operators}, api.RoleOwner), ctx: ctx, people: all}
	p.edit = editing{open: true, person: person, name: "Mei", grants: grants{"1": api.RoleManager}}
	pages.Read(ctx, &p.read, answered(all), p.follow)
	return p
}

// The form for somebody new, and the one for a person's roles, stay while something else of the page is changed, and
// close with what they send. The regression: to withdraw a link threw an open form away.
func TestFormStaysBesideAnotherChange(t *testing.T) {
	t.Parallel()
	all := &api.Operators{
		Grantable: []api.Grant{{Role: api.RoleOwner}},
		Operators: []api.Person{{ID: 7, Name: "Mei"}},
	}
	for _, person := range []*api.Person{nil, {ID: 7}} {
		for from, stays := range map[string]bool{actForm: false, "list": true} {
			var change, link *Page
			pagetest.Run(t, func(ctx app.Context) {
				change, link = opened(t, ctx, all, person), opened(t, ctx, all, person)
				change.change(from, answered(all), "Done.")
				link.makeLink(from, answered(&api.OneTimeLink{}), "Olga")
			})
			for what, p := range map[string]*Page{"change": change, "link": link} {
				if p.edit.open != stays || stays && (p.edit.name != "Mei" || p.edit.grants["1"] != api.RoleManager) {
					t.Errorf("%s by the %s: the form is %+v", what, from, p.edit)
				}
			}
		}
	}
}

// Bug: what was chosen of one person's menu while another person was being changed was dropped without a word.
func TestAChangeBesideAnotherIsTold(t *testing.T) {
	t.Parallel()
	var p *Page
	html := ""
	pagetest.Run(t, func(ctx app.Context) {
		p = opened(t, ctx, &api.Operators{}, nil)
		p.choose(ctx, api.Person{ID: 7, Name: "Mei"}, "reset")
		p.choose(ctx, api.Person{ID: 8, Name: "Olga"}, "reset")
		html = pagetest.Markup(p)
	})
	if !strings.Contains(html, "Too much at once.") {
		t.Error(html)
	}
}

// A link is withdrawn after a question only: it can't be had back.
func TestWithdrawingALinkIsAsked(t *testing.T) {
	t.Parallel()
	var busy string
	pagetest.Run(t, func(ctx app.Context) {
		p := opened(t, ctx, &api.Operators{}, nil)
		p.withdraw(api.Invitation{ID: 4, Name: "Mei"})
		if !p.ask.Open || p.act.Busy != "" {
			t.Errorf("%q is under way, the question is %+v", p.act.Busy, p.ask)
			return
		}
		p.ask.Go.OnClick(ctx)
		busy = p.act.Busy
	})
	if busy == "" {
		t.Error("nothing is sent after the answer")
	}
}

// The card of a new link is shown for as long as the link is open. The regression: it went on asking to send a link
// that was withdrawn or used.
func TestCardOfALinkGoesWithTheLink(t *testing.T) {
	t.Parallel()
	open := []api.Invitation{{ID: 4, Name: "Mei", ExpiresAt: 40}, {ID: 5, Name: "Mei", ExpiresAt: 50}}
	for name, tt := range map[string]struct {
		open []api.Invitation
		want bool
	}{
		"open": {open, true}, "another one went": {open[1:], true}, "withdrawn": {open[:1], false}, "none": {nil, false},
	} {
		p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Operators}, api.RoleOwner)}
		p.link, p.linkTo = &api.OneTimeLink{URL: "https://shops.example/invite#x", ExpiresAt: 50}, "Mei"
		p.follow(&api.Operators{Invitations: tt.open})
		if got := strings.Contains(pagetest.Markup(p), "https://shops.example/invite#x"); got != tt.want {
			t.Errorf("%s: shown %t", name, got)
		}
	}
}

// Roles that another owner changed meanwhile are refused in words that fit the page, with the choice still in the form.
// The regression: "Look at both versions and choose", where no versions are shown.
func TestChangedRolesAreToldOf(t *testing.T) {
	t.Parallel()
	was := api.Person{ID: 7, Name: "Mei", Grants: []api.Grant{{ShopID: 2, Role: api.RoleStaff}}}
	now := was
	now.Grants = []api.Grant{{ShopID: 2, Role: api.RoleOwner}}
	all := &api.Operators{Grantable: []api.Grant{{Role: api.RoleOwner}}, Operators: []api.Person{now}}
	var p *Page
	pagetest.Run(t, func(ctx app.Context) {
		p = opened(t, ctx, all, &was)
		p.change(actForm, func(context.Context) (*api.Operators, error) {
			return nil, &api.Error{Code: api.CodeChanged}
		}, "Done.")
	})
	html := pagetest.Markup(p)
	if !strings.Contains(html, "changed this meanwhile") || strings.Contains(html, "both versions") {
		t.Error(html)
	}
	if p.edit.grants["1"] != api.RoleManager || p.edit.person.Grants[0].Role != api.RoleOwner {
		t.Errorf("the form is %+v", p.edit)
	}
}

// The form for the roles of a person who has gone closes: there is nobody to give them to.
func TestRolesFormOfAPersonWhoHasGoneCloses(t *testing.T) {
	t.Parallel()
	p := &Page{edit: editing{open: true, person: &api.Person{ID: 7}, grants: grants{}}}
	p.follow(&api.Operators{Operators: []api.Person{{ID: 6}}})
	if p.edit.open {
		t.Errorf("the form is %+v", p.edit)
	}
}

// Roles of one's own that changed, by whomever, have the frame read anew; other people's don't.
func TestOwnRolesHaveTheFrameReadAnew(t *testing.T) {
	t.Parallel()
	list := func(you, mei api.Role) *api.Operators {
		return &api.Operators{Operators: []api.Person{
			{ID: 7, Grants: []api.Grant{{ShopID: 1, Role: mei}}}, {ID: 1, You: true, Grants: []api.Grant{{Role: you}}},
		}}
	}
	for name, tt := range map[string]struct {
		now  *api.Operators
		want int
	}{
		"another's": {list(api.RoleOwner, api.RoleStaff), 0}, "one's own": {list(api.RoleManager, api.RoleOwner), 1},
		"all gone": {&api.Operators{}, 1},
	} {
		read := 0
		pagetest.Run(t, func(ctx app.Context) {
			ctx.Handle(state.ActionRead, func(app.Context, app.Action) { read++ })
			p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Operators}, api.RoleOwner), ctx: ctx}
			p.follow(list(api.RoleOwner, api.RoleOwner))
			p.follow(tt.now)
		})
		if read != tt.want {
			t.Errorf("%s: read anew %d times, want %d", name, read, tt.want)
		}
	}
}

// Bug: where another role may be given in fewer shops, or people were removed, the field of a search went and the
// search went on.
func TestSearchStaysInSight(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Operators}, api.RoleOwner)}
	p.State.SetShops(shopList)
	p.people = &api.Operators{
		Operators: []api.Person{{ID: 7, Name: "Mei"}}, Grantable: []api.Grant{{ShopID: 1, Role: api.RoleOwner}},
	}
	p.edit = editing{open: true, grants: grants{}, role: api.RoleStaff, query: "x"}
	p.query = "x"
	html := pagetest.Markup(p)
	for _, id := range []string{fieldFind, fieldShops} {
		if !strings.Contains(html, `id="`+id+`"`) {
			t.Errorf("no %s in %s", id, html)
		}
	}
}

// Bug: a form that was opened while the one before was being sent closed with the answer to that one.
func TestFormOpenedDuringASaveStays(t *testing.T) {
	t.Parallel()
	all := &api.Operators{
		Grantable: []api.Grant{{Role: api.RoleOwner}},
		Operators: []api.Person{{ID: 7, Name: "Mei"}},
	}
	var p *Page
	pagetest.Run(t, func(ctx app.Context) {
		p = opened(t, ctx, all, nil)
		p.makeLink(actForm, answered(&api.OneTimeLink{URL: "https://shops.example/invite#x"}), "Olga")
		p.close(ctx)
		p.openRoles(ctx, all.Operators[0])
		p.edit.give("2", api.RoleStaff)
	})
	if !p.edit.open || p.edit.grants["2"] != api.RoleStaff || p.act.Busy != "" {
		t.Errorf("%+v", p.edit)
	}
}

// Bug: what was ticked while the roles before were being saved went with the answer.
func TestFormChangedDuringASaveStays(t *testing.T) {
	t.Parallel()
	all := &api.Operators{
		Grantable: []api.Grant{{Role: api.RoleOwner}},
		Operators: []api.Person{{ID: 7, Name: "Mei"}},
	}
	for _, changed := range []bool{false, true} {
		var p *Page
		pagetest.Run(t, func(ctx app.Context) {
			p = opened(t, ctx, all, nil)
			p.openRoles(ctx, all.Operators[0])
			p.edit.give("2", api.RoleStaff)
			p.change(actForm, answered(all), "Saved")
			if changed {
				p.edit.give("3", api.RoleStaff)
			}
		})
		if p.edit.open != changed || changed && p.edit.grants["3"] != api.RoleStaff {
			t.Errorf("changed %t: %+v", changed, p.edit)
		}
	}
}
