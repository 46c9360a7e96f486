package phones

import (
	"slices"
	"strconv"
	"testing"

	"github.com/nyaruka/phonenumbers"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/platform"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text    string
		current string // country
		want    string // stored form, "" for none yet
	}{
		{"+852 1234 5678", "", "852-12345678"},
		{"+852 1234 5678", "GB", "852-12345678"},
		{"0085212345678", "", "852-12345678"},
		{"00852 1234 5678", "AE", "852-12345678"},
		{"(852) 1234-5678", "", "852-12345678"},
		{"(852) 1234-5678", "HK", "852-12345678"},
		{"(852) 1234-5678", "AE", "852-12345678"},
		{"852-12345678", "", "852-12345678"},
		{"852-12345678", "US", "852-12345678"},
		{"852-12345678", "DE", "852-12345678"},
		{"85212345678", "HK", "852-12345678"},
		{"(+852) 12345678", "", "852-12345678"},
		{"tel:+852-1234-5678", "", "852-12345678"},
		{"\u202a+852\u00a01234\u20115678\u202c", "", "852-12345678"},
		{"＋８５２　１２３４　５６７８", "", "852-12345678"},
		{"+٩٦٦ ١١ ٢٠٠ ٠١٢٧", "", "966-112000127"},
		{"1234 5678", "HK", "852-12345678"},
		{"2604.0122", "HK", "852-26040122"},
		{"(212) 555-0123", "US", "1-2125550123"},
		{"212-5550123", "US", "1-2125550123"},
		{"212-5551", "US", "1-2125551"}, // half typed: still no Morocco
		{"1 212 555 0123", "US", "1-2125550123"},
		{"+1 868 622 3456", "HK", "1-8686223456"},
		{"+44 (0)20 7946 0018", "", "44-2079460018"},
		{"020 7946 0018", "GB", "44-2079460018"},
		{"+39 06 1234 5678", "", "39-0612345678"},
		{"04 350 0125", "AE", "971-43500125"},
		{"(11) 3200-0128", "BR", "55-1132000128"},
		{"(55) 3221-1234", "BR", "55-5532211234"},
		{"+55 (11) 98000-0128", "HK", "55-11980000128"},
		{"8 495 123 45 67", "RU", "7-4951234567"},
		{"", "HK", ""},
		{"12345678", "", ""},
		{"+", "HK", ""},
		{"+85", "HK", ""},
		{"+999 1234567", "HK", ""},
		{"1234 5678 ext 9", "HK", ""},
		{"call us", "HK", ""},
		{"030/901820", "DE", "49-30901820"},
		{"+49 30/901820", "HK", "49-30901820"},
		{"2546 0102/03", "HK", ""},
		{"25460102 / 61230102", "HK", ""},
		{"+852 2546 0102/03", "", ""},
	} {
		got, _ := entry{Country: tt.current, Text: tt.text}.value()
		if got.Number != tt.want {
			t.Errorf("%q in %s: %q, want %q", tt.text, tt.current, got, tt.want)
		}
	}
}

// somePhone draws a country and a number of it that doesn't begin with a trunk.
func somePhone(t *rapid.T) (c country, number string) {
	c = *rapid.SampledFrom(countries()).Draw(t, "country")
	if c.Main || byCode(c.Code).ID != c.ID {
		c = *byCode(c.Code)
	}
	least, most := max(c.Least, shortest), max(min(c.Most, 15-len(c.Code)), shortest)
	number = rapid.StringMatching(`[2-9][0-9]{3,13}`).Filter(func(s string) bool {
		return len(s) >= least && len(s) <= most && c.national(s) == s
	}).Draw(t, "number")
	return c, number
}

// What is stored, written in any usual form, is read as what is stored.
func TestFormsReadAsTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c, number := somePhone(t)
		want := c.Code + "-" + number
		for _, text := range []string{
			"+" + c.Code + " " + grouped(number, c.ID), "+" + c.Code + number, "00" + c.Code + grouped(number, c.ID),
			"(" + c.Code + ") " + number, want, "(+" + c.Code + ")" + number, "tel:+" + c.Code + "-" + number,
		} {
			if got, _ := (entry{Text: text}.value()); got.Number != want {
				t.Fatalf("%q: %q, want %q", text, got, want)
			}
		}
		for _, text := range []string{grouped(number, c.ID), c.Trunk + number} {
			if got, _ := (entry{Country: c.ID, Text: text}.value()); got.Number != want {
				t.Fatalf("%q at home: %q, want %q", text, got, want)
			}
		}
	})
}

// A phone of the platform's is kept to the byte, and typing its own text anew
// leads back to it.
func TestStoredRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c, number := somePhone(t)
		stored := c.Code + "-" + number
		e := entryOf(platform.Phone{Number: stored})
		if got, ok := e.value(); got.Number != stored || !ok || e.settled() != e {
			t.Fatalf("%q is kept as %q", stored, got)
		}
		again := e.typed(e.Text+"5", true).typed(e.Text, true).settled()
		if got, _ := again.value(); got.Number != stored {
			t.Fatalf("%q typed anew is %q (%+v)", stored, got, again)
		}
	})
}

func TestWhateverIsStoredIsKept(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		stored := rapid.String().Draw(t, "stored")
		e := entryOf(platform.Phone{Number: stored})
		got, ok := e.settled().value()
		if stored != "" && (got.Number != stored || !ok) {
			t.Fatalf("%q became %q", stored, got)
		}
	})
}

// Typing a form a key at a time comes to the same as pasting it.
func TestTypedByKeys(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ keys, current, want string }{
		{"12345678", "HK", "852-12345678"},
		{"+97143500125", "HK", "971-43500125"},
		{"0097143500125", "HK", "971-43500125"},
		{"+852 1234 5678", "US", "852-12345678"},
		{"02079460018", "GB", "44-2079460018"},
		{"212-555-0123", "US", "1-2125550123"},
		{"(11) 98000-0128", "BR", "55-11980000128"},
	} {
		e := entry{Country: tt.current}
		for _, key := range tt.keys {
			e = e.typed(e.Text+string(key), true)
		}
		if got, _ := e.settled().value(); got.Number != tt.want {
			t.Errorf("%q: %q (%+v), want %q", tt.keys, got, e, tt.want)
		}
	}
}

func TestGroupedWhileTyped(t *testing.T) {
	t.Parallel()
	e := entry{Country: "HK"}.typed("12345", true)
	if e.Text != "123 45" {
		t.Errorf("at the end: %q", e.Text)
	}
	if e = e.typed("1293 45", false); e.Text != "1293 45" {
		t.Errorf("in the middle the caret would jump: %q", e.Text)
	}
	if e = e.settled(); e.Text != "129 345" {
		t.Errorf("left: %q", e.Text)
	}
}

// A "+" typed before a number took the digits after it for a calling code at once: they were gone.
func TestCodeTypedBeforeANumberTakesNoDigit(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"+852", "00852"} {
		e := entryOf(platform.Phone{Number: "852-12345678"})
		for i := range code {
			e = e.typed(e.Text[:i]+code[i:i+1]+e.Text[i:], false)
		}
		if got, _ := e.settled().value(); got.Number != "852-12345678" || e.settled().Text != "1234 5678" {
			t.Errorf("%q is stored as %q, and the field has %q", code, got.Number, e.settled().Text)
		}
	}
}

// The table says what the metadata says that the server judges by.
func TestTableFitsTheMetadata(t *testing.T) {
	t.Parallel()
	all, err := phonenumbers.MetadataCollection()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, m := range all.GetMetadata() {
		if m.GetId() == "001" {
			continue // services without a country
		}
		seen++
		c := byID(m.GetId())
		if c == nil {
			t.Errorf("%s is missing", m.GetId())
			continue
		}
		code := int(m.GetCountryCode())
		if c.Code != strconv.Itoa(code) || c.Trunk != m.GetNationalPrefix() {
			t.Errorf("%s: code %s, trunk %q; the metadata has %d, %q", c.ID, c.Code, c.Trunk, code, m.GetNationalPrefix())
		}
		if want := phonenumbers.GetRegionCodeForCountryCode(code); byCode(c.Code).ID != want {
			t.Errorf("+%s is taken for %s, want %s", c.Code, byCode(c.Code).ID, want)
		}
		var sizes []int32
		for _, kind := range []*phonenumbers.PhoneNumberDesc{m.GetFixedLine(), m.GetMobile()} {
			of := kind.GetPossibleLength()
			if len(of) == 0 {
				of = m.GetGeneralDesc().GetPossibleLength()
			}
			sizes = append(sizes, of...)
		}
		sizes = slices.DeleteFunc(sizes, func(n int32) bool { return n < 0 })
		if c.Least != int(slices.Min(sizes)) || c.Most != int(slices.Max(sizes)) {
			t.Errorf("%s: %d to %d digits, the metadata has %v", c.ID, c.Least, c.Most, sizes)
		}
	}
	if seen != len(countries()) {
		t.Errorf("%d countries, the metadata has %d", len(countries()), seen)
	}
}

func TestGrouped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ digits, country, want string }{
		{"123", "HK", "123"}, {"21234567", "HK", "2123 4567"}, {"13812345678", "CN", "138 1234 5678"},
		{"11912345678", "BR", "11 91234 5678"}, {"1132345678", "BR", "11 3234 5678"}, {"119123", "BR", "119 123"},
		{"501234567", "AE", "50 123 4567"}, {"912345678", "PT", "912 345 678"},
		{"12345678901234567", "", "1234 5678 9012 3456 7"},
	} {
		if got := grouped(tt.digits, tt.country); got != tt.want {
			t.Errorf("%s in %s: %q", tt.digits, tt.country, got)
		}
	}
}
