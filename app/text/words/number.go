package words

import (
	"strconv"
	"strings"
)

// Grouped writes a whole number with the language's mark between thousands: "1,204", "1.204" in Portuguese.
func Grouped(lang string, n int) string {
	mark := Thousands(lang)
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

// Thousands is a language's mark between thousands.
func Thousands(lang string) string {
	if lang == "pt" {
		return "."
	}
	return ","
}

// Within is a weekday's name within a sentence: "Monday", in Portuguese "segunda".
func Within(lang, day string) string {
	if lang == "pt" {
		return strings.ToLower(day)
	}
	return day
}

// Number is [Grouped] in the language of the texts.
func (t Texts) Number(n int) string { return Grouped(t.Lang, n) }

// Money writes an amount of the platform's form, "HKD 1204.50", with the language's marks: "HKD 1,204.50".
func (t Texts) Money(amount string) string {
	currency, decimal, _ := strings.Cut(amount, " ")
	whole, cents, fraction := strings.Cut(decimal, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || whole == "-0" { // whose sign would be lost
		return amount
	}
	words := currency + " " + t.Number(n)
	switch {
	case !fraction:
		return words
	case t.Lang == "pt":
		return words + "," + cents
	}
	return words + "." + cents
}
