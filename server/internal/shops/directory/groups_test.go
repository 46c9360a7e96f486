package directory_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/directory"
	"github.com/shopdesk/shopdesk/server/store"
)

// change changes a group and fails the test on an error.
func (f *fixture) change(role api.Role, request api.ChangeGroup) api.GroupChanged {
	f.tb.Helper()
	var answer api.GroupChanged
	if err := f.ask(role, "POST", api.PathGroups, request, &answer); err != nil {
		f.tb.Fatalf("%+v: %v %v", request, err, err.Problems)
	}
	return answer
}

// refused returns the code of a refused change, and the code of its first problem.
func (f *fixture) refused(role api.Role, request api.ChangeGroup) string {
	f.tb.Helper()
	err := f.ask(role, "POST", api.PathGroups, request, new(api.GroupChanged))
	if err == nil {
		return ""
	}
	if len(err.Problems) > 0 {
		return string(err.Code) + " " + err.Problems[0].Path + " " + err.Problems[0].Code
	}
	return string(err.Code)
}

func (f *fixture) stored(id string) store.Group {
	f.tb.Helper()
	return servertest.Must(f.store.Group(f.tb.Context(), id))(f.tb)
}

func TestGroupIsMadeChangedDeletedAndRestored(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	made := f.change(api.RoleManager, api.ChangeGroup{Name: " Kowloon ", Add: []string{"100001", "100002", "100001"}})
	g := made.Group
	if g.Name != "Kowloon" || g.Version != 1 || !slices.Equal(g.Shops, []string{"100001", "100002"}) ||
		g.Others || made.Gone {
		t.Fatalf("%+v", made)
	}
	tag := f.change(api.RoleManager, api.ChangeGroup{Name: "新店", Tag: true}).Group
	list := f.list(api.RoleManager)
	if diff := cmp.Diff([]api.Group{g, {ID: tag.ID, Version: 1, Name: "新店", Tag: true, Shops: []string{}}},
		list.Groups); diff != "" {
		t.Errorf("the list's groups:\n%s", diff)
	}
	if !slices.Equal(list.Shops[0].Groups, []string{g.ID}) || list.Shops[2].Groups != nil {
		t.Errorf("the shops' groups: %v, %v", list.Shops[0].Groups, list.Shops[2].Groups)
	}
	changed := f.change(api.RoleManager, api.ChangeGroup{ID: g.ID, Version: 1, Name: "九龍",
		Add: []string{"100002", "100003"}, Drop: []string{"100001", "100004"}})
	want := api.GroupChanged{
		Group: api.Group{ID: g.ID, Version: 2, Name: "九龍", Shops: []string{"100002", "100003"}},
		Added: []string{"100003"}, Dropped: []string{"100001"},
	}
	if diff := cmp.Diff(want, changed); diff != "" {
		t.Errorf("changed:\n%s", diff)
	}

	// The change names an outdated version.
	err := f.ask(api.RoleOwner, "POST", api.PathGroups, api.ChangeGroup{ID: g.ID, Version: 1, Name: "x"}, nil)
	var current api.Group
	if err == nil || err.Code != api.CodeChanged || json.Unmarshal(err.Current, &current) != nil || current.Version != 2 {
		t.Errorf("stale: %v", err)
	}

	// The group is deleted, then restored with its shops.
	gone := f.change(api.RoleManager, api.ChangeGroup{ID: g.ID, Version: 2, Delete: true})
	if !gone.Gone || len(f.list(api.RoleManager).Groups) != 1 {
		t.Errorf("deleted: %+v", gone)
	}
	if code := f.refused(api.RoleManager, api.ChangeGroup{ID: g.ID, Version: 3,
		Name: "x"}); code != string(api.CodeNotFound) {
		t.Errorf("a deleted one was changed: %q", code)
	}
	back := f.change(api.RoleManager, api.ChangeGroup{ID: g.ID, Version: gone.Group.Version, Restore: true})
	if back.Gone || back.Group.Name != "九龍" || !slices.Equal(back.Group.Shops, []string{"100002", "100003"}) {
		t.Errorf("brought back: %+v", back)
	}

	var trail []string
	for _, e := range servertest.Must(f.store.Entries(t.Context(), store.EntryQuery{Limit: 100}))(t) {
		trail = append([]string{e.Operator + " " + e.Action + " " + e.Outcome}, trail...)
	}
	if diff := cmp.Diff([]string{
		"Marco Lam group.add done", "Marco Lam group.add done", "Marco Lam group.change done", "Marco Lam group.delete done",
		"Marco Lam group.restore done",
	}, trail); diff != "" {
		t.Errorf("audit:\n%s", diff)
	}
}

func TestInvalidGroupsAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.change(api.RoleManager, api.ChangeGroup{Name: "North", Add: []string{"100001"}})
	for _, tt := range []struct {
		request api.ChangeGroup
		want    string
	}{
		{api.ChangeGroup{}, "invalid name name"},
		{api.ChangeGroup{Name: strings.Repeat("北", 61)}, "invalid name name"},
		{api.ChangeGroup{Name: "a\nb"}, "invalid name name"},
		{api.ChangeGroup{Name: "north"}, "invalid name name_taken"},
		{api.ChangeGroup{Name: "x", Add: []string{"100001", "one"}}, "invalid add[1] unknown_shop"},
		{api.ChangeGroup{Name: "x", Add: []string{"999999"}}, "invalid add[0] unknown_shop"},
		{api.ChangeGroup{Name: "x", Add: []string{"100020"}}, "invalid add[0] unknown_shop"}, // not the manager's
		{api.ChangeGroup{Name: "x", Drop: []string{"100020"}}, "invalid drop[0] unknown_shop"},
		{api.ChangeGroup{Name: "x", Add: slices.Repeat([]string{"100001"}, api.MaxGroupShops+1)}, "invalid add too_many"},
		{api.ChangeGroup{ID: "nothing", Version: 1, Name: "x"}, "not_found"},
	} {
		if got := f.refused(api.RoleManager, tt.request); got != tt.want {
			t.Errorf("%.80v: %q, want %q", fmt.Sprint(tt.request), got, tt.want)
		}
	}
	if got := f.refused(api.RoleStaff, api.ChangeGroup{Name: "x"}); got != string(api.CodeForbidden) {
		t.Errorf("staff: %q", got)
	}
	if got := f.refused("", api.ChangeGroup{Name: "x"}); got != string(api.CodeSignedOut) {
		t.Errorf("signed out: %q", got)
	}
}

// An operator sees and changes only the own shops of a group with shops of others. The rest stays untouched and
// unseen.
func TestShopsOfOthersInAGroupStayHidden(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	shared := f.change(api.RoleOwner, api.ChangeGroup{Name: "Everybody",
		Add: []string{"100001", "100002", "100020"}}).Group
	theirs := f.change(api.RoleOwner, api.ChangeGroup{Name: "Hidden", Add: []string{"100020"}}).Group
	empty := f.change(api.RoleOwner, api.ChangeGroup{Name: "Empty"}).Group

	groups := f.list(api.RoleManager).Groups
	if len(groups) != 1 || groups[0].ID != shared.ID || !groups[0].Others ||
		!slices.Equal(groups[0].Shops, []string{"100001", "100002"}) {
		t.Fatalf("the manager sees %+v", groups)
	}
	if got := f.refused(api.RoleManager, api.ChangeGroup{ID: theirs.ID, Version: 1,
		Add: []string{"100001"}}); got != string(api.CodeNotFound) {
		t.Errorf("a hidden group: %q", got)
	}
	if got := f.refused(api.RoleManager, api.ChangeGroup{ID: empty.ID, Version: 1,
		Add: []string{"100001"}}); got != string(api.CodeNotFound) {
		t.Errorf("somebody's empty group: %q", got)
	}
	if got := f.refused(api.RoleManager, api.ChangeGroup{ID: shared.ID, Version: 1,
		Name: "Mine"}); got != string(api.CodeForbidden) {
		t.Errorf("renamed: %q", got)
	}
	f.change(api.RoleManager, api.ChangeGroup{Name: "hidden"}) // the hidden group of that name isn't revealed
	changed := f.change(api.RoleManager, api.ChangeGroup{ID: shared.ID, Version: 1, Add: []string{"100003"},
		Drop: []string{"100001"}})
	if got := f.stored(shared.ID); !slices.Equal(got.Shops, []int64{100002, 100003, 100020}) {
		t.Errorf("after the manager's change: %v", got.Shops)
	}
	gone := f.change(api.RoleManager, api.ChangeGroup{ID: shared.ID, Version: changed.Group.Version, Delete: true})
	if got := f.stored(shared.ID); !gone.Gone || !slices.Equal(got.Shops, []int64{100020}) || got.DeletedAt != 0 {
		t.Errorf("deleted by the manager: %+v, stored %+v", gone, got)
	}
	back := f.change(api.RoleManager, api.ChangeGroup{ID: shared.ID, Version: gone.Group.Version, Restore: true,
		Add: gone.Dropped})
	if got := f.stored(shared.ID); back.Gone || !slices.Equal(got.Shops, []int64{100002, 100003, 100020}) {
		t.Errorf("taken back: %+v, stored %+v", back, got)
	}
	if got := f.refused(api.RoleManager, api.ChangeGroup{ID: shared.ID, Version: 77,
		Restore: true}); got != string(api.CodeChanged) {
		t.Errorf("a stale version: %q", got)
	}
	if body := string(f.roster(api.RoleManager, nil).Body); strings.Contains(body, "100020") ||
		strings.Contains(body, theirs.ID) {
		t.Error("the manager's list names others' shops")
	}
}

// A group without a shop of an operator's comes back for them only while their own change took it away: versions are
// small numbers, and an id was once enough to push a shop into another merchant's group.
func TestGroupComesBackOnlyForItsTaker(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	theirs := f.change(api.RoleOwner, api.ChangeGroup{Name: "Hidden", Add: []string{"100020"}}).Group
	deleted := f.change(api.RoleOwner, api.ChangeGroup{Name: "Deleted", Add: []string{"100020"}}).Group
	f.change(api.RoleOwner, api.ChangeGroup{ID: deleted.ID, Version: 1, Delete: true})
	left := f.change(api.RoleOwner, api.ChangeGroup{Name: "Left", Add: []string{"100001", "100020"}}).Group
	left = f.change(api.RoleManager, api.ChangeGroup{ID: left.ID, Version: 1, Drop: []string{"100001"}}).Group
	other := f.change(api.RoleManager, api.ChangeGroup{Name: "Other"}).Group // a change between
	f.change(api.RoleManager, api.ChangeGroup{ID: other.ID, Version: 1, Delete: true})
	left = f.change(api.RoleManager, api.ChangeGroup{ID: left.ID, Version: left.Version, Restore: true,
		Add: []string{"100001"}}).Group
	left = f.change(api.RoleManager, api.ChangeGroup{ID: left.ID, Version: left.Version, Drop: []string{"100001"}}).Group
	f.change(api.RoleOwner, api.ChangeGroup{ID: left.ID, Version: left.Version, Name: "Theirs alone"})
	for _, g := range []api.Group{theirs, deleted, left} {
		before := f.stored(g.ID)
		for version := range int64(8) {
			if got := f.refused(api.RoleManager, api.ChangeGroup{ID: g.ID, Version: version, Restore: true,
				Add: []string{"100001"}}); got != string(api.CodeNotFound) {
				t.Errorf("%s, version %d: %q", g.Name, version, got)
			}
		}
		if diff := cmp.Diff(before, f.stored(g.ID)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestDeletedGroupsAreForgotten(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	g := f.change(api.RoleOwner, api.ChangeGroup{Name: "x", Add: []string{"100001"}}).Group
	f.change(api.RoleOwner, api.ChangeGroup{ID: g.ID, Version: 1, Delete: true})
	if err := f.store.PurgeGroups(t.Context(), f.clock.Now().Add(time.Second).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	if got := f.refused(api.RoleOwner, api.ChangeGroup{ID: g.ID, Version: 2,
		Restore: true}); got != string(api.CodeNotFound) {
		t.Errorf("brought back: %q", got)
	}
}

func TestViewsAreSavedReplacedAndRemoved(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	save := func(role api.Role, v api.SaveView) ([]api.View, string) {
		t.Helper()
		var answer api.Views
		if err := f.ask(role, "POST", api.PathViews, v, &answer); err != nil {
			return nil, err.Problems[0].Path + " " + err.Problems[0].Code
		}
		return answer.Views, ""
	}
	list, _ := save(api.RoleManager, api.SaveView{View: api.View{Name: " Closed ", Body: "standing=closed"}})
	if len(list) != 1 || list[0].Name != "Closed" || list[0].Body != "standing=closed" || list[0].ID == "" {
		t.Fatalf("%+v", list)
	}
	v := list[0]
	if got := f.list(api.RoleManager).Views; !slices.Equal(got, list) {
		t.Errorf("in the list: %+v", got)
	}
	if got := f.list(api.RoleOwner).Views; len(got) != 0 {
		t.Errorf("somebody else's: %+v", got)
	}
	v.Name, v.Body = "Shut", "standing=closed&sort=name"
	if list, _ = save(api.RoleManager, api.SaveView{View: v}); !slices.Equal(list, []api.View{v}) {
		t.Errorf("replaced: %+v", list)
	}
	for want, bad := range map[string]api.View{
		"name name": {Name: "  "}, "name name_taken": {Name: "shut"},
		"body too_large": {Name: "x", Body: strings.Repeat("x", api.MaxViewBody+1)},
		"id too_large":   {ID: strings.Repeat("x", 41), Name: "x"},
	} {
		if _, got := save(api.RoleManager, api.SaveView{View: bad}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if list, _ = save(api.RoleManager, api.SaveView{View: api.View{ID: v.ID}, Delete: true}); len(list) != 0 {
		t.Errorf("taken away: %+v", list)
	}
	if list, _ = save(api.RoleManager, api.SaveView{View: v}); !slices.Equal(list, []api.View{v}) {
		t.Errorf("brought back: %+v", list)
	}
	for i := range api.MaxViews - 1 {
		save(api.RoleManager, api.SaveView{View: api.View{Name: fmt.Sprint(i)}})
	}
	if _, got := save(api.RoleManager, api.SaveView{View: api.View{Name: "one more"}}); got != "name full" {
		t.Errorf("beyond the bound: %q", got)
	}
}

// A manager, who may not give roles, can't give them by adding a shop to a group.
func TestGroupWithRolesIsChangedByWhoMayGiveThem(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	ctx := t.Context()
	owner := []store.Membership{{ShopID: store.AllShops, Role: "owner"}}
	servertest.Must(f.store.CreateOperator(ctx, store.Operator{Login: "ann"}, owner))(t) // somebody has to be
	id := f.change(api.RoleManager, api.ChangeGroup{Name: "North", Add: []string{"100001"}}).Group.ID
	staff := servertest.Must(f.store.OperatorByLogin(ctx, "demo:staff"))(t)
	before := servertest.Must(f.store.Memberships(ctx, staff.ID))(t)
	after := append(slices.Clone(before), store.Membership{ShopID: 100001, Role: "manager", GroupID: id})
	if err := f.store.SetMemberships(ctx, staff.ID, before, after); err != nil {
		t.Fatal(err)
	}
	version := f.stored(id).Version
	for name, request := range map[string]api.ChangeGroup{
		"add": {Add: []string{"100003"}}, "drop": {Drop: []string{"100001"}}, "delete": {Delete: true},
	} {
		request.ID, request.Version = id, version
		if code := f.refused(api.RoleManager, request); code != string(api.CodeForbidden) {
			t.Errorf("%s: %q", name, code)
		}
	}
	f.change(api.RoleManager, api.ChangeGroup{ID: id, Version: version, Name: "Far north"})

	sees := func() string {
		var ids []string
		for _, shop := range f.list(api.RoleStaff).Shops {
			ids = append(ids, fmt.Sprint(shop.ShopID))
		}
		return strings.Join(ids, " ")
	}
	if got := sees(); got != "100001 100002" {
		t.Errorf("staff see %s", got)
	}
	f.change(api.RoleOwner, api.ChangeGroup{ID: id, Version: version + 1, Add: []string{"100003"}})
	if got := sees(); got != "100001 100002 100003" {
		t.Errorf("after a shop joined the group, staff see %s", got)
	}
	entry := servertest.Must(f.store.Entries(ctx, store.EntryQuery{Limit: 1}))(t)[0]
	want := fmt.Sprintf(`"people":[{"operatorId":"%d","person":"Mei Wong","role":"manager"}]`, staff.ID)
	if entry.Action != "group.change" || !strings.Contains(string(entry.Request), want) {
		t.Errorf("the audit says %s %s", entry.Action, entry.Request)
	}
	f.change(api.RoleOwner, api.ChangeGroup{ID: id, Version: version + 2, Delete: true})
	if got := sees(); got != "100001 100002" {
		t.Errorf("without the group, staff see %s", got)
	}
	if code := f.refused(api.RoleManager, api.ChangeGroup{ID: id, Version: version + 3,
		Restore: true}); code != string(api.CodeForbidden) {
		t.Errorf("a manager restored the group's roles: %q", code)
	}
	f.clock.Advance(time.Hour)
	if code := f.refused(api.RoleOwner, api.ChangeGroup{ID: id, Version: version + 3,
		Restore: true}); code != string(api.CodeStepUp) {
		t.Errorf("an owner restored roles without a fresh proof: %q", code)
	}
}

// stuck is a store that can't delete views.
type stuck struct{ directory.Store }

// DropView implements [store.Views].
func (stuck) DropView(context.Context, int64, string) error { return errors.New("disk full") }

// A view that our own storage couldn't delete is told as that. Bug: it was told as a fault of the console.
func TestViewThatCannotBeDeletedTellsOfTheStorage(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	f.service.Store = stuck{f.service.Store}
	err := f.ask(api.RoleOwner, "POST", api.PathViews, api.SaveView{View: api.View{ID: "v"}, Delete: true}, nil)
	if err == nil || err.Code != api.CodeUnavailable {
		t.Errorf("answered %v", err)
	}
}
