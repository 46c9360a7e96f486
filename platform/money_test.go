package platform_test

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/platform"
)

func TestAmounts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		amount   int64
		currency string
		text     string
	}{
		{6200, "HKD", "HKD 62.00"},
		{5, "HKD", "HKD 0.05"},
		{0, "BRL", "BRL 0.00"},
		{-250, "KWD", "KWD -0.250"},
		{1234567, "KWD", "KWD 1234.567"},
		{480, "JPY", "JPY 480"},
		{-1, "JPY", "JPY -1"},
		{100, "XYZ", "XYZ 1.00"},
		{math.MaxInt64, "AED", "AED 92233720368547758.07"},
		{math.MinInt64, "AED", "AED -92233720368547758.08"},
	} {
		if got := platform.FormatAmount(test.amount, test.currency); got != test.text {
			t.Errorf("%d %s is %q, want %q", test.amount, test.currency, got, test.text)
		}
		amount, currency, err := platform.ParseAmount(test.text)
		if amount != test.amount || currency != test.currency || err != nil {
			t.Errorf("%q read as %d %s, %v", test.text, amount, currency, err)
		}
	}
	if amount, _, err := platform.ParseAmount("KWD 1.5"); amount != 1500 || err != nil {
		t.Errorf("missing decimals: %d, %v", amount, err)
	}
	for _, text := range []string{
		"", " ", "HKD", "HKD ", "62.00", "HKD 1.234", "JPY 1.0", "HKD 1.", "HKD .5", "HKD 1,00", "HKD --1", "HKD +1",
		"HKD 1 2", "HKD  1", "HKD 92233720368547758.08", "HKD 1e3", "HKD ١", " 5",
	} {
		if amount, currency, err := platform.ParseAmount(text); !errors.Is(err, platform.ErrAmount) {
			t.Errorf("%q read as %d %s", text, amount, currency)
		}
	}
}

func TestAmountsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64().Draw(t, "amount")
		currency := rapid.SampledFrom([]string{"HKD", "AED", "SAR", "BRL", "KWD", "JPY", "ZZZ"}).Draw(t, "currency")
		fee := platform.NewFee(amount, currency)
		got, code, err := platform.ParseAmount(fee.Text)
		if got != amount || code != currency || err != nil {
			t.Fatalf("%q read as %d %s, %v", fee.Text, got, code, err)
		}
	})
}
