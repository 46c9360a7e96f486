package build

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPackedWords(t *testing.T) {
	t.Parallel()
	got, err := packedWords(map[string]string{"shop.yes": "Yes", "shop": "Shop", "shop.no": "No", "shop.no.why": "<b>",
		"shops": "Shops"})
	if diff := cmp.Diff(`"0shop\n0shop.no\n1no.why\n1yes\n0shops\nShop\nNo\n<b>\nYes\nShops"`, string(got)); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if _, err := packedWords(map[string]string{"a": "two\nlines"}); err == nil {
		t.Error("a text of two lines was packed")
	}
}
