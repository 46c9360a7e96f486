package components

import "strings"

// FoldAll folds texts at once: each would ask the browser by itself.
func FoldAll(texts []string) []string {
	return strings.Split(Fold(strings.Join(texts, "\x00")), "\x00")[:len(texts)]
}

// HoldsAll reports whether every word is in a folded text.
func HoldsAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// Holding lists the things whose text holds every word of query, all of them for an
// empty query.
func Holding[T any](list []T, query string, text func(T) string) (found []T) {
	words := strings.Fields(Fold(query))
	if len(words) == 0 {
		return list
	}
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = text(one)
	}
	for i, folded := range FoldAll(texts) {
		if HoldsAll(folded, words) {
			found = append(found, list[i])
		}
	}
	return found
}

// Fold is text as it is compared in a search: without case, accents and vowel
// marks, full and half width alike, Arabic letters in their plain forms, digits
// Latin, kana alike. Signs between words are spaces.
func Fold(text string) string {
	if !plain(text) {
		text = decompose(text)
	}
	return strings.Map(foldRune, strings.ToLower(text))
}

// plain reports whether text is ASCII.
func plain(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// foldRune is a decomposed, small letter as it is compared; -1 drops it.
func foldRune(r rune) rune {
	switch {
	case r < 0x80:
		if r == '\'' {
			return -1
		}
		if strings.ContainsRune(signs, r) {
			return ' '
		}
		return r
	case r >= 0x300 && r <= 0x36F, // accents
		// Arabic vowels, and the stretching line
		r >= 0x610 && r <= 0x61A, r >= 0x64B && r <= 0x65F, r == 0x670, r >= 0x6D6 && r <= 0x6ED, r == 0x640,
		r == 0x3099, r == 0x309A, // kana's voice
		r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, // marks of direction
		r == '’', r == 'ʼ':
		return -1
	case r >= '٠' && r <= '٩':
		return r - '٠' + '0'
	case r >= '۰' && r <= '۹':
		return r - '۰' + '0'
	case r >= 'ァ' && r <= 'ヶ':
		return r - 'ァ' + 'ぁ'
	}
	if plain, ok := letters[r]; ok {
		return plain
	}
	return r
}

// signs stand between words.
const signs = "-_.,;:/|()[]&+#\""

// letters are those that a decomposition leaves alone.
var letters = map[rune]rune{
	'·': ' ', '–': ' ', '—': ' ', '、': ' ', '،': ' ', '・': ' ',
	'ı': 'i', 'ł': 'l', 'ø': 'o', 'đ': 'd', 'ð': 'd', 'ß': 's',
	'ٱ': 'ا', 'ى': 'ي', 'ی': 'ي', 'ة': 'ه', 'ہ': 'ه', 'ھ': 'ه', 'ک': 'ك',
}
