package shell

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
)

// When the platform told at once that dozens of a chain's shops had opened, their messages covered the board. What
// can be undone stays in sight.
func TestMessagesDoNotCoverThePage(t *testing.T) {
	t.Parallel()
	var all toasts
	undone := ""
	all.add(pages.Offer{Text: "saved", Action: "Undo", Do: func(app.Context) { undone = "saved" }}, unused)
	for i := range 40 {
		all.add(pages.Offer{Text: "shop " + strconv.Itoa(i)}, unused)
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

func unused(string) bool { return false }

// The fifth message drew the keyboard away from the first one's button.
func TestMessageInUseStaysBeyondTheMost(t *testing.T) {
	t.Parallel()
	var all toasts
	used := all.add(pages.Offer{Text: "read"}, unused)
	for range 2 * mostToasts {
		all.add(pages.Offer{Text: "another"}, func(id string) bool { return id == used })
	}
	if len(all.items) != mostToasts || all.items[0].ID != used {
		t.Errorf("they are %+v", all.items)
	}
}

// A message went while the keyboard was on its "Undo", twenty seconds after it had come.
func TestMessageInUseStays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var r Root
		begin := time.Now()
		left := begin.Add(time.Minute) // when the keyboard leaves the message
		pagetest.Run(t, func(ctx app.Context) {
			r.ctx = ctx
			r.expire(r.toasts.add(pages.Offer{Text: "saved"}, unused), actionLife, func(string) bool {
				if len(r.toasts.items) == 0 {
					t.Error("the message has gone")
				}
				return time.Now().Before(left)
			})
		})
		if gone := time.Since(begin); len(r.toasts.items) != 0 || gone < time.Minute || gone > time.Minute+toastLife {
			t.Errorf("after %v there are %d messages", gone, len(r.toasts.items))
		}
	})
}
