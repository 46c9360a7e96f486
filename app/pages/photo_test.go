package pages

import (
	"testing"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// A photo in review was amber on its page, as if something were wrong, and blue in the list of all shops.
func TestPhotoInReviewIsForInformation(t *testing.T) {
	t.Parallel()
	if tone := pictureTones[platform.PicturePending]; tone != components.ToneInfo {
		t.Errorf("the tone is %q", tone)
	}
}

// Photos at another's address come from our own server; what is no address of the web stays words.
func TestSmallPhoto(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"":                               "",
		"front.jpg":                      "",
		"//img.example/a.jpg":            "",
		"javascript:alert(1)":            "",
		"data:image/png;base64,AAAA":     "",
		"https:///a.jpg":                 "",
		"http://img.example/a.jpg":       "/api/photos/small?of=http%3A%2F%2Fimg.example%2Fa.jpg",
		"https://img.example/a b.jpg?x&": "/api/photos/small?of=https%3A%2F%2Fimg.example%2Fa+b.jpg%3Fx%26",
	} {
		if got := SmallPhoto(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

func TestFailedPhotoIsNamedIfItHasAName(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"": "This photo can't be shown here.",
		"https://img.example/7/front.jpg?v=2": "This photo can't be shown here. " +
			text.LTR("img.example/…/front.jpg?v=2"),
	} {
		if got := PhotoFailed(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}
