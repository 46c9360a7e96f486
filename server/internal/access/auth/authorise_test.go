package auth

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

func TestScopeNeedsARoleInTheShop(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for _, test := range []struct {
		name   string
		login  string
		shop   int64
		perm   platform.Permission
		status int
		code   api.Code
	}{
		{"signed out", "", shopA, platform.PermissionShopView, 401, api.CodeSignedOut},
		{"owner anywhere", "owner", shopB, platform.PermissionHoursEdit, 200, ""},
		{"a shop that does not exist", "owner", shopGone, platform.PermissionShopView, 404, api.CodeNotFound},
		{"the id that means all shops", "owner", store.AllShops, platform.PermissionShopView, 404, api.CodeNotFound},
		{"a negative id", "owner", -1, platform.PermissionShopView, 404, api.CodeNotFound},
		{"the server's own calls", "owner", shopA, platform.PermissionServer, 403, api.CodeForbidden},
		{"an unknown permission", "owner", shopA, "shop.sell", 403, api.CodeForbidden},
		{"manager of the shop", "manager", shopA, platform.PermissionHoursEdit, 200, ""},
		{"manager of another shop", "manager", shopB, platform.PermissionShopView, 404, api.CodeNotFound},
		{"staff may look", "staff", shopA, platform.PermissionShopView, 200, ""},
		{"staff may not edit", "staff", shopA, platform.PermissionHoursEdit, 403, api.CodeForbidden},
		{"an operator of no shop", "outsider", shopA, platform.PermissionShopView, 404, api.CodeNotFound},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := f.device(t)
			if test.login != "" {
				b.mustSignIn(t, test.login)
			}
			got := b.call(t, "/probe/"+strconv.FormatInt(test.shop, 10)+"/"+string(test.perm), nil)
			if test.status == http.StatusOK {
				if want := strconv.FormatInt(test.shop, 10); got.Status != 200 || string(got.Body) != want {
					t.Errorf("got %d %s", got.Status, got.Body)
				}
				return
			}
			wantError(t, got, test.status, test.code)
		})
	}
}

// Shops of other merchants answer 404, like shops that don't exist.
func TestForeignShopsAnswerLikeMissingShops(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	ctx := WithPrincipal(t.Context(), &Principal{OperatorID: 1, grants: []grant{{shopA, api.RoleOwner}}})
	_, others := f.Scope(ctx, shopB, platform.PermissionShopView)
	_, nobodys := f.Scope(ctx, shopGone, platform.PermissionShopView)
	if diff := cmp.Diff(others, nobodys); diff != "" {
		t.Error(diff)
	}
}

func TestRequireNeedsARoleInAllShopsForTheInstallation(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	all := &Principal{grants: []grant{{store.AllShops, api.RoleOwner}}}
	one := &Principal{grants: []grant{{shopA, api.RoleOwner}}}
	for _, test := range []struct {
		name string
		ctx  context.Context
		perm platform.Permission
		want error
	}{
		{"signed out", t.Context(), PermissionShopsAdd, errSignedOut},
		{"owner of all", WithPrincipal(t.Context(), all), PermissionShopsAdd, nil},
		{"owner of one", WithPrincipal(t.Context(), one), PermissionShopsAdd, errForbidden},
		{"no role", WithPrincipal(t.Context(), &Principal{}), PermissionShopsAdd, errForbidden},
		{"owner of one, a shop's permission", WithPrincipal(t.Context(), one), platform.PermissionShopView, nil},
		{"no role, a shop's permission", WithPrincipal(t.Context(), &Principal{}), platform.PermissionShopView,
			errForbidden},
		{"no permission", WithPrincipal(t.Context(), all), "", errForbidden},
		{"the server's", WithPrincipal(t.Context(), all), platform.PermissionServer, errForbidden},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := f.Require(test.ctx, test.perm); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

func TestVisibleShopsAreTheAskersOwn(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	staff := []string{"shop.view", "order.view", "order.work"}
	beta := api.Shop{ShopID: shopA, Name: "Beta", EnName: "Beta", Zone: "Asia/Hong_Kong", Role: api.RoleStaff,
		Permissions: staff}
	ownersBeta, ownersAlpha := beta, api.Shop{ShopID: shopB, Name: "Alpha", EnName: "Alpha", Zone: "Asia/Dubai"}
	all := append(append([]string{}, staff...), "hours.edit", "shop.pause", "shop.edit", "order.abort", "refund.decide",
		"operators.view", "activity.view", "templates.use", "operators.edit")
	ownersBeta.Role, ownersBeta.Permissions = api.RoleOwner, all
	ownersAlpha.Role, ownersAlpha.Permissions = api.RoleOwner, all
	for _, test := range []struct {
		name   string
		grants []grant
		want   []api.Shop
	}{
		{"all, by name", []grant{{store.AllShops, api.RoleOwner}}, []api.Shop{ownersAlpha, ownersBeta}},
		{"one", []grant{{shopA, api.RoleStaff}}, []api.Shop{beta}},
		{"the stronger role counts", []grant{{store.AllShops, api.RoleOwner}, {shopA, api.RoleStaff}},
			[]api.Shop{ownersAlpha, ownersBeta}},
		{"a role that isn't one", []grant{{shopA, "boss"}}, []api.Shop{}},
		{"none", nil, []api.Shop{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := f.VisibleShops(WithPrincipal(t.Context(), &Principal{grants: test.grants}))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAddedShopCountsAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	b := f.device(t)
	b.mustSignIn(t, "owner")
	path := "/probe/" + strconv.Itoa(shopGone) + "/shop.view"
	wantError(t, b.call(t, path, nil), 404, api.CodeNotFound)
	if err := f.store.PutShops(t.Context(), []store.Shop{{ShopID: shopGone, Name: "New", Zone: "UTC"}}); err != nil {
		t.Fatal(err)
	}
	f.ShopsChanged()
	if got := b.call(t, path, nil); got.Status != http.StatusOK {
		t.Errorf("got %d %s", got.Status, got.Body)
	}
}

// A shop added by another replica counts at once, without a call of ShopsChanged. The regression: the calls that follow
// the adding were answered that there is no such shop, if they reached another replica.
func TestShopAddedByAnotherReplicaCountsAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	ctx := WithPrincipal(t.Context(), &Principal{grants: []grant{{store.AllShops, api.RoleOwner}}})
	if _, err := f.Scope(ctx, shopGone, platform.PermissionShopView); !errors.Is(err, errNotFound) {
		t.Fatal(err)
	}
	if err := f.store.PutShops(t.Context(), []store.Shop{{ShopID: shopGone, Name: "New", Zone: "UTC"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Scope(ctx, shopGone, platform.PermissionShopView); err != nil {
		t.Error(err)
	}
	if err := f.store.PutShops(t.Context(), []store.Shop{{ShopID: 77, Name: "Newer", Zone: "UTC"}}); err != nil {
		t.Fatal(err)
	}
	shops, err := f.VisibleShops(ctx)
	if err != nil || !slices.ContainsFunc(shops, func(s api.Shop) bool { return s.ShopID == 77 }) {
		t.Errorf("listed: %v, %v", shops, err)
	}
}

func TestZeroScopeReachesNoShop(t *testing.T) {
	t.Parallel()
	var s ShopScope
	if s.ShopID() != 0 || s.Principal() != nil {
		t.Errorf("%+v", s)
	}
}
