//go:build !js

package platform_test

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

func TestAuthorisation(t *testing.T) {
	t.Parallel()
	got, err := platform.Authorisation{
		AppID: 3084446411, Redirect: "https://desk.example/a/oauth/callback", State: "s&t", Challenge: "c",
	}.URL("https://open.example/authorize?lang=en")
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(got)
	if err != nil || u.Host != "open.example" || u.Path != "/authorize" {
		t.Fatalf("%s, %v", got, err)
	}
	want := url.Values{
		"lang": {"en"}, "responseType": {"authorization_code"}, "appId": {"3084446411"},
		"redirectUri": {"https://desk.example/a/oauth/callback"},
		"state":       {"s&t"}, "scope": {"all"}, "code_challenge": {"c"}, "code_challenge_method": {"S256"},
	}
	if diff := cmp.Diff(want, u.Query()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
