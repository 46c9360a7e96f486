package live

import "testing"

func TestShopSetHasItsShopsOnly(t *testing.T) {
	t.Parallel()
	none, some := shopSet{}, shopsOf(30, 1<<40, 2)
	for id, want := range map[int64]bool{2: true, 30: true, 1 << 40: true, 0: false, 3: false, 31: false, 1 << 41: false} {
		if some.has(id) != want || none.has(id) {
			t.Errorf("%d: %v and %v, want %v and false", id, some.has(id), none.has(id), want)
		}
	}
	if some != shopsOf(2, 30, 1<<40) {
		t.Error("equal sets aren't one")
	}
}
