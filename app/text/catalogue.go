package text

import (
	"fmt"
	"strconv"
	"strings"
)

// Catalogue is one language.
type Catalogue struct {
	Lang string                                      // BCP 47: "en", "zh-Hant"
	Find func(key string) (words string, found bool) // in the file of that language
}

// current is the language on screen. It is set on the goroutine that draws.
var current = spoken()

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

// Dots joins those of the parts that say something, with dots between them.
func Dots(parts ...string) string { return joined("join.dot", parts) }

// Together puts those of the parts that say something one after the other: with spaces, in Chinese without.
func Together(parts ...string) string { return joined("error.both", parts) }

// Commas lists parts with commas: "a, b, c".
func Commas(parts []string) string { return strings.Join(parts, T("difference.comma")) }

func joined(key string, parts []string) (said string) {
	for _, part := range parts {
		switch {
		case said == "":
			said = part
		case part != "":
			said = T(key, said, part)
		}
	}
	return said
}

// Has reports whether there is a text with that key.
func Has(key string) bool {
	_, found := current.Find(key)
	return found
}

// Or is the text with that key, or otherwise where there is none.
func Or(key, otherwise string) string {
	if Has(key) {
		return T(key)
	}
	return otherwise
}

// Word names a value by the key that ends with it. A value of a newer server is shown as it is.
func Word[T ~string](keys string, value T) string { return Or(keys+string(value), string(value)) }

// YesNo words a flag.
func YesNo(yes bool) string {
	if yes {
		return T("shop.yes")
	}
	return T("shop.no")
}

// word shows a missing key as itself: ugly on the screen, found by the test.
func (c *Catalogue) word(key string) string {
	if words, found := c.Find(key); found {
		return words
	}
	return key
}

// fill puts the arguments where {0}, {1} … stand. Lists ask for hundreds of
// texts at once, so nothing is prepared for one call.
func fill(words string, args []any) string {
	if len(args) == 0 || !strings.Contains(words, "{") {
		return words
	}
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(words, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		if len(rest) < 2 || rest[1] != '}' || rest[0] < '0' || int(rest[0]-'0') >= len(args) {
			out.WriteByte('{')
			words = rest
			continue
		}
		words = rest[2:]
		switch arg := args[rest[0]-'0'].(type) {
		case string:
			out.WriteString(arg)
			if strings.HasSuffix(strings.TrimSuffix(arg, "\u2069"), ".") {
				words = strings.TrimPrefix(words, ".") // a sentence ends in one point
			}
		case int:
			out.WriteString(strconv.Itoa(arg))
		case float64: // a number that came over the wire
			out.WriteString(strconv.FormatFloat(arg, 'f', -1, 64))
		default:
			fmt.Fprint(&out, arg)
		}
	}
}
