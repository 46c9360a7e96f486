package rules

import (
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

func TestStrictLeavesRefuseWhatIsWarnedOf(t *testing.T) {
	t.Parallel()
	leaves := LeavesOf(platform.Profile{PhoneTwice: platform.LeaveAllowed}).Strict()
	found := leaves.Judge([]Problem{{Code: CodeSpillOverlap, Warning: true}, {Code: CodePhoneTwice, Warning: true}})
	if len(found) != 1 || found[0].Warning || found[0].Code != CodeSpillOverlap {
		t.Errorf("%+v", found)
	}
}
