package text

import "strconv"

// Money writes an amount of the currency's minor unit: "HKD 62.00". No float
// comes near it.
func Money(amount int64, currency string) string {
	return LTR(formatMoney(Decimal(amount, Exponent(currency)), currency))
}

// Exponent is how many decimals a currency has (ISO 4217).
func Exponent(currency string) int {
	switch currency {
	case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF":
		return 0
	case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
		return 3
	}
	return 2
}

// Decimal writes minor units as a decimal number: "62.00".
func Decimal(amount int64, exponent int) string {
	sign := ""
	digits := strconv.FormatInt(amount, 10)
	if amount < 0 {
		sign, digits = "-", digits[1:]
	}
	if exponent == 0 {
		return sign + digits
	}
	for len(digits) <= exponent {
		digits = "0" + digits
	}
	point := len(digits) - exponent
	return sign + digits[:point] + "." + digits[point:]
}

// ParseDecimal reads a decimal number as minor units; ok is false for anything
// else, and for more decimals than there are.
func ParseDecimal(typed string, exponent int) (amount int64, ok bool) {
	whole, part := typed, ""
	for i, c := range typed {
		if c == '.' || c == ',' {
			whole, part = typed[:i], typed[i+1:]
			break
		}
	}
	if whole == "" || len(part) > exponent || len(whole) > 12 {
		return 0, false
	}
	for len(part) < exponent {
		part += "0"
	}
	for _, c := range whole + part {
		if c < '0' || c > '9' {
			return 0, false
		}
		amount = amount*10 + int64(c-'0')
	}
	return amount, true
}

// Since words how long something has lasted: "9 min".
func Since(ms int64) string {
	minutes := int(max(ms, 0) / 60_000)
	if minutes < 60 {
		return T("since.minutes", minutes)
	}
	return T("since.hours", minutes/60, minutes%60)
}
