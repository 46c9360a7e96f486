package archtest

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// untold finds a member of an event that is read as if every event had it.
var untold = regexp.MustCompile(`\be\.Get\([^()]*\)\.Bool\(\)`)

// Chrome tells of a password that it fills in with a keydown event that has no ctrlKey, repeat or key. Bool panics
// where a member is missing, and a panic in a listener ends the program: the board didn't ring any more. Truthy is
// false there.
func TestMembersOfEventsMayBeMissing(t *testing.T) {
	t.Parallel()
	tree := os.DirFS("../..")
	for _, root := range []string{"app", "components"} {
		err := fs.WalkDir(tree, root, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") {
				return err
			}
			source, err := fs.ReadFile(tree, name)
			for _, found := range untold.FindAllString(string(source), -1) {
				t.Errorf("%s: %s panics where the event lacks the member: use Truthy", name, found)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
