package text

import (
	"syscall/js"

	"github.com/shopdesk/shopdesk/platform"
)

// formatMoney has the browser write a decimal number. It takes the number as
// text: as a JavaScript number a large one would lose digits.
func formatMoney(decimal, currency string) (words string) {
	words = currency + " " + decimal
	defer func() {
		_ = recover() // Intl throws for what isn't a currency: the code and the number it is
	}()
	name := Lang() + currency
	format, ok := formatters[name]
	if !ok {
		options := map[string]any{"style": "currency", "currency": currency, "currencyDisplay": "code"}
		if n := platform.Decimals(currency); n != 2 {
			options["minimumFractionDigits"], options["maximumFractionDigits"] = n, n
		}
		format = js.Global().Get("Intl").Get("NumberFormat").New(Lang(), options)
		formatters[name] = format
	}
	return format.Call("format", decimal).String()
}
