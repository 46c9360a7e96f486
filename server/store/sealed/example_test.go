package sealed_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// A key ring is replaced in two steps: the new key is inserted at the top, so that it seals and both keys open; the old
// line is removed when no text is sealed with the old key any more.
func ExampleParse() {
	old := sealed.Generate()
	before, err := sealed.Parse(strings.NewReader(old))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := before.Seal([]byte("a token"), "connections/7/access")
	if err != nil {
		fmt.Println(err)
		return
	}

	both, err := sealed.Parse(strings.NewReader(sealed.Generate() + "\n" + old))
	if err != nil {
		fmt.Println(err)
		return
	}
	token, err := both.Open(text, "connections/7/access")
	fmt.Println(string(token), err, sealed.KeyID(text) == both.IDs()[1])

	_, err = both.Open(text, "connections/8/access") // moved to another row
	fmt.Println(errors.Is(err, sealed.ErrOpen))
	// Output:
	// a token <nil> true
	// true
}
