package photo_test

import (
	"net/http"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// check returns the problem of a photo for many shops, "" for none.
func (f *fixture) check(role api.Role, address string) string {
	f.t.Helper()
	r := f.send(role, "/api/check?address="+url.QueryEscape(address), "", nil)
	if r.status != http.StatusOK {
		f.t.Fatalf("%d %s", r.status, r.body)
	}
	_, after, _ := strings.Cut(string(r.body), `"code":"`)
	code, _, _ := strings.Cut(after, `"`)
	return code
}

// A template's photo must be uploaded for a shop of the template's author. A photo of a template is kept, and every
// shop may have it.
func TestTemplatePhotoIsSharedAndKept(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	theirs := f.upload(api.RoleOwner, "100003", "image/png", pngOf(t, 901, 901)).photo.URL
	for _, tt := range []struct {
		name    string
		role    api.Role
		address string
		want    string
	}{
		{"of a shop of theirs", api.RoleManager, f.good(), ""},
		{"of another shop", api.RoleManager, theirs, api.ProblemPictureGone},
		{"of any shop, an owner", api.RoleOwner, theirs, ""},
		{"never uploaded", api.RoleOwner, path.Dir(theirs) + "/x.png", api.ProblemPictureGone},
		{"not a picture", api.RoleOwner, f.open.URL + "/x.png", api.ProblemPictureStatus},
	} {
		if tt.name == "never uploaded" {
			tt.address = strings.Replace(theirs, path.Base(theirs), strings.Repeat("a", 26)+".png", 1)
		}
		if got := f.check(tt.role, tt.address); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	f.shared = path.Base(theirs)
	if got := f.check(api.RoleManager, theirs); got != "" {
		t.Errorf("a template has it: %q", got)
	}
	if r := f.ask(theirs); r.status != http.StatusOK {
		t.Errorf("for another shop: %d %s", r.status, r.body)
	}
	_ = f.box.ApprovePicture(shop)
	f.sweep(1000 * day)
	f.wantServed(theirs, true, "while a template has it")
	f.shared = ""
	f.sweep(1000 * day)
	f.wantServed(theirs, false, "when no record and no template names it")
}
