//go:build !js

package editor

import (
	"context"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
)

// sign is a record of one part, which is its own field.
type sign struct{ Says, By string }

func signFields() *Fields[sign, sign] {
	return &Fields[sign, sign]{
		Show:  func(f, r *sign) { *f = *r },
		Read:  func(f, _ *sign) *sign { return &sign{strings.TrimSpace(f.Says), f.By} },
		Parts: func(r *sign) []Part { return []Part{{ID: "says", Lines: []string{r.Says}}} },
		Take:  func(f, from *sign, _ string) { *f = *from },
		Check: func(*sign) pages.Faults { return nil },
	}
}

// The answer to a save took the space away that somebody had typed between two words since.
func TestSavedKeepsTheSpaceThatIsTyped(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"", " "} {
		m := signFields()
		m.Load(&sign{Says: "was"})
		m.Now.Says = " mine"
		m.Note("says")
		if !m.Try() {
			t.Fatal(m.Wrong())
		}
		sent, want := m.Payload(), "mine"
		if typed != "" {
			m.Now.Says += typed
			m.Note("says")
			want = m.Now.Says
		}
		m.Saved(sent)
		if m.Now.Says != want || m.Dirty() != (typed != "") {
			t.Errorf("typed %q: the field has %q, dirty %v", typed, m.Now.Says, m.Dirty())
		}
	}
}

// The strip told somebody who went back to editing that their changes are still there, but not what had happened: its
// title was empty, or named the person who had saved before.
func TestNoteAfterTheChoiceSaysWhatHappened(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ heard, theirs, want string }{
		{"", "", "Somebody else changed this meanwhile."}, {"", "Marco", "Marco"}, {"Jade", "Marco", "Marco"},
	} {
		fields := signFields()
		deps := pagetest.Deps(t, routes.Route{Page: routes.Hours, ShopID: 7}, api.RoleManager)
		e := New(Options{Deps: deps, ID: "it", Draft: "it", Save: "hours.save"}, fields, Target[*sign]{
			Write: func(context.Context, string, Attempt[*sign]) (*sign, error) { return nil, nil },
			By:    func(r *sign) string { return r.By },
		})
		e.Follow(1, &sign{Says: "was"})
		fields.Now.Says = "mine"
		fields.Note("says")
		if tt.heard != "" {
			e.Follow(2, &sign{Says: "before", By: tt.heard})
		}
		e.meet(&sign{Says: "theirs", By: tt.theirs})
		if !e.Choosing() {
			t.Fatal("both versions are brought together without a choice")
		}
		e.backToMine(app.Context{})
		html := pagetest.Markup(e.messages())
		markup.Holds(t, html, []string{`id="it-newer"`, tt.want, "Your changes are still here."}, []string{"Jade"})
	}
}
