package sandbox

import "testing"

// Without a folder nothing waits to be written. The bug: each change of an order stayed in memory for ever.
func TestOrdersInMemoryWaitForNoJournal(t *testing.T) {
	t.Parallel()
	s := new(Sandbox)
	id, err := s.Place(Placement{ShopID: FirstShopID})
	if err == nil {
		err = s.AcceptOnPOS(id)
	}
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s.book.pending); n != 0 {
		t.Errorf("%d changes wait", n)
	}
}
