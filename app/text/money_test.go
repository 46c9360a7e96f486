package text

import "testing"

// Amounts in Arabic were kept left to right, with the currency where an Arabic reader begins. Intl begins them with a
// mark of their direction, which their isolate follows.
func TestMoney(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		amount   int64
		currency string
		want     string
	}{
		{6200, "HKD", "HKD 62.00"}, {5, "HKD", "HKD 0.05"}, {-120, "HKD", "HKD -1.20"}, {0, "HKD", "HKD 0.00"},
		{1200, "JPY", "JPY 1200"}, {1200, "KWD", "KWD 1.200"}, {9007199254740993, "HKD", "HKD 90071992547409.93"},
	} {
		if got := Money(tt.amount, tt.currency); got != Isolate(tt.want) {
			t.Errorf("%d %s: %q, want %q", tt.amount, tt.currency, got, tt.want)
		}
	}
}

func TestParseDecimal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		typed    string
		currency string
		want     int64
		ok       bool
	}{
		{"62", "HKD", 6200, true}, {"62.5", "HKD", 6250, true}, {"62,05", "HKD", 6205, true}, {"0.001", "KWD", 1, true},
		{"62", "JPY", 62, true}, {"\u0666\u0662\u066b\u0665", "HKD", 6250, true}, {" 62.5 ", "HKD", 6250, true},
		{"1,2\u066b5", "HKD", 0, false},
		{"62.5", "JPY", 0, false}, {"62.005", "HKD", 0, false}, {"", "HKD", 0, false}, {"-1", "HKD", -100, false},
		{"1e3", "HKD", 0, false},
		{"1,000", "HKD", 100_000, true}, {"1 000", "HKD", 100_000, true}, {"1,000.50", "HKD", 100_050, true},
		{"1.000,50", "HKD", 100_050, true}, {"1,000,000", "JPY", 1_000_000, true}, {"1.000.000", "HKD", 100_000_000, true},
		{"HK$300", "HKD", 30_000, true}, {"hkd 300", "HKD", 30_000, true}, {"R$ 1.000,50", "BRL", 100_050, true},
		{"300 HKD", "HKD", 30_000, true}, {"$1,000", "HKD", 100_000, true},
		{"\u0661\u066c\u0660\u0660\u0660", "HKD", 100_000, true},
		{"1,000", "KWD", 1000, true}, {"US$300", "HKD", 0, false}, {"10,00,000", "HKD", 0, false},
		{"1000,000.50", "HKD", 0, false}, {"1,000.", "HKD", 0, false},
		{"300K", "HKD", 0, false}, {"0,500", "HKD", 0, false},
	} {
		if got, ok := ParseDecimal(tt.typed, tt.currency); got != tt.want || ok != tt.ok {
			t.Errorf("%q: %d %v, want %d %v", tt.typed, got, ok, tt.want, tt.ok)
		}
	}
}

func TestSince(t *testing.T) {
	t.Parallel()
	for ms, want := range map[int64]string{0: "0 min", 59_999: "0 min", 540_000: "9 min",
		3_900_000: "1 h 5 min", -4: "0 min"} {
		if got := Since(ms); got != want {
			t.Errorf("%d: %q, want %q", ms, got, want)
		}
	}
}

// Intl writes an Arabic amount below zero with a mark that would put its currency on the other side.
func TestSignKeepsTheCurrencyInItsPlace(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"\u200f\u200e-341.00\u00a0HKD": "\u200f\u2066-341.00\u2069\u00a0HKD",
		"\u200f341.00\u00a0HKD":        "\u200f341.00\u00a0HKD",
		"-HKD\u00a0341.00":             "-HKD\u00a0341.00",
	} {
		if got := signed(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}
