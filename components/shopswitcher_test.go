package components

import (
	"strconv"
	"testing"
)

func manyShops(n int) []ShopItem {
	shops := make([]ShopItem, n)
	for i := range shops {
		shops[i] = ShopItem{ID: int64(i + 1), Name: "Shop " + strconv.Itoa(i+1)}
	}
	return shops
}

func TestShopSwitcherDrawsOnlyWhatIsInSight(t *testing.T) {
	t.Parallel()
	root := render(t, &ShopSwitcher{ID: "s", Label: "Change shop", SearchLabel: "Find", Shops: manyShops(2000), Current: 1000, open: true, active: 999, first: 999})
	rows := root.all(func(n *node) bool { return n.attrs["role"] == "option" })
	if len(rows) != shopListRows {
		t.Errorf("%d rows are drawn, want %d", len(rows), shopListRows)
	}
	current := root.all(func(n *node) bool { return n.attrs["aria-selected"] == "true" })
	if len(current) != 1 {
		t.Fatalf("%d rows are selected, want 1", len(current))
	}
	current[0].attributes(t, map[string]string{"id": "s-shop-1000", "aria-posinset": "1000", "aria-setsize": "2000", "data-active": "true"})
	root.first(t, "combobox").attributes(t, map[string]string{"aria-activedescendant": "s-shop-1000", "aria-controls": "s-list"})

	// The spacers keep the place of the rows that aren't drawn.
	total := len(rows) * shopRowPx
	for _, spacer := range root.all(func(n *node) bool { return n.attrs["role"] == "presentation" }) {
		height, err := strconv.Atoi(spacer.first(t, "svg").attrs["height"])
		if err != nil {
			t.Fatal(err)
		}
		total += height
	}
	if total != 2000*shopRowPx {
		t.Errorf("the list is %d px tall, want %d", total, 2000*shopRowPx)
	}
}

func TestShopSwitcherNamesTheShop(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		current int64
		want    string
	}{{2, "Change shop Shop 2"}, {0, "Change shop None"}} {
		root := render(t, &ShopSwitcher{ID: "s", Label: "Change shop", NoneText: "None", Shops: manyShops(3), Current: tt.current})
		button := root.first(t, "button")
		button.attributes(t, map[string]string{"aria-expanded": "false", "aria-haspopup": "listbox"})
		if got := button.words(); got != tt.want {
			t.Errorf("button reads %q, want %q", got, tt.want)
		}
	}
}
