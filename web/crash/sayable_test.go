package crash

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Of an error's text stays what the runtime says; what the program or a person says does not.
func TestText(t *testing.T) {
	t.Parallel()
	for _, whole := range []string{
		"runtime error: index out of range [5] with length 3",
		"runtime error: index out of range [-1]",
		"runtime error: slice bounds out of range [:7] with capacity 4",
		"runtime error: slice bounds out of range [9:4]",
		"runtime error: slice bounds out of range [::7] with length 4",
		"runtime error: invalid memory address or nil pointer dereference",
		"assignment to entry in nil map",
		"close of closed channel",
		"all goroutines are asleep - deadlock!",
		"syscall/js: call of Value.Get on undefined",
		"RangeError: Maximum call stack size exceeded",
		"",
	} {
		if got := Said.Text(whole); got != whole {
			t.Errorf("%q is cut to %q", whole, got)
		}
	}
	for in, want := range map[string]string{
		"runtime error: index out of range [5511987654321] with length 3": "runtime error: index out of range",
		"runtime error: index out of range [5] with length 3, Ana":        "runtime error: index out of range",
		"runtime error: something new about Ana, 98765-4321":              "runtime error",
		"interface conversion: interface {} is main.Ana, not string":      "interface conversion",
		"JavaScript error: Failed to call Ana on +5511987654321":          "JavaScript error",
		"syscall/js: call of Value.Get on Ana":                            "",
		"call Ana on +5511987654321":                                      "",
		"the order runtime error: index out of range [5]":                 "",
		"RuntimeError: Ana": "RuntimeError",
	} {
		if got := Said.Text(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if got := Said.Text(want); got != want {
			t.Errorf("%q is cut again, to %q", want, got)
		}
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"": true, "shops/hours": true, "shops/orders/refund": true, "settings/about": true,
		"shops/100001": false, "shops//hours": false, "ana": false, "/": false, strings.Repeat("shops/", 9) + "shops": false,
	} {
		if Said.Page(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

// Every page has its words in the list: a page without would be told of as another.
func TestEveryPageCanBeSaid(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile(filepath.Join("..", "..", "app", "routes", "route.go"))
	if err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`// "(/[a-z/{}]*)"|, and "(/[a-z/{}]*)"|"(/refund)"`)
	addresses := address.FindAllStringSubmatch(string(body), -1)
	if len(addresses) < 24 {
		t.Errorf("%d addresses", len(addresses))
	}
	pages := regexp.MustCompile(`Page = "(settings/[a-z]+)"`).FindAllStringSubmatch(string(body), -1)
	for _, found := range append(addresses, pages...) {
		for word := range strings.SplitSeq(strings.Join(found[1:], ""), "/") {
			if word != "" && word[0] != '{' && !slices.Contains(Said.Pages, word) {
				t.Errorf("%q can't be said", word)
			}
		}
	}
}
