package shell

import (
	"strconv"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
)

// When the platform told at once that dozens of a chain's shops had opened, their messages covered the board. What
// can be undone stays in sight.
func TestMessagesDoNotCoverThePage(t *testing.T) {
	t.Parallel()
	var all toasts
	undone := ""
	all.add(pages.Offer{Text: "saved", Action: "Undo", Do: func(app.Context) { undone = "saved" }})
	for i := range 40 {
		all.add(pages.Offer{Text: "shop " + strconv.Itoa(i)})
	}
	if n := len(all.items); n != mostToasts {
		t.Fatalf("%d messages", n)
	}
	if first, last := all.items[0], all.items[mostToasts-1]; first.Text != "saved" || last.Text != "shop 39" {
		t.Errorf("they are %q to %q", first.Text, last.Text)
	}
	all.does[all.items[0].ID](app.Context{})
	if undone == "" {
		t.Error("what was offered isn't done")
	}
}
