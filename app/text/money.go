package text

import (
	"strings"

	"github.com/shopdesk/shopdesk/platform"
)

// Money writes an amount of the currency's minor unit: "HKD 62.00". No float
// comes near it.
func Money(amount int64, currency string) string {
	return LTR(formatMoney(Decimal(amount, currency), currency))
}

// Decimal writes an amount without its currency: "62.00".
func Decimal(amount int64, currency string) string {
	_, decimal, _ := strings.Cut(platform.FormatAmount(amount, currency), " ")
	return decimal
}

// ParseDecimal reads a decimal number as the currency's minor units; ok is
// false for anything else, and for more decimals than there are.
func ParseDecimal(typed, currency string) (amount int64, ok bool) {
	amount, _, err := platform.ParseAmount(currency + " " + strings.Replace(typed, ",", ".", 1))
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
