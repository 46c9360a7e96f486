package phones

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

// A mere tap on a handle had "moved to place 1 of 2" read out.
func TestOnlyAMovedPhoneIsToldAsMoved(t *testing.T) {
	t.Parallel()
	var said []string
	var b board
	b.Heard = func(words string) { said = append(said, words) }
	b.Now = entriesOf([]platform.Phone{{Number: "852-21234567"}, {Number: "852-27654321"}})
	b.hold(0)
	b.drop()
	b.hold(0)
	b.dragTo(1)
	b.drop()
	if diff := cmp.Diff([]string{"Moved to place 2 of 2."}, said); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
