package text

import (
	"fmt"
	"strconv"
	"strings"
)

// Catalogue is one language.
type Catalogue struct {
	Lang  string            // BCP 47: "en", "zh-Hant"
	Words map[string]string // by key
}

// current is the language on screen. It is set on the goroutine that draws.
var current = first()

// Lang is the language on screen, as a BCP 47 tag.
func Lang() string { return current.Lang }

// T is the text with that key, its placeholders filled.
func T(key string, args ...any) string {
	return fill(current.word(key), args)
}

// N is the form of the text with that key that goes with n. {0} is n in the
// language's writing, further arguments follow.
func N(key string, n int, args ...any) string {
	forms := strings.Split(current.word(key), "|")
	form := min(Form(current.Lang, n), len(forms)-1)
	return fill(forms[form], append([]any{Number(n)}, args...))
}

// Has reports whether there is a text with that key.
func Has(key string) bool {
	_, ok := current.Words[key]
	return ok
}

// word shows a missing key as itself: ugly on the screen, found by the test.
func (c *Catalogue) word(key string) string {
	if words, ok := c.Words[key]; ok {
		return words
	}
	return key
}

func fill(words string, args []any) string {
	if len(args) == 0 || !strings.Contains(words, "{") {
		return words
	}
	pairs := make([]string, 0, 2*len(args))
	for i, arg := range args {
		pairs = append(pairs, "{"+strconv.Itoa(i)+"}", fmt.Sprint(arg))
	}
	return strings.NewReplacer(pairs...).Replace(words)
}
