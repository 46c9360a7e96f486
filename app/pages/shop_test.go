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
