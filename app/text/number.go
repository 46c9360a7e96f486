package text

import (
	"strings"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Number writes a whole number with the language's mark between thousands:
// "1,204", "1.204" in Portuguese. Digits are Latin in every language, Arabic
// too: what is typed into fields and what the platform's own papers show is, and
// two kinds of digits in one row invite mistakes.
func Number(n int) string { return words.Grouped(Lang(), n) }

// Money writes an amount of the currency's minor unit: "HKD 62.00". It has the direction of its own first sign: Intl
// begins an Arabic amount with a mark of direction, and the currency stands after the number there. No float comes near
// it.
func Money(amount int64, currency string) string {
	return Isolate(signed(formatMoney(Decimal(amount, currency), currency)))
}

// signed keeps a sign on the left of its number. Intl's mark before an Arabic number below zero does so, too, but moves
// the currency to the other side.
func signed(amount string) string {
	before, number, marked := strings.Cut(amount, "\u200e")
	if !marked {
		return amount
	}
	end := strings.LastIndexAny(number, "0123456789") + 1
	return before + LTR(number[:end]) + number[end:]
}

// Decimal writes an amount without its currency: "62.00".
func Decimal(amount int64, currency string) string {
	_, decimal, _ := strings.Cut(platform.FormatAmount(amount, currency), " ")
	return decimal
}

// ParseDecimal reads a decimal number as the currency's minor units; ok is
// false for anything else, and for more decimals than there are. The point may
// also be a comma or Arabic, thousands may have marks or spaces between them, and
// the currency may stand beside the number. A mark before three digits is a point
// unless the mark is the language's for thousands and the currency has fewer
// decimals, or stands more than once.
func ParseDecimal(typed, currency string) (amount int64, ok bool) {
	typed = strings.NewReplacer("٫", ".", "٬", ",").Replace(strings.ToUpper(rules.Plain(typed)))
	typed = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(typed, currency), currency))
	if before, after, found := strings.Cut(typed, "$"); found && strings.Contains(currency, before) { // HK$, R$
		typed = after
	}
	typed = strings.Trim(typed, "€£¥ ")
	whole, fraction := typed, ""
	if at := strings.LastIndexAny(typed, ".,"); at >= 0 {
		mark := typed[at : at+1]
		grouped := mark == words.Thousands(Lang()) && platform.Decimals(currency) < 3 || strings.Count(typed, mark) > 1
		if !grouped || len(typed)-at != len(".000") {
			whole, fraction = typed[:at], "."+typed[at+1:]
		}
	}
	groups := strings.FieldsFunc(whole, func(r rune) bool { return r == '.' || r == ',' || r == ' ' })
	for i, group := range groups {
		if i > 0 && len(group) != 3 || len(groups) > 1 && (len(group) > 3 || groups[0][0] == '0') {
			return 0, false
		}
	}
	amount, _, err := platform.ParseAmount(currency + " " + strings.Join(groups, "") + fraction)
	return amount, err == nil && amount >= 0
}

// Since words how long something has lasted: "9 min".
func Since(ms int64) string {
	minutes := int(max(ms, 0) / 60_000)
	if minutes < 60 {
		return T("since.minutes", minutes)
	}
	return T("since.hours", minutes/60, minutes%60)
}

// Form is which of a text's forms goes with n, by the plural rules of
// CLDR for whole numbers. The forms stand in CLDR's order:
//
//	en, pt   one|other (Portuguese: 0 is one; its "many", for millions, isn't told apart)
//	zh-Hant  other
//	ar       zero|one|two|few|many|other
func Form(lang string, n int) int {
	switch lang {
	case "zh-Hant":
		return 0
	case "pt":
		return other(n > 1)
	case "ar":
		return arabicForm(n)
	}
	return other(n != 1)
}

func other(is bool) int {
	if is {
		return 1
	}
	return 0
}

func arabicForm(n int) int {
	switch rest := n % 100; {
	case n <= 2:
		return n
	case rest >= 3 && rest <= 10:
		return 3
	case rest >= 11:
		return 4
	}
	return 5
}
