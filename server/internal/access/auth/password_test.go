package auth

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCommonPasswordsAreSortedAndComparable(t *testing.T) {
	t.Parallel()
	lines := strings.Split(strings.TrimSpace(commonText), "\n")
	if !slices.IsSorted(lines) || len(lines) != len(commonPasswords()) {
		t.Error("the list isn't sorted, or has a line twice")
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) < MinPassword || line != strings.ToLower(line) {
			t.Errorf("%q: never compared", line)
		}
	}
}
