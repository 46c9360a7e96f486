package pages

import (
	"strings"
	"unicode"
)

// ShopNumbers cuts a list of shop numbers, as people write and paste them, into
// its words.
func ShopNumbers(typed string) []string { return strings.FieldsFunc(typed, separates) }

func separates(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(",;、，；", r)
}
