package proxy_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
)

// vector is one of the rules' own test cases.
type vector struct {
	Name   string `json:"name"`
	Path   string `json:"path"`
	Anchor string `json:"anchor"`
	Zone   struct{ Fixed int }
	Body   json.RawMessage `json:"request"`
	Want   []rules.Problem `json:"want"`
}

func vectors(t *testing.T) []vector {
	t.Helper()
	var all []vector
	for _, file := range []string{"week.json", "special.json", "requests.json"} {
		var some []vector
		if err := json.Unmarshal(servertest.Must(os.ReadFile("../../../../platform/rules/testdata/"+file))(t),
			&some); err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	return all
}

// about gives the body with another shop id.
func about(body json.RawMessage, id int64) string {
	return regexp.MustCompile(`"shopId"\s*:\s*\d+`).ReplaceAllString(string(body), fmt.Sprintf(`"shopId":%d`, id))
}

func named(body json.RawMessage) int64 {
	var ref struct {
		ShopID int64 `json:"shopId"`
	}
	_ = json.Unmarshal(body, &ref)
	return ref.ShopID
}

// scripted is a platform that issues a token and gives every other call the same
// answer.
func scripted(body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == platform.PathToken {
			fmt.Fprint(w, `{"access_token":"a-token-of-the-scripted-platform","token_type":"bearer","expires_in":3600}`)
			return
		}
		fmt.Fprint(w, body)
	})
}

// Each endpoint of the catalogue is called in five ways (signed out, wrong shop,
// ok, invalid, platform error), with requests from the rules' vectors.
func TestEveryEndpointChecksItsCaller(t *testing.T) {
	t.Parallel()
	const good = `{"code":0,  "message":"ok","data":null}`
	const refusal = `{"code":31999,"message":"Not now. ` + signature + `"}`
	happy, grumpy := newFixture(t, setup{platform: scripted(good)}), newFixture(t, setup{platform: scripted(refusal)})
	for _, e := range platform.Endpoints() {
		if !e.Proxied {
			if a := happy.post(t, api.RoleOwner, e.Path, `{}`); a.Status != http.StatusNotFound ||
				a.Error.Code != api.CodeNotFound {
				t.Errorf("%s: an endpoint that only the server calls answers %d", e.Path, a.Status)
			}
			continue
		}
		var valid, invalid json.RawMessage
		for _, v := range vectors(t) {
			switch {
			case v.Path != e.Path || named(v.Body) <= 0 || v.Anchor != "":
			case len(v.Want) == 0:
				valid = v.Body
			case len(rules.Refusals(v.Want)) > 0:
				invalid = v.Body
			}
		}
		if valid == nil {
			t.Fatalf("%s: no valid request among the vectors", e.Path)
		}
		before := strings.Count(happy.asked.String(), e.Path+"\n")
		for _, test := range []struct {
			name   string
			role   api.Role
			body   string
			status int
			code   api.Code
		}{
			{"signed out", "", about(valid, shop), 401, api.CodeSignedOut},
			{"a shop that isn't ours", api.RoleOwner, about(valid, nobodys), 404, api.CodeNotFound},
			{"another's shop", api.RoleStaff, about(valid, ownerShop), 404, api.CodeNotFound},
			{"no shop", api.RoleOwner, `{}`, 404, api.CodeNotFound},
			{"not JSON", api.RoleOwner, `{`, 400, api.CodeMalformed},
			{"unknown member", api.RoleOwner, `{"shopId":100001,"accessToken":"x"}`, 400, api.CodeUnknownField},
			{"two shops", api.RoleOwner, `{"shopId":100001,"shopId":100002}`, 400, api.CodeDuplicateKey},
			{"two shops in two spellings", api.RoleOwner, `{"shopId":999999,"shopID":100001}`, 400, api.CodeDuplicateKey},
			{"trailing data", api.RoleOwner, about(valid, shop) + `{}`, 400, api.CodeMalformed},
			{"invalid", api.RoleOwner, about(invalid, shop), 422, api.CodeInvalid},
		} {
			if test.name == "invalid" && invalid == nil {
				continue // the request is a shop id alone and can't be invalid
			}
			if a := happy.post(t, test.role, e.Path, test.body); a.Status != test.status || a.Error.Code != test.code {
				t.Errorf("%s, %s: %d %+v", e.Path, test.name, a.Status, a.Error)
			}
		}
		if strings.Count(happy.asked.String(), e.Path+"\n") != before {
			t.Errorf("%s: a request that isn't allowed reached the platform", e.Path)
		}
		if a := happy.post(t, api.RoleOwner, e.Path, about(valid, shop)); a.Status != 200 || a.Body != good {
			t.Errorf("%s: %d %s, want the platform's bytes", e.Path, a.Status, a.Body)
		}
		if a := grumpy.post(t, api.RoleOwner, e.Path, about(valid, shop)); a.Status != 422 ||
			a.Error.Code != api.CodeRefused ||
			a.Error.Platform != 31999 || a.Error.Message != "Not now. [removed]" {
			t.Errorf("%s, refused: %d %+v", e.Path, a.Status, a.Error)
		}
		if a := happy.post(t, api.RoleStaff, e.Path, about(valid, shop)); auth.Allows(api.RoleStaff, e.Permission) {
			if a.Status != http.StatusOK {
				t.Errorf("%s as staff: %d %+v", e.Path, a.Status, a.Error)
			}
		} else if a.Status != http.StatusForbidden || a.Error.Code != api.CodeForbidden {
			t.Errorf("%s as staff: %d %+v", e.Path, a.Status, a.Error)
		}
	}
}

// The rules' vectors of proxied calls are sent through the HTTP API. The answered problems are the
// rules' own, without warnings.
func TestProxyAnswersTheRulesOwnProblems(t *testing.T) {
	t.Parallel()
	fixtures := map[string]*fixture{}
	for _, v := range vectors(t) {
		if e, ok := platform.EndpointAt(v.Path); !ok || !e.Proxied {
			continue
		}
		// POSIX zones count west.
		zone := fmt.Sprintf("Etc/GMT%+d", -v.Zone.Fixed/3600)
		if fixtures[v.Anchor+zone] == nil {
			s := setup{platform: scripted(`{"code":0,"message":""}`), zone: zone}
			if v.Anchor == "shop" {
				s.anchor = platform.AnchorShop
			}
			fixtures[v.Anchor+zone] = newFixture(t, s)
		}
		a := fixtures[v.Anchor+zone].post(t, api.RoleOwner, v.Path, about(v.Body, max(0, min(named(v.Body), 1)*shop)))
		want := rules.Refusals(v.Want)
		switch {
		case named(v.Body) <= 0:
			if a.Status != http.StatusNotFound {
				t.Errorf("%s: a request about no shop: %d", v.Name, a.Status)
			}
		case len(want) == 0:
			if a.Status != http.StatusOK {
				t.Errorf("%s: %d %+v", v.Name, a.Status, a.Error)
			}
		default:
			if diff := cmp.Diff(lines(t, want), lines(t, a.Error.Problems),
				cmpopts.EquateEmpty()); a.Error.Code != api.CodeInvalid || diff != "" {
				t.Errorf("%s: %d %s\n%s", v.Name, a.Status, a.Error.Code, diff)
			}
		}
	}
}

func lines[T any](t *testing.T, problems []T) []string {
	t.Helper()
	var all []string
	for _, p := range problems {
		all = append(all, string(servertest.Must(json.Marshal(p))(t)))
	}
	return all
}
