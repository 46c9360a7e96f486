package pages_test

import (
	"testing"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

func TestShopNames(t *testing.T) {
	t.Parallel()
	shops := []api.Shop{
		{ShopID: 100001, Name: "海港麵家中環", EnName: "Harbour Noodle Central"}, {ShopID: 100002, EnName: "Harbour Congee"},
	}
	for words, want := range map[string]int{"": 2, "harbour": 2, "noodle CENTRÁL": 1, "١٠٠٠٠٢": 1, "中環": 1,
		"100002": 1, "pizza": 0} {
		if got := components.Holding(shops, words, pages.ShopNames); len(got) != want {
			t.Errorf("%q: %d", words, len(got))
		}
	}
}

// Bug: numbers as spreadsheets and people write them were no numbers.
func TestShopNumber(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]int64{
		"100001": 100001, `"100001"`: 100001, `="100001"`: 100001, `"=""100001"""`: 100001, "#100001": 100001,
		"100001.0": 100001, `"100001.0"`: 100001, "9007199254740993": 9007199254740993,
		"100001.5": 0, "-100001": 0, "0": 0, "0.0": 0, "x": 0, "": 0,
	} {
		if id, ok := pages.ShopNumber(word); ok != (want > 0) || ok && id != want {
			t.Errorf("%q: %d %v", word, id, ok)
		}
	}
}
