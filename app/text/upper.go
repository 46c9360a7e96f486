package text

import "strings"

// Upper begins a sentence with a capital letter, where the script has such.
func Upper(words string) string {
	for i := range words {
		if i > 0 {
			return strings.ToUpper(words[:i]) + words[i:]
		}
	}
	return words
}
