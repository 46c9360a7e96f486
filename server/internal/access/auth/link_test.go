package auth

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// linkCase is a one-time link: its maker and its target. The target "" is a new
// operator, who would be staff of shopA.
type linkCase struct{ maker, target string }

// linkCases lists every maker with every target for whom the maker may make a link.
var linkCases = []linkCase{
	{"owner", ""}, {"owner", "staff"}, {"owner", "local"}, {"owner", "second"}, {"owner", "outsider"},
	{"local", ""}, {"local", "staff"}, {"local", "manager"}, {"local", "partner"},
	{CommandLine.Name, "staff"}, {CommandLine.Name, "second"},
}

// linkWorld has the fixture's people, second (owner of all shops), local and
// partner (owners of shopA) and a link that is open.
type linkWorld struct {
	*fixture
	linkCase
	url string
}

func newLinkWorld(t *testing.T, of linkCase) *linkWorld {
	t.Helper()
	w := &linkWorld{fixture: newFixture(t, func(c *Config) { c.Public = "https://console.example" }), linkCase: of}
	phc, err := w.hasher.hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	for login, shop := range map[string]int64{"second": store.AllShops, "local": shopA, "partner": shopA} {
		o := store.Operator{Login: login, Name: "The " + login, Password: phc}
		if _, err := w.store.CreateOperator(t.Context(), o, []store.Membership{{ShopID: shop, Role: "owner"}}); err != nil {
			t.Fatal(err)
		}
	}
	if of.maker == CommandLine.Name {
		if w.url, err = w.ResetLink(t.Context(), of.target); err != nil {
			t.Fatal(err)
		}
		return w
	}
	got := w.makeAgain(t, w.as(t, of.maker))
	var link api.OneTimeLink
	if err := json.Unmarshal(got.Body, &link); err != nil || got.Status != http.StatusOK {
		t.Fatalf("%s can't make a link for %q: %d %s", of.maker, of.target, got.Status, got.Body)
	}
	w.url = link.URL
	return w
}

// makeAgain asks b's operator for the link once more.
func (w *linkWorld) makeAgain(t *testing.T, b *browser) reply {
	t.Helper()
	if w.target == "" {
		return b.call(t, api.PathInvitations, api.Invite{Name: "Mei",
			Grants: []api.Grant{{ShopID: shopA, Role: api.RoleStaff}}})
	}
	o, err := w.store.OperatorByLogin(t.Context(), w.target)
	if err != nil {
		return reply{Status: http.StatusNotFound}
	}
	return b.call(t, api.PathOperatorReset, api.OperatorRef{OperatorID: o.ID})
}

// listed reports whether the operator of b sees the link in the list of open links.
func (w *linkWorld) listed(t *testing.T, b *browser) bool {
	t.Helper()
	var answer api.Operators
	got := b.call(t, api.PathOperators, nil)
	if err := json.Unmarshal(got.Body, &answer); err != nil || got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	return len(answer.Invitations) > 0
}

// works looks at the link and uses it, and reports whether the link is valid.
func (w *linkWorld) works(t *testing.T) bool {
	t.Helper()
	_, token, _ := strings.Cut(w.url, "#")
	b := w.device(t)
	look := b.call(t, api.PathInviteLook, api.InviteToken{Token: token})
	before := w.passwordOf(t)
	used := b.call(t, api.PathInvite, api.UseLink{Token: token, Name: "Mei", Login: "mei",
		Password: "another kettle of fish"})
	if look.Status != used.Status {
		t.Errorf("looking at it answers %d, using it %d %s", look.Status, used.Status, used.Body)
	}
	_, err := w.store.OperatorByLogin(t.Context(), "mei")
	if changed := err == nil || w.passwordOf(t) != before; changed != (used.Status == http.StatusOK) {
		t.Errorf("using it answers %d, and changed is %t", used.Status, changed)
	}
	if used.Status != http.StatusOK && used.Error.Code != api.CodeLinkUsed {
		t.Errorf("%d %s", used.Status, used.Body)
	}
	return used.Status == http.StatusOK
}

func (w *linkWorld) passwordOf(t *testing.T) string {
	t.Helper()
	if w.target == "" {
		return ""
	}
	o, err := w.store.OperatorByLogin(t.Context(), w.target)
	if err != nil {
		return ""
	}
	return o.Password
}

// linkEvents are the events, over HTTP, that may happen to a link's maker or
// target, by their own act or an owner's. ends tells whether the event ends the
// link.
var linkEvents = map[string]struct {
	ends bool
	do   func(t *testing.T, w *linkWorld, login string) reply
}{
	"is removed": {true, func(t *testing.T, w *linkWorld, login string) reply {
		return w.byOwner(t, login).call(t, api.PathOperatorRemove, api.OperatorRef{OperatorID: w.id(t, login)})
	}},
	"is disabled": {true, func(t *testing.T, w *linkWorld, login string) reply {
		return w.byOwner(t, login).call(t, api.PathOperatorDisable,
			api.DisableOperator{OperatorID: w.id(t, login), Disabled: true})
	}},
	"is disabled and enabled again": {true, func(t *testing.T, w *linkWorld, login string) reply {
		w.byOwner(t, login).call(t, api.PathOperatorDisable, api.DisableOperator{OperatorID: w.id(t, login), Disabled: true})
		return w.byOwner(t, login).call(t, api.PathOperatorDisable, api.DisableOperator{OperatorID: w.id(t, login)})
	}},
	"becomes owner of all": {true, func(t *testing.T, w *linkWorld, login string) reply {
		return w.setRoles(t, login, api.Grant{Role: api.RoleOwner}, api.Grant{ShopID: shopB, Role: api.RoleStaff})
	}},
	"becomes staff of another shop": {true, func(t *testing.T, w *linkWorld, login string) reply {
		return w.setRoles(t, login, api.Grant{ShopID: shopB, Role: api.RoleStaff})
	}},
	"has no role any more": {true, func(t *testing.T, w *linkWorld, login string) reply {
		return w.setRoles(t, login, api.Grant{ShopID: shopB, Role: api.RoleStaff}, api.Grant{Role: api.RoleStaff})
	}},
	"chooses another password": {true, func(t *testing.T, w *linkWorld, login string) reply {
		return w.as(t, login).call(t, api.PathAccountPassword, api.NewPassword{Password: "yet another kettle"})
	}},
	"uses a link of their own": {true, func(t *testing.T, w *linkWorld, login string) reply {
		_, token, _ := strings.Cut(must(w.ResetLink(t.Context(), login))(t), "#")
		return w.device(t).call(t, api.PathInvite, api.UseLink{Token: token, Password: "yet another kettle"})
	}},
	"gets the roles they have": {false, func(t *testing.T, w *linkWorld, login string) reply {
		var same []api.Grant
		for _, m := range w.members(t, w.id(t, login)) {
			same = append(same, api.Grant{ShopID: m.ShopID, Role: api.Role(m.Role)})
		}
		return w.setRoles(t, login, same...)
	}},
	"gets empty grants from an operator without reach": {false, func(t *testing.T, w *linkWorld, login string) reply {
		if w.local(t, login) {
			return reply{Status: http.StatusOK} // within their reach
		}
		seen := w.as(t, "partner").people(t)[login].Grants
		w.as(t, "partner").call(t, api.PathOperatorRoles, api.SetRoles{OperatorID: w.id(t, login), Before: seen})
		return reply{Status: http.StatusOK}
	}},
	"is enabled without having been disabled": {false, func(t *testing.T, w *linkWorld, login string) reply {
		return w.byOwner(t, login).call(t, api.PathOperatorDisable, api.DisableOperator{OperatorID: w.id(t, login)})
	}},
	"chooses another name": {false, func(t *testing.T, w *linkWorld, login string) reply {
		return w.as(t, login).call(t, api.PathAccountName, api.Rename{Name: "Bo"})
	}},
	"signs in, and the password is hashed anew": {false, func(t *testing.T, w *linkWorld, login string) reply {
		o, err := w.store.OperatorByLogin(t.Context(), login)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.rehash(t.Context(), o, password, true); err != nil {
			t.Error(err)
		}
		return w.device(t).signIn(t, login)
	}},
}

// Every route that takes a name refuses characters that change the direction of the
// following text.
func TestNamesWithDirectionMarksAreRefused(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t, linkCase{"owner", ""})
	_, token, _ := strings.Cut(w.url, "#")
	owner := w.as(t, "owner")
	for what, send := range map[string]func(name string) reply{
		"invite": func(name string) reply {
			return owner.call(t, api.PathInvitations, api.Invite{Name: name,
				Grants: []api.Grant{{ShopID: shopA, Role: api.RoleStaff}}})
		},
		"accept": func(name string) reply {
			return w.device(t).call(t, api.PathInvite, api.UseLink{Token: token, Name: name, Login: "mei",
				Password: "another kettle of fish"})
		},
		"rename": func(name string) reply { return owner.call(t, api.PathAccountName, api.Rename{Name: name}) },
		"setup": func(name string) reply {
			return w.device(t).call(t, api.PathSetup, api.UseLink{Token: "none", Name: name, Login: "ada",
				Password: "another kettle of fish"})
		},
	} {
		for _, name := range []string{"Mei\u202e", "\u2067Mei", "Mei\x00", "Mei\u2028Wong", "Mei\u0085Wong"} {
			got := send(name)
			wantError(t, got, http.StatusUnprocessableEntity, api.CodeInvalid)
			if len(got.Error.Problems) != 1 || got.Error.Problems[0].Path != "name" ||
				got.Error.Problems[0].Code != ProblemShape {
				t.Errorf("%s %q: %s", what, name, got.Body)
			}
		}
	}
}

// An operator whose name is older than the rule for names can still set a new
// password.
func TestOperatorWithAnOldNameCanSetAPassword(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t, linkCase{"owner", "staff"})
	if err := w.store.Rename(t.Context(), w.id(t, "staff"), "Mei \u202egnoW"); err != nil {
		t.Fatal(err)
	}
	if !w.works(t) {
		t.Error("the link doesn't work")
	}
}

func must[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// byOwner gives the browser of an owner of all shops who isn't that operator.
func (w *linkWorld) byOwner(t *testing.T, login string) *browser {
	t.Helper()
	if login == "owner" {
		return w.as(t, "second")
	}
	return w.as(t, "owner")
}

func (w *linkWorld) local(t *testing.T, login string) bool {
	return slices.ContainsFunc(w.members(t, w.id(t, login)), func(m store.Membership) bool { return m.ShopID == shopA })
}

func (w *linkWorld) setRoles(t *testing.T, login string, grants ...api.Grant) reply {
	t.Helper()
	request := api.SetRoles{OperatorID: w.id(t, login), Before: []api.Grant{}, Grants: grants}
	for _, m := range w.members(t, request.OperatorID) {
		request.Before = append(request.Before, api.Grant{ShopID: m.ShopID, Role: api.Role(m.Role)})
	}
	return w.byOwner(t, login).call(t, api.PathOperatorRoles, request)
}

// A link ends with every event that changes the rights of its maker or its target,
// and with no other event. The test tries every maker, every target and every event
// for either.
func TestLinkEndsWhenRightsOfMakerOrTargetChange(t *testing.T) {
	t.Parallel()
	for _, of := range linkCases {
		for what, event := range linkEvents {
			for _, whom := range []string{of.maker, of.target} {
				if whom == "" || whom == CommandLine.Name {
					continue
				}
				t.Run(fmt.Sprintf("%s for %q, %s %s", of.maker, of.target, whom, what), func(t *testing.T) {
					t.Parallel()
					w := newLinkWorld(t, of)
					if got := event.do(t, w, whom); got.Status != http.StatusOK {
						t.Fatalf("%d %s", got.Status, got.Body)
					}
					if listed := w.listed(t, w.byOwner(t, whom)); listed == event.ends {
						t.Errorf("listed: %t", listed)
					}
					if works := w.works(t); works == event.ends {
						t.Errorf("works: %t", works)
					}
				})
			}
		}
	}
}

// A link works exactly while its maker could make the link again, for any state of
// the store.
func TestLinkWorksWhileItsMakerCouldMakeIt(t *testing.T) {
	t.Parallel()
	disable := `UPDATE operators SET disabled = TRUE WHERE id = %d`
	roles := func(rows ...string) string {
		all := `DELETE FROM memberships WHERE operator_id = %[1]d`
		for _, row := range rows {
			all += `; INSERT INTO memberships (operator_id, shop_id, role) VALUES (%[1]d, ` + row + `)`
		}
		return all
	}
	for _, of := range linkCases {
		if of.maker == CommandLine.Name {
			continue
		}
		for _, whom := range []string{of.maker, of.target} {
			for what, statement := range map[string]string{
				"nothing": `SELECT %d`, "disabled": disable, "removed": `DELETE FROM operators WHERE id = %d`, "no roles": roles(),
				"owner of all": roles(`0, 'owner'`), "manager of all": roles(`0, 'manager'`), "staff of all": roles(`0, 'staff'`),
				"owner of shopA": roles(`100001, 'owner'`), "manager of shopA": roles(`100001, 'manager'`),
				"owner of shopB": roles(`100002, 'owner'`),
				"owner of both":  roles(`100001, 'owner'`, `100002, 'owner'`),
				"staff of both":  roles(`100001, 'staff'`, `100002, 'staff'`),
				"staff of shopA": roles(`100001, 'staff'`),
			} {
				if whom == "" {
					continue
				}
				t.Run(fmt.Sprintf("%s for %q, %s: %s", of.maker, of.target, whom, what), func(t *testing.T) {
					t.Parallel()
					w := newLinkWorld(t, of)
					maker := w.as(t, of.maker)
					id := w.id(t, whom)
					if _, err := w.store.DB().ExecContext(t.Context(), fmt.Sprintf(statement, id)); err != nil {
						t.Fatal(err)
					}
					w.OperatorChanged(id)
					works := w.works(t)
					if again := w.makeAgain(t, maker).Status == http.StatusOK; works != again {
						t.Errorf("the link works: %t, its maker could make it again: %t", works, again)
					}
				})
			}
		}
	}
}

// Open links for a new password are listed to every operator who could make them,
// and to their target. Each of these operators can withdraw them.
func TestResetLinksAreListedAndRevoked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		linkCase
		who  string
		sees bool
	}{
		{linkCase{"owner", "staff"}, "owner", true},
		{linkCase{"owner", "staff"}, "local", true},
		{linkCase{"owner", "local"}, "local", true}, // their own
		{linkCase{"owner", "second"}, "second", true},
		{linkCase{"owner", "second"}, "local", false},
		{linkCase{"owner", "outsider"}, "local", false},
		{linkCase{CommandLine.Name, "staff"}, "local", true},
		{linkCase{"local", "staff"}, "manager", false},
	} {
		t.Run(fmt.Sprintf("%s for %s, %s looks", tt.maker, tt.target, tt.who), func(t *testing.T) {
			t.Parallel()
			w := newLinkWorld(t, tt.linkCase)
			b := w.as(t, tt.who)
			if sees := w.listed(t, b); sees != tt.sees {
				t.Fatalf("sees it: %t", sees)
			}
			all, err := w.store.Invitations(t.Context(), w.clock.Now().UnixMilli())
			if err != nil || len(all) != 1 {
				t.Fatal(all, err)
			}
			got := b.call(t, api.PathInviteRevoke, api.InvitationRef{ID: all[0].ID})
			if revoked := got.Status == http.StatusOK; revoked != tt.sees {
				t.Errorf("withdrawn: %d %s", got.Status, got.Body)
			}
			if works := w.works(t); works == tt.sees {
				t.Errorf("works: %t", works)
			}
		})
	}
}

// Withdrawing a link that was used, or that another owner had withdrawn, was answered that there is no such person.
func TestClosedLinkCantBeWithdrawn(t *testing.T) {
	t.Parallel()
	for _, closes := range []func(*linkWorld, api.InvitationRef){
		func(w *linkWorld, _ api.InvitationRef) {
			if !w.works(t) {
				t.Error("the link can't be used")
			}
		},
		func(w *linkWorld, ref api.InvitationRef) {
			if got := w.as(t, "second").call(t, api.PathInviteRevoke, ref); got.Status != http.StatusOK {
				t.Errorf("withdrawn by another owner: %d %s", got.Status, got.Body)
			}
		},
	} {
		w := newLinkWorld(t, linkCase{"owner", ""})
		b := w.as(t, "owner")
		all, err := w.store.Invitations(t.Context(), w.clock.Now().UnixMilli())
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		ref := api.InvitationRef{ID: all[0].ID}
		closes(w, ref)
		wantError(t, b.call(t, api.PathInviteRevoke, ref), http.StatusGone, api.CodeLinkUsed)
	}
}

// Bug: one invitation whose roles can't be read took the list of people, with all other links.
func TestDamagedInvitationHidesNoOther(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t, linkCase{maker: "owner"})
	damage := `UPDATE invitations SET grants = '[{"ShopID":0,"Role":"owner"},7]'`
	if _, err := w.store.DB().ExecContext(t.Context(), damage); err != nil {
		t.Fatal(err)
	}
	owner := w.as(t, "owner")
	if w.listed(t, owner) || w.works(t) {
		t.Error("it gives roles")
	}
	if got := w.makeAgain(t, owner); got.Status != http.StatusOK || !w.listed(t, owner) {
		t.Errorf("the other isn't listed: %d %s", got.Status, got.Body)
	}
}
