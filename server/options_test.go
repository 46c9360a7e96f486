package server

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

func TestOptionsAreCheckedAtOnce(t *testing.T) {
	t.Parallel()
	_, err := Options{}.check()
	for _, part := range []string{"PublicURL", "Platform.URL", "ClientID", "ClientSecret", "Store", "Keys"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s isn't reported: %v", part, err)
		}
	}
}

func TestOptionsRefused(t *testing.T) {
	t.Parallel()
	good := Options{PublicURL: "https://pos.example/admin/console/", Platform: Platform{URL: "https://platform.example/v1/"}}
	for _, tt := range []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"plain http", func(o *Options) { o.PublicURL = "http://pos.example" }, "PublicURL"},
		{"a query", func(o *Options) { o.PublicURL = "https://pos.example/?a=b" }, "PublicURL"},
		{"no scheme", func(o *Options) { o.PublicURL = "pos.example" }, "PublicURL"},
		{"credentials", func(o *Options) { o.Platform.URL = "https://a:b@platform.example" }, "Platform.URL"},
		{"demo on a public address", func(o *Options) { o.Demo = true }, "Demo"},
		{"demo on a real platform", func(o *Options) { o.Demo = true; o.PublicURL = "http://127.0.0.1:8080" }, "Demo"},
		{"body fields without appId", func(o *Options) { o.Platform.Profile.Presentation = platform.BodyFields }, "AppID"},
	} {
		o := good
		tt.change(&o)
		_, err := o.check()
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want a word on %s", tt.name, err, tt.want)
		}
		if err != nil && strings.Contains(err.Error(), "a:b@") {
			t.Errorf("%s: a password is in the error: %v", tt.name, err)
		}
	}
	c, _ := good.check()
	if c.mount != "/admin/console" || c.platform != "https://platform.example/v1" || c.public.String() != "https://pos.example" {
		t.Errorf("read as mount %q, platform %q, public %q", c.mount, c.platform, c.public)
	}
}
