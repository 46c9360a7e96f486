package sandbox_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

func TestRoutesAreTheCatalogue(t *testing.T) {
	t.Parallel()
	want := []string{"/oauth/token"} // the token endpoint's other name
	for _, e := range platform.Endpoints() {
		want = append(want, e.Path)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, sandbox.Routes()); diff != "" {
		t.Errorf("routes (-catalogue +sandbox):\n%s", diff)
	}
}

func TestEveryRouteIsModelled(t *testing.T) {
	t.Parallel()
	if left := sandbox.NotModelled(); len(left) > 0 {
		t.Errorf("not modelled: %v", left)
	}
}

func TestHTTP(t *testing.T) {
	t.Parallel()
	base := serve(t, new(sandbox.Sandbox), "/p")
	token := exchange(t, base)
	tests := []struct {
		name, method, path, kind, body string
		status, code                   int
	}{
		{"plain", "POST", platform.PathShopGet, "application/json", `{"shopId":100001}`, 200, 0},
		{"charset", "POST", platform.PathShopGet, "application/json; charset=utf-8", `{"shopId":100001}`, 200, 0},
		{"no type", "POST", platform.PathShopGet, "", `{"shopId":100001}`, 200, 0},
		{"form", "POST", platform.PathShopGet, "application/x-www-form-urlencoded", `shopId=100001`, 415,
			sandbox.CodeMalformed},
		{"GET", "GET", platform.PathShopGet, "", "", 405, sandbox.CodeMethod},
		{"unknown path", "POST", "/scm/shop/none", "application/json", "{}", 404, sandbox.CodeUnknownPath},
		{"no body", "POST", platform.PathShopGet, "application/json", "", 400, sandbox.CodeMalformed},
		{"array", "POST", platform.PathShopGet, "application/json", "[]", 400, sandbox.CodeMalformed},
		{"null", "POST", platform.PathShopGet, "application/json", "null", 400, sandbox.CodeMalformed},
		{"trailing", "POST", platform.PathShopGet, "application/json", `{"shopId":100001} {}`, 400, sandbox.CodeMalformed},
		{"cut short", "POST", platform.PathShopGet, "application/json", `{"shopId":100001`, 400, sandbox.CodeMalformed},
		{"too large", "POST", platform.PathShopGet, "application/json", `{"a":"` + strings.Repeat("x", 1<<20) + `"}`, 413,
			sandbox.CodeMalformed},
		{"no shop", "POST", platform.PathShopGet, "application/json", `{}`, 200, sandbox.CodeParameter},
		{"null shop", "POST", platform.PathShopGet, "application/json", `{"shopId":null}`, 200, sandbox.CodeParameter},
		{"shop as text", "POST", platform.PathShopGet, "application/json", `{"shopId":"100001"}`, 200, sandbox.CodeParameter},
		{"shop as float", "POST", platform.PathShopGet, "application/json", `{"shopId":100001.0}`, 200,
			sandbox.CodeParameter},
		{"other case", "POST", platform.PathShopGet, "application/json", `{"ShopId":100001}`, 200, sandbox.CodeParameter},
		{"unknown shop", "POST", platform.PathShopGet, "application/json", `{"shopId":9}`, 200, sandbox.CodeUnknownShop},
		{"beyond 2^53", "POST", platform.PathShopGet, "application/json", `{"shopId":9007199254740993}`, 200,
			sandbox.CodeUnknownShop},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			request, err := http.NewRequestWithContext(t.Context(), test.method, base+test.path, strings.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Authorization", "Bearer "+token)
			if test.kind != "" {
				request.Header.Set("Content-Type", test.kind)
			}
			status, env := send(t, request)
			if status != test.status || env.Code != test.code || env.Message == "" {
				t.Errorf("status %d, code %d (%s), want %d, %d", status, env.Code, env.Message, test.status, test.code)
			}
		})
	}
}

func TestShopNotAuthorised(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	client := dial(t, serve(t, s, "/p"))
	if err := s.SetAuthorised(central, false); err != nil {
		t.Fatal(err)
	}
	_, err := client.Shop(t.Context(), platform.ShopRef{ShopID: central})
	if code := codeOf(t, err); code != sandbox.CodeNotAuthorised {
		t.Errorf("code %d", code)
	}
	if s.Directory()[0].ShopID == central {
		t.Error("the shop is still in the directory")
	}
}
