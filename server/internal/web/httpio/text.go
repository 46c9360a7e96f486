package httpio

import "strconv"

// IDs writes ids as the texts that our own answers have of them.
func IDs(ids []int64) []string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strconv.FormatInt(id, 10)
	}
	return list
}

// Shorten cuts text to a number of characters; "…" is the last one of a cut text. Bytes that are no UTF-8 become
// U+FFFD.
func Shorten(text string, most int) string {
	runes := []rune(text)
	if len(runes) > most {
		runes = append(runes[:most-1], '…')
	}
	return string(runes)
}
