//go:build !js

package text

func formatMoney(decimal, currency string) string { return currency + " " + decimal }
