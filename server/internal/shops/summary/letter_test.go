package summary

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/store"
)

// written words a summary of three shops, one of which has a hostile name.
func written(t *testing.T, language string, f api.Figures) letter {
	t.Helper()
	all, err := words.Everywhere(words.SummaryFile, words.CommonFile)
	if err != nil {
		t.Fatal(err)
	}
	s := &Service{words: all, Options: Options{Public: public}}
	shops := []api.Shop{
		{ShopID: 1, EnName: "Noodle\r\nBcc: eve@evil.example", Name: "麵家", Zone: "Asia/Hong_Kong"},
		{ShopID: 2, EnName: "<script>alert(1)</script>", Zone: "Asia/Hong_Kong"},
		{ShopID: 3, EnName: "Grill", Zone: "Europe/Lisbon"},
	}
	return s.letter(&auth.Principal{}, store.Summary{Language: language}, shops, f, homeOf(shops), "2026-11-22")
}

var time0 = time.UnixMilli(1_790_000_000_000)

func busyDay() api.Figures {
	cost := []api.Money{
		{Amount: 6200, Currency: "HKD", Text: "HKD 62.00"}, {Amount: 900, Currency: "EUR", Text: "EUR 9.00"},
	}
	score := api.ShopScore{Now: api.Score{Orders: 42, Accepted: 39, Lost: 2, Cost: cost, Refunded: 1,
		Sales: cost[:1], Stopped: 65 * 60_000, Paused: 35 * 60_000, Planned: 600 * 60_000},
		Before: api.Score{Orders: 38, Accepted: 38, Planned: 570 * 60_000}}
	f := api.Figures{All: score, MoreShops: 4}
	for id := range int64(3) {
		score.ShopID = id + 1
		f.Shops = append(f.Shops, score)
	}
	return f
}

func TestLetterInEnglish(t *testing.T) {
	t.Parallel()
	const figures = `Orders: 42 (a week before: 38)
Sales: HKD 62.00 (a week before: –)
Lost orders: 2, HKD 62.00 and EUR 9.00 (a week before: 0)
Accepted: 39 of 41 (a week before: 38 of 38)
Refunded: 1 (a week before: 0)
Without orders in opening hours: 1 h 5 min, of which paused 35 min (a week before: 0 min)
Planned hours: 10 h 0 min (a week before: 9 h 30 min)
`
	const want = `Yesterday in your shops: Sunday, 22/11/2026
Your shops are in 2 time zones. Each shop's own day is counted.

` + figures + `
Shops, most lost orders first

Noodle Bcc: eve@evil.example
` + figures + `
<script>alert(1)</script>
` + figures + `
Grill
` + figures + `
Shops that aren't listed: 4

Open yesterday in the console
https://pos.example/admin/console/today/yesterday

You switched on this daily summary in the console. Change it or turn it off:
https://pos.example/admin/console/settings/devices
`
	l := written(t, "en", busyDay())
	m := l.message("ann@shops.example")
	if m.Text != want {
		t.Errorf("got\n%s\nwant\n%s", m.Text, want)
	}
	if m.Subject != "Yesterday in your shops: Sunday, 22/11/2026" ||
		m.Unsubscribe != "https://pos.example/admin/console/settings/devices" {
		t.Errorf("%+v", m)
	}
	if strings.Contains(m.HTML, "<script>") || !strings.Contains(m.HTML, "&lt;script&gt;") ||
		!strings.Contains(m.HTML, `<a href="https://pos.example/admin/console/today/yesterday">`) {
		t.Errorf("%s", m.HTML)
	}
	body := "Orders: 42 (a week before: 38)\nSales: HKD 62.00 (a week before: –)\n" +
		"Lost orders: 2, HKD 62.00 and EUR 9.00 (a week before: 0)" +
		"\nYour shops are in 2 time zones. Each shop's own day is counted."
	if n := l.notification(time0); n.Title != m.Subject || n.Path != "today/yesterday" ||
		n.Event != "summary/2026-11-22" || n.Body != body {
		t.Errorf("%+v", n)
	}
}

// Pauses and closures from before they were kept were told as 0 minutes.
func TestLetterTellsWhatIsUnknown(t *testing.T) {
	t.Parallel()
	f := busyDay()
	f.StopsSince = time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC).UnixMilli() // the 21st in Hong Kong
	f.All.Before.Unseen = true
	const want = "Without orders in opening hours: 1 h 5 min, of which paused 35 min " +
		"(a week before: unknown before 21/11/2026)\n"
	if got := written(t, "en", f).text(); !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Every language has every word, its own direction and no line break in the subject.
func TestLetterInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, language := range api.Languages() {
		for name, f := range map[string]api.Figures{"busy": busyDay(), "empty": {}} {
			l := written(t, language, f)
			m := l.message("ann@shops.example")
			if strings.Contains(m.Subject+m.Text+m.HTML, "{") && !strings.Contains(m.HTML, "{{") ||
				strings.ContainsFunc(m.Subject, unicode.IsControl) || m.Subject == "" || m.HTML == "" {
				t.Errorf("%s, %s: %+v", language, name, m)
			}
			dir := "ltr"
			if language == "ar" {
				dir = "rtl"
			}
			if !strings.Contains(m.HTML, `<html lang="`+language+`" dir="`+dir+`">`) {
				t.Errorf("%s: %s", language, m.HTML)
			}
			if n := l.notification(time0); n.Lang != language || n.Title == "" || n.Body == "" || len(n.Title+n.Body) > 1500 {
				t.Errorf("%s, %s: %+v", language, name, n)
			}
			if (name == "empty") != (l.None != "") {
				t.Errorf("%s, %s: none is %q", language, name, l.None)
			}
		}
	}
	if l := written(t, "xx", busyDay()); l.Lang != "en" {
		t.Errorf("an unknown language is %s", l.Lang)
	}
	if l := written(t, "ar", busyDay()); !strings.Contains(l.text(), "\u2068HKD 62.00\u2069") {
		t.Errorf("an amount isn't isolated: %s", l.text())
	}
}

// Figures and dates were a machine's in each language: "Domingo, 2026-11-22", "HKD 1204.50".
func TestLetterWritesFiguresAsTheLanguageDoes(t *testing.T) {
	t.Parallel()
	f := busyDay()
	f.All.Now.Orders = 1204
	f.All.Now.Sales = []api.Money{{Amount: 120450, Currency: "HKD", Text: "HKD 1204.50"}}
	for language, want := range map[string][]string{
		"en":      {": Sunday, 22/11/2026\n", "Orders: 1,204 ", "Sales: HKD 1,204.50 "},
		"pt":      {": domingo, 22/11/2026\n", "Pedidos: 1.204 ", "Vendas: HKD 1.204,50 "},
		"zh-Hant": {"：2026年11月22日（星期日）\n", "訂單：1,204（", "銷售額：HKD 1,204.50（"},
		"ar":      {"الأحد، \u206822/11/2026\u2069\n", "الطلبات: 1,204 ", "\u2068HKD 1,204.50\u2069"},
	} {
		for _, words := range want {
			if got := written(t, language, f).text(); !strings.Contains(got, words) {
				t.Errorf("%s: no %q in %s", language, words, got)
			}
		}
	}
}

func TestAddress(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"ann@shops.example": true, "a.b+c@d.example": true,
		"": false, "ann": false, "Ann <ann@shops.example>": false, "ann@shops.example\r\nBcc: eve@evil.example": false,
		"ann@shops.example, eve@evil.example": false, "ann @shops.example": false, "änn@shops.example": false,
		"<ann@shops.example>": false, strings.Repeat("a", 250) + "@b.example": false, "\"a b\"@c.example": false,
	} {
		if address(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

// A code fits its operator, address and hour alone.
func TestCode(t *testing.T) {
	t.Parallel()
	row := store.Summary{OperatorID: 7, Address: "ann@shops.example"}
	one := code([]byte("secret"), row, 100)
	other, elsewhere := row, row
	other.OperatorID, elsewhere.Address = 8, "bob@shops.example"
	for name, code := range map[string]string{
		"another secret": code([]byte("secret2"), row, 100), "another hour": code([]byte("secret"), row, 101),
		"another operator": code([]byte("secret"), other, 100), "another address": code([]byte("secret"), elsewhere, 100),
	} {
		if code == one {
			t.Errorf("%s: the same code", name)
		}
	}
	arabic := strings.Map(func(r rune) rune { return r - '0' + '٠' }, one) // as iOS's number pad has them in Riyadh
	if len(one) != codeDigits || digits(one[:4]+" "+one[4:]) != one || digits(arabic) != one {
		t.Errorf("%q, %q", one, digits(arabic))
	}
}
