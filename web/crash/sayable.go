package crash

import (
	"regexp"
	"slices"
	"strings"
)

// Sayable is what a browser may say about a crash besides numbers: nothing else leaves it, and the server takes nothing
// else. web/build puts it into the boot script.
type Sayable struct {
	// Texts are patterns of the beginning of an error's text, in what Go and JavaScript both understand. The first that
	// matches is kept, as far as it matches: an error's text may hold anything, such as a customer's phone number.
	Texts []string `json:"texts"`
	// Pages are the words of addresses that name a page. The others are ids.
	Pages []string `json:"pages"`
}

const (
	number = `-?[0-9]{1,6}` // too short for a phone number
	sized  = ` with (?:length|capacity) ` + number
)

// Said is the one list of what may be said.
var Said = Sayable{
	Texts: []string{
		`runtime error: index out of range \[` + number + `\](?:` + sized + `)?$`,
		`runtime error: index out of range`,
		`runtime error: slice bounds out of range \[(?:(?:` + number + `)?:){1,2}(?:` + number + `)?\](?:` + sized + `)?$`,
		`runtime error: slice bounds out of range`,
		`runtime error: invalid memory address or nil pointer dereference`,
		`runtime error: integer divide by zero`,
		`runtime error: (?:makeslice|makechan|growslice): (?:len|cap|size) out of range`,
		`runtime error: hash of unhashable type`,
		`runtime error: comparing uncomparable type`,
		`runtime error`,
		`interface conversion`,
		`assignment to entry in nil map`,
		`(?:close of (?:nil|closed)|send on closed) channel`,
		`all goroutines are asleep - deadlock!`,
		`concurrent map (?:writes|read and map write|iteration and map write)`,
		`(?:runtime: )?out of memory`,
		`stack overflow`,
		`sync: (?:unlock of unlocked mutex|negative WaitGroup counter)`,
		`syscall/js: call of Value\.[A-Za-z]{1,12} on [a-z]{1,9}$`,
		`JavaScript error`,
		`reflect`,
		`RuntimeError: (?:unreachable|memory access out of bounds|table index is out of bounds)`,
		`RuntimeError`,
		`RangeError: Maximum call stack size exceeded`,
		`RangeError`,
		`InternalError: too much recursion`,
		`InternalError`,
	},
	Pages: []string{
		"about", "account", "activity", "connections", "dates", "devices", "gallery", "history", "hooks", "hours",
		"invite", "operators", "orders", "phones", "photo", "profile", "refund", "runs", "settings", "setup",
		"share", "shops", "signin", "templates", "today",
	},
}

var texts = compiled(Said.Texts)

func compiled(patterns []string) []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, p := range patterns {
		all = append(all, regexp.MustCompile(`^(?:`+p+`)`))
	}
	return all
}

// Text is what may be kept of an error's text, "" for nothing.
func (Sayable) Text(text string) string {
	for _, pattern := range texts {
		if pattern.MatchString(text) {
			return pattern.FindString(text)
		}
	}
	return ""
}

// PageOf is the name of the page at a path: its words of pages, without ids.
func (s Sayable) PageOf(path string) string {
	words := slices.DeleteFunc(strings.Split(path, "/"), func(word string) bool { return !slices.Contains(s.Pages, word) })
	return strings.Join(words[:min(len(words), 4)], "/")
}

// Page reports whether a page's name has only words of pages, separated by slashes. "" is the first page.
func (s Sayable) Page(name string) bool {
	words := strings.Split(name, "/")
	unknown := func(word string) bool { return !slices.Contains(s.Pages, word) }
	return name == "" || len(words) <= 4 && !slices.ContainsFunc(words, unknown)
}
