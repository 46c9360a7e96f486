package server_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
)

// The demonstration's manager and staff have ownShop, but not foreignShop; noShop doesn't exist.
const (
	ownShop     = 100001
	foreignShop = 100020
	noShop      = 999999
)

var roles = []api.Role{api.RoleOwner, api.RoleManager, api.RoleStaff}

// Every endpoint of the catalogue is called by every role, for an own, a foreign and an unknown shop. An operator
// without a role in a shop gets the answer for an unknown shop.
func TestEveryEndpointChecksRoleAndShop(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	people := map[api.Role]*http.Client{"": b.browser()}
	for _, role := range roles {
		people[role] = b.as(role)
	}
	for _, e := range platform.Endpoints() {
		for role, client := range people {
			for _, shop := range []int64{ownShop, foreignShop, noShop} {
				status, body := b.post(client, api.PlatformPrefix+e.Path, fmt.Sprintf(`{"shopId":%d}`, shop))
				name := fmt.Sprintf("%s by %q for %d: %d %s", e.Name, role, shop, status, body)
				sees := shop == ownShop || shop == foreignShop && role == api.RoleOwner
				switch {
				case !e.Proxied:
					if status != http.StatusNotFound {
						t.Error(name, "want no such call")
					}
				case role == "":
					if status != http.StatusUnauthorized {
						t.Error(name, "want signed out")
					}
				case malformed(t, status, body):
					t.Error(name, "want a judgement")
				case !sees:
					if status != http.StatusNotFound || code(t, body) != api.CodeNotFound {
						t.Error(name, "want not found")
					}
				case !auth.Allows(role, e.Permission):
					if status != http.StatusForbidden || code(t, body) != api.CodeForbidden {
						t.Error(name, "want forbidden")
					}
				case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusNotFound &&
					code(t, body) == api.CodeNotFound:
					t.Error(name, "want it allowed")
				}
			}
		}
	}
}

func malformed(t *testing.T, status int, body string) bool {
	return status == http.StatusBadRequest && (code(t, body) == api.CodeUnknownField || code(t, body) == api.CodeMalformed)
}

// Every route of our own API has a rule, and the rule holds for every role. A route that is added without a rule
// fails here, and is refused to every caller.
func TestEveryRouteKeepsItsRule(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	for _, r := range b.console.Rules() {
		roleless := r.Access == server.Public || r.Access == server.SignedIn
		if !roleless && !hasRow(r.Access, func(auth.RolePermission) bool { return true }) {
			t.Errorf("%s %s: access %q isn't in the table of roles", r.Method, r.Path, r.Access)
		}
		for _, role := range append([]api.Role{""}, roles...) {
			client := b.browser()
			if role != "" {
				client = b.as(role)
			}
			// Each handler refuses an empty body, after the rule.
			status, body := b.do(client, r.Method, r.Path, nil, http.Header{api.HeaderConsole: {"1"}})
			name := fmt.Sprintf("%s %s by %q: %d %s", r.Method, r.Path, role, status, body)
			switch {
			case r.Access == server.Public:
				if status == http.StatusForbidden || status == http.StatusUnauthorized {
					t.Error(name, "want it allowed")
				}
			case role == "":
				if status != http.StatusUnauthorized {
					t.Error(name, "want signed out")
				}
			case !roleless && !auth.Allows(role, r.Access):
				if status != http.StatusForbidden || code(t, body) != api.CodeForbidden {
					t.Error(name, "want forbidden")
				}
			case status == http.StatusUnauthorized || status == http.StatusForbidden && code(t, body) == api.CodeForbidden:
				t.Error(name, "want it allowed")
			}
		}
	}
}

// hasRow reports whether the table of roles has a row of perm that fits.
func hasRow(perm platform.Permission, fits func(auth.RolePermission) bool) bool {
	return slices.ContainsFunc(auth.RolePermissions(), func(row auth.RolePermission) bool {
		return row.Permission == perm && fits(row)
	})
}

// naming are the requests of the routes that name a shop, %d in its place. BEA is an operator who works in the own
// shop.
// Every route of the table is in naming or in nameless.
var naming = map[string]string{
	"GET " + api.PathRecord:         "?shop=%d",
	"GET " + api.PathShopDrift:      "?shop=%d",
	"GET " + api.PathPauses:         "?shop=%d",
	"GET " + api.PathActivity:       "?shop=%d",
	"GET " + api.PathThumbnail:      "?shop=%d",
	"GET " + api.PathDateNames:      "?shop=%d",
	"GET " + api.PathHolidays:       "?shop=%d&country=HK&from=2026-01-01&to=2026-02-01",
	"GET " + api.PathToday:          "?shop=%d",
	"GET " + api.PathOrders:         "?shop=%d",
	"GET " + api.PathHistory:        "?shop=%d",
	"GET " + api.PathHistoryTotals:  "?shop=%d",
	"GET " + api.PathOrder:          "?shop=%d&order=1",
	"GET " + api.PathOrderSettings:  "?shop=%d",
	"GET " + api.PathLive:           "?shop=%d",
	"GET " + api.PathLivePoll:       "?after=0&shop=%d",
	"POST " + api.PathPhotos:        "?shop=%d",
	"POST " + api.PathMark:          `{"shopId":"%d","favourite":true}`,
	"POST " + api.PathZone:          `{"shopId":"%d","zone":"UTC"}`,
	"POST " + api.PathPauses:        `{"shopId":"%d","version":0,"end":"notice"}`,
	"POST " + api.PathResume:        `{"shopId":"%d","version":0}`,
	"POST " + api.PathDateNames:     `{"shopId":"%d"}`,
	"POST " + api.PathHolidays:      `{"shopId":"%d"}`,
	"POST " + api.PathForgetDates:   `{"shopId":"%d"}`,
	"POST " + api.PathOrderRefresh:  `{"shopId":"%d","orderId":"1"}`,
	"POST " + api.PathOrdersReached: "?told=rang.%d.1",
	"POST " + api.PathRingTell:      `{"shopId":"%d","hush":"none"}`,
	"POST " + api.PathOrderAct:      `{"shopId":"%d","orderId":"1","act":"accept","key":"k"}`,
	"POST " + api.PathOrderSettings: `{"shopId":"%d"}`,
	"POST " + api.PathPush:          `{"endpoint":"https://fcm.googleapis.com/fcm/send/x","p256dh":"BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU","auth":"MDEyMzQ1Njc4OWFiY2RlZg","shops":[{"shopId":"%d"}]}`,
	"POST " + api.PathGroups:        `{"name":"East","add":["%d"]}`,
	"POST " + api.PathTemplates:     `{"id":"abcdefghijklmnopqrstuvwxyz","name":"Base","parts":{"phones":["852-25460101"]},"shops":["%d"]}`,
	"POST " + api.PathDriftAccept:   `{"template":"none","shops":[{"shopId":"%d"}]}`,
	"POST " + api.PathRunPreview:    `{"shops":["%d"],"change":{"phones":["852-25460101"]}}`,
	"POST " + api.PathRuns:          `{"key":"k","shops":["%d"],"change":{"phones":["852-25460101"]}}`,
	"POST " + api.PathCheck:         `{"shopId":"%d"}`,
	"POST " + api.PathInvitations:   `{"name":"Mei","grants":[{"shopId":"%d","role":"staff"}]}`,
	"POST " + api.PathOperatorRoles: `{"operatorId":"BEA","before":[],"grants":[{"shopId":"%d","role":"staff"}]}`,
}

// nameless are the routes that name no shop. A route in neither list fails the test.
var nameless = []string{
	api.PathSession, api.PathSignIn, api.PathSignInPasskeyBegin, api.PathSignInPasskey, api.PathSignOut, api.PathSetup,
	api.PathInviteLook, api.PathInvite, api.PathOIDCStart, api.PathOIDCCallback, api.PathOIDCUnlink, api.PathStepUp,
	api.PathStepUpPasskey, api.PathShops, api.PathRoster, api.PathViews, api.PathTemplateDrop, api.PathDrift,
	api.PathRun, api.PathRunSteer, api.PathRunRepeat, api.PathPushOff, api.PathPushTest, api.PathHooks,
	api.PathHooksRegister, api.PathHooksReplay, api.PathConnections, api.PathConnectStart, api.PathConnectCode,
	api.PathConnectLook, api.PathDisconnect, api.PathOperators, api.PathOperatorDisable, api.PathOperatorRemove,
	api.PathOperatorReset, api.PathInviteRevoke, api.PathDevices, api.PathDeviceRevoke, api.PathDeviceOthers, api.PathRing,
	api.PathAccount, api.PathAccountName, api.PathAccountPassword, api.PathPreferences, api.PathPasskeyBegin,
	api.PathPasskeyFinish, api.PathPasskeyRemove, api.PathProfile, api.PathJobs, api.PathCrashes, api.PathDemo,
	api.PathLegend, api.PathSummary, api.PathYesterday,
}

// Every route that names a shop gives the same answer for a foreign and an unknown shop, and another for an own shop,
// so no caller can tell which shops exist. The caller is an owner of one shop: a weaker role would be refused some
// routes for any shop.
func TestForeignShopIsAnsweredLikeAnUnknownOne(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	people := servertest.Must(b.store.ListOperators(t.Context()))(t)
	at := slices.IndexFunc(people, func(o store.Operator) bool {
		return strings.HasSuffix(o.Login, string(api.RoleManager))
	})
	before := servertest.Must(b.store.Memberships(t.Context(), people[at].ID))(t)
	owns := []store.Membership{{ShopID: ownShop, Role: string(api.RoleOwner)}}
	stays := []store.Membership{{ShopID: store.AllShops, Role: string(api.RoleOwner)}} // one must remain
	servertest.Must(b.store.CreateOperator(t.Context(), store.Operator{Login: "ann"}, stays))(t)
	works := []store.Membership{{ShopID: ownShop, Role: string(api.RoleStaff)}}
	bea := servertest.Must(b.store.CreateOperator(t.Context(), store.Operator{Login: "bea"}, works))(t)
	if err := b.store.SetMemberships(t.Context(), people[at].ID, before, owns); err != nil {
		t.Fatal(err)
	}
	owner := b.as(api.RoleManager)
	for _, r := range b.console.Rules() {
		ask, names := naming[r.Method+" "+r.Path]
		if !names {
			bare := r.Method == http.MethodGet && naming["POST "+r.Path] != "" // the POST names a shop
			if !bare && !slices.Contains(nameless, r.Path) {
				t.Errorf("%s %s: does it name a shop? Put it in one of the lists", r.Method, r.Path)
			}
			continue
		}
		of := func(shop int64) (int, string) {
			path, body := r.Path, []byte(nil)
			asked := strings.ReplaceAll(fmt.Sprintf(ask, shop), "BEA", strconv.FormatInt(bea, 10))
			if asked[0] == '?' {
				path += asked
			} else {
				body = []byte(asked)
			}
			header := http.Header{api.HeaderConsole: {"1"}, "Content-Type": {"application/json"}}
			status, text := b.do(owner, r.Method, path, body, header)
			text = regexp.MustCompile(`,"request":"\w+"`).ReplaceAllString(text, "")
			return status, strings.ReplaceAll(text, fmt.Sprint(shop), "#")
		}
		foreign, one := of(foreignShop)
		unknown, other := of(noShop)
		name := fmt.Sprintf("%s %s: foreign %d %s, unknown %d %s", r.Method, r.Path, foreign, one, unknown, other)
		if foreign != unknown || one != other || foreign >= 500 || malformed(t, foreign, one) {
			t.Error(name)
		}
		if hasRow(r.Access, func(row auth.RolePermission) bool { return row.InstallationWide }) {
			continue // refused for any shop
		}
		if foreign < 400 && !strings.Contains(one, `"verdict":"denied"`) {
			t.Error(name, "want it refused")
		}
		if r.Path == api.PathLive {
			continue // the stream of an own shop doesn't end
		}
		if own, text := of(ownShop); own == foreign && text == one {
			t.Errorf("%s; own too: %d %s", name, own, text)
		}
	}
}
