package text

import "strconv"

// Number writes a whole number with the language's mark between thousands:
// "1,204", "1.204" in Portuguese. Digits are Latin in every language, Arabic
// too: what is typed into fields and what the platform's own papers show is, and
// two kinds of digits in one row invite mistakes.
func Number(n int) string { return Grouped(Lang(), n) }

// Grouped is [Number] in any of the languages.
func Grouped(lang string, n int) string {
	mark := ","
	if lang == "pt" {
		mark = "."
	}
	digits := strconv.Itoa(n)
	least := 3
	if n < 0 {
		least = 4
	}
	for i := len(digits) - 3; i > least-3; i -= 3 {
		digits = digits[:i] + mark + digits[i:]
	}
	return digits
}
