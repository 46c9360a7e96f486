package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// Every complaint of a page fails its flow, in each engine: an error on the console, an exception that isn't caught, a
// program that stops, and a refusal by the content policy.
func TestComplaintsAreHeard(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	b.open(d.URL + "/signin")
	b.sees("Sign in")
	for _, js := range []string{
		`console.error("said aloud")`,
		`void setTimeout(() => { throw new Error("thrown late") })`,
		`void Promise.reject(new Error("promised in vain"))`,
		`console.log("panic: out of coffee")`,
		`((picture) => { picture.src = "https://elsewhere.example/spy.png"; })(new Image())`,
	} {
		b.eval(js, nil)
	}
	provoked := []string{"said aloud", "thrown late", "promised in vain", "out of coffee", "elsewhere.example"}
	eventually(t, func() error {
		b.is(`true`) // one engine tells only when it is asked something
		b.mu.Lock()
		defer b.mu.Unlock()
		heard := strings.Join(b.troubles, "\n")
		for _, words := range provoked {
			if !strings.Contains(heard, words) {
				return fmt.Errorf("not heard: %s, among:\n%s", words, heard)
			}
		}
		b.troubles, b.expected = nil, provoked // one engine complains twice of one thing
		return nil
	})
}
