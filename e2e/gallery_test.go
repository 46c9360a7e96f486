package e2e

import (
	"strings"
	"testing"
)

// Every story of every component, under the strict policy: as it is, right to left
// in a frame of 320 pixels, and dark for those who look.
func TestGallery(t *testing.T) {
	t.Parallel()
	d := start(t, withGallery)
	b := newTab(t)
	b.open(d.URL + "/gallery")
	b.wait(".gallery-link")
	var components []string
	b.eval(`[...document.querySelectorAll(".gallery-link")].filter(a => a.getAttribute("href").includes("/gallery/")).map(a => a.getAttribute("href").split("/gallery/")[1].split("/")[0])`, &components)
	seen := map[string]bool{}
	for _, name := range components {
		if name == "" || name == "all" || seen[name] {
			continue
		}
		seen[name] = true
		for _, view := range []string{"light", "dark", "rtl-320"} {
			if view == "dark" && !everyLook {
				continue // which moves nothing
			}
			b.linkTo("/gallery/" + name + "/" + view)
			b.until(`[...document.querySelectorAll(".gallery-link[aria-current=true]")].some(a => a.href === location.href)`,
				"the stories of "+name) // which may well be busy
			b.fits(name + " " + view)
			b.shot(strings.ToLower("gallery-" + name + "-" + view))
		}
	}
	if len(seen) < 20 {
		t.Errorf("the gallery lists %d components: %v", len(seen), components)
	}
}

// Without its flag there is no gallery.
func TestNoGalleryByDefault(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/gallery")
	b.sees("Nothing here")
}
