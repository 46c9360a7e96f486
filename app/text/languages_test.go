//go:build !js

package text

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func pagesOf(t *testing.T, lang string) map[string]map[string]string {
	t.Helper()
	pages, err := words.Pages(lang)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// What one language says all say: the same files, keys and placeholders, and as
// many forms as the language has.
func TestLanguagesSayTheSame(t *testing.T) {
	t.Parallel()
	english := pagesOf(t, "en")
	for _, l := range Languages() {
		pages := pagesOf(t, l.Tag)
		if _, err := words.Read(l.Tag); err != nil {
			t.Error(err)
		}
		for page, texts := range english {
			for key, said := range texts {
				own, ok := pages[page][key]
				if !ok {
					t.Errorf("%s/%s.json lacks %q (English: %q)", l.Tag, page, key, said)
					continue
				}
				if want, got := placeholders(said), placeholders(own); !slices.Equal(want, got) {
					t.Errorf("%s: %q has the placeholders %v, want %v", l.Tag, key, got, want)
				}
				want := 1
				if strings.Contains(said, "|") {
					want = pluralForms(l.Tag)
				}
				forms := strings.Split(own, "|")
				if len(forms) != want {
					t.Errorf("%s: %q has %d forms, want %d", l.Tag, key, len(forms), want)
				}
				if slices.ContainsFunc(forms, func(f string) bool { return strings.TrimSpace(f) == "" }) {
					t.Errorf("%s: %q has an empty form", l.Tag, key)
				}
			}
		}
		for page, texts := range pages {
			for key := range texts {
				if _, ok := english[page][key]; !ok {
					t.Errorf("%s/%s.json has %q, which English hasn't", l.Tag, page, key)
				}
			}
		}
	}
}

// Bug: the hint named https alone, and who had a photo at an address of http went to look for another one.
func TestHintNamesTheAddressesThatAreTaken(t *testing.T) {
	t.Parallel()
	for _, l := range Languages() {
		hint := pagesOf(t, l.Tag)["photo"]["photo.address.hint"]
		for _, scheme := range []string{"https://", "http://"} {
			for _, ending := range []string{".jpg", ".jpeg", ".png", ".webp"} {
				taken := len(rules.PictureURL(scheme+"cdn.example/1"+ending)) == 0
				if !taken || !strings.Contains(hint, scheme) || !strings.Contains(hint, ending) {
					t.Errorf("%s: %s…%s is taken: %v; the hint is %q", l.Tag, scheme, ending, taken, hint)
				}
			}
		}
	}
}

func placeholders(text string) []string {
	all := placeholder.FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}

var (
	letters = regexp.MustCompile(`\p{L}{2,}`)
	foreign = regexp.MustCompile(`\{\d\}|Shopdesk|UTC`) // what is no word of any language
)

// same are the texts that Portuguese really shares with English. The names of
// languages are the same everywhere.
var same = []string{
	"nav.hooks", "hours.around", "orders.total", "shops.col.status", "shop.picture.logo", "since.hours", "since.minutes",
}

const ownNames = "account.language."

// A text that is still English is found.
func TestNothingIsLeftInEnglish(t *testing.T) {
	t.Parallel()
	english := pagesOf(t, "en")
	for _, l := range Languages()[1:] {
		for page, texts := range pagesOf(t, l.Tag) {
			for key, own := range texts {
				said := english[page][key]
				shared := strings.HasPrefix(key, ownNames) ||
					l.Tag == "pt" && (slices.Contains(same, key) || strings.HasPrefix(key, "place."))
				if own == said && !shared && letters.MatchString(foreign.ReplaceAllString(said, "")) {
					t.Errorf("%s/%s.json: %q is in English: %q", l.Tag, page, key, own)
				}
			}
		}
	}
}

// Texts that say the same in every language are one text. Keys that are put together may need another.
func TestTextsStandOnce(t *testing.T) {
	t.Parallel()
	used := usesIn(t, "..")
	pages := map[string]map[string]map[string]string{}
	for _, l := range Languages() {
		pages[l.Tag] = pagesOf(t, l.Tag)
	}
	said := map[string]string{} // by what it says
	for page, texts := range pages["en"] {
		for _, key := range slices.Sorted(maps.Keys(texts)) {
			if !used.mentioned[key] {
				continue
			}
			var all []string
			for _, l := range Languages() {
				all = append(all, pages[l.Tag][page][key])
			}
			same := strings.Join(all, "\n")
			if other, twice := said[same]; twice {
				t.Errorf("%q and %q say the same in all languages: %q", other, key, texts[key])
			}
			said[same] = key
		}
	}
}

// The languages offered are those there are words for.
func TestLanguagesOffered(t *testing.T) {
	t.Parallel()
	folders, err := words.Languages()
	if err != nil {
		t.Fatal(err)
	}
	var offered []string
	for _, l := range Languages() {
		offered = append(offered, l.Tag)
	}
	if slices.Sort(offered); !slices.Equal(folders, offered) {
		t.Errorf("there are words in %v, offered are %v", folders, offered)
	}
}

// What the boot script says is what stands in boot.json.
func TestBootWords(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("../../web/boot.js")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, found := range regexp.MustCompile(`"(boot\.[a-z]+)"`).FindAllSubmatch(script, -1) {
		asked[string(found[1])] = true
	}
	there := pagesOf(t, "en")[words.BootFile]
	if got, want := slices.Sorted(maps.Keys(asked)), slices.Sorted(maps.Keys(there)); !slices.Equal(got, want) {
		t.Errorf("the boot script says %v, boot.json has %v", got, want)
	}
}

// The forms that people meet most; Chromium's Intl judges them all (e2e).
func TestForm(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lang string
		n    int
		want string
	}{
		{"en", 0, "0 shops"}, {"en", 1, "1 shop"}, {"en", 1204, "1,204 shops"},
		{"pt", 0, "0 loja"}, {"pt", 1, "1 loja"}, {"pt", 2, "2 lojas"}, {"pt", 1204, "1.204 lojas"},
		{"zh-Hant", 1, "1 間店舖"}, {"zh-Hant", 28, "28 間店舖"},
		{"ar", 0, "لا متاجر"}, {"ar", 1, "متجر واحد"}, {"ar", 2, "متجران"}, {"ar", 3, "3 متاجر"}, {"ar", 10, "10 متاجر"},
		{"ar", 11, "11 متجرًا"}, {"ar", 99, "99 متجرًا"}, {"ar", 100, "100 متجر"}, {"ar", 103, "103 متاجر"},
		{"ar", 111, "111 متجرًا"},
	} {
		c, err := read(tt.lang)
		if err != nil {
			t.Fatal(err)
		}
		forms := strings.Split(c.word("shops.count"), "|")
		if got := fill(forms[Form(tt.lang, tt.n)], []any{words.Grouped(tt.lang, tt.n)}); got != tt.want {
			t.Errorf("%s: %d is %q, want %q", tt.lang, tt.n, got, tt.want)
		}
	}
}
