package platform

import (
	"errors"
	"strconv"
	"strings"
)

// ErrAmount is an amount that can't be read: not "<code> <decimals>", too many
// decimals for the currency, or too large.
var ErrAmount = errors.New("platform: not an amount")

// Currencies whose minor unit isn't a hundredth (ISO 4217).
const (
	wholeCurrencies    = " BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF "
	thousandCurrencies = " BHD IQD JOD KWD LYD OMR TND "
)

// Decimals is how many decimals the currency has (ISO 4217): 0, 2 or 3. An
// unknown one has 2.
func Decimals(currency string) int {
	switch {
	case len(currency) == 3 && strings.Contains(wholeCurrencies, " "+currency+" "):
		return 0
	case len(currency) == 3 && strings.Contains(thousandCurrencies, " "+currency+" "):
		return 3
	}
	return 2
}

// IsCurrency reports whether the text looks like a currency code: three capital
// letters.
func IsCurrency(text string) bool {
	return len(text) == 3 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// FormatAmount writes an amount of minor units as the interface does (2.6):
// currency code, space, decimal amount: "HKD 62.00", "KWD -0.250", "JPY 480".
func FormatAmount(amount int64, currency string) string {
	sign, digits := "", strconv.FormatInt(amount, 10)
	if amount < 0 {
		sign, digits = "-", digits[1:]
	}
	if decimals := Decimals(currency); decimals > 0 {
		if missing := decimals + 1 - len(digits); missing > 0 {
			digits = strings.Repeat("0", missing) + digits
		}
		point := len(digits) - decimals
		digits = digits[:point] + "." + digits[point:]
	}
	return currency + " " + sign + digits
}

// ParseAmount reads what FormatAmount writes; fewer decimals than the currency
// has are taken as zeros. Anything else is ErrAmount.
func ParseAmount(text string) (amount int64, currency string, err error) {
	currency, number, _ := strings.Cut(text, " ")
	digits, negative := strings.CutPrefix(number, "-")
	whole, fraction, pointed := strings.Cut(digits, ".")
	decimals := Decimals(currency)
	missing := decimals - len(fraction)
	if currency == "" || whole == "" || pointed && fraction == "" || missing < 0 || !onlyDigits(whole+fraction) {
		return 0, "", ErrAmount
	}
	sign := ""
	if negative {
		sign = "-"
	}
	amount, err = strconv.ParseInt(sign+whole+fraction+strings.Repeat("0", missing), 10, 64)
	if err != nil {
		return 0, "", ErrAmount
	}
	return amount, currency, nil
}

// amount reads a member with decimals into an amount of minor units that wasn't read, as a [Fee] is read.
func (e Extra) amount(into *int64, member, currency string) {
	if *into == 0 {
		*into, _, _ = ParseAmount(currency + " " + e.Raw(member))
	}
}

// NewFee is the amount object of so many minor units.
func NewFee(amount int64, currency string) Fee {
	return Fee{Amount: amount, Currency: currency, Text: FormatAmount(amount, currency)}
}

func onlyDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}
