package backup

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A backup of a few megabytes wrote ten lines within ten milliseconds, each hour.
func TestProgressOfSmallStepsIsTheirEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		all  int64
		want []string
	}{
		{"nothing", 0, []string{"packed: 100 %"}},
		{"a few megabytes", 4 << 20, []string{"packed: 100 %"}},
		{"a gigabyte", 1 << 30, []string{"packed: 10 %", "packed: 50 %", "packed: 100 %"}},
	} {
		var said []string
		say := tenths(func(text string) { said = append(said, text) })
		for _, part := range []int64{1, 10, 15, 50, 55, 100, 100} {
			say("packed", tt.all*part/100, tt.all)
		}
		if diff := cmp.Diff(tt.want, said); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
