package orders

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/api"
)

// A ticket shows all of its order or says how much more there is; it never shows
// less for having more room.
func TestTicketRoom(t *testing.T) {
	t.Parallel()
	word := rapid.StringMatching(`[A-Za-z \x{4E00}-\x{4EFF}\x{0600}-\x{06FF}]{0,60}`)
	rapid.Check(t, func(t *rapid.T) {
		o := &api.Order{Note: word.Draw(t, "note")}
		for range rapid.IntRange(0, 40).Draw(t, "items") {
			o.Items = append(o.Items, api.OrderItem{
				Count: rapid.IntRange(1, 9).Draw(t, "count"), Name: word.Draw(t, "name"), Spec: word.Draw(t, "spec"),
				Options: rapid.SliceOfN(word, 0, 4).Draw(t, "options"),
			})
		}
		w, h := rapid.IntRange(320, 2600).Draw(t, "width"), rapid.IntRange(400, 1600).Draw(t, "height")
		r := roomIn(w, h)
		n := r.fits(o)
		if n < min(1, len(o.Items)) || n > len(o.Items) {
			t.Fatalf("%d of %d items in %+v", n, len(o.Items), r)
		}
		if r == (room{}) && n < len(o.Items) {
			t.Fatal("a page that scrolls shows less than all")
		}
		if more := (room{r.width, r.height + 100}); r != (room{}) && more.fits(o) < n {
			t.Fatalf("%d items in %+v, fewer in a taller ticket", n, r)
		}
		if n < len(o.Items) && pieces(o.Items[n:]) == 0 {
			t.Fatal("+0 more")
		}
	})
}
