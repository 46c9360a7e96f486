package sandbox_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// Many shops are the same ones each time, differ from one another as a chain's
// do, and are taken by the platform's own checks as they are.
func TestManyShops(t *testing.T) {
	t.Parallel()
	const count = 2000
	open := func() *sandbox.Sandbox {
		return &sandbox.Sandbox{Shops: count, Clock: sandbox.NewVirtualClock(noon)}
	}
	box, again := open(), open()
	zones, names, weeks := map[string]int{}, map[string]int{}, map[string]int{}
	var suspended, dated, reviewed, rejected, without int
	for _, info := range box.Directory() {
		shop, _ := box.Shop(info.ShopID)
		same, _ := again.Shop(info.ShopID)
		if diff := cmp.Diff(shop, same); diff != "" {
			t.Fatalf("shop %d isn't the same twice:\n%s", info.ShopID, diff)
		}
		if _, err := time.LoadLocation(info.Zone); err != nil {
			t.Errorf("shop %d: %v", info.ShopID, err)
		}
		zones[info.Zone]++
		names[info.Name]++
		weeks[week(t, shop.Week)]++
		if n := len(shop.Record.Phones); n < platform.MinPhones || n > platform.MaxPhones {
			t.Errorf("shop %d has %d phones", info.ShopID, n)
		}
		if shop.Record.Status == platform.ShopSuspended {
			suspended++
		}
		dated += min(1, len(shop.Special))
		switch pictures := shop.Record.MainPictures; {
		case len(pictures) == 0:
			without++
		case pictures[len(pictures)-1].Status == platform.PicturePending:
			reviewed++
		case pictures[len(pictures)-1].Status == platform.PictureRejected:
			rejected++
		}
	}
	if len(names) != count {
		t.Errorf("only %d names", len(names))
	}
	for what, n := range map[string]int{
		"zones": len(zones), "weeks": len(weeks), "suspended": suspended, "with special dates": dated,
		"in review": reviewed, "rejected": rejected, "without a picture": without,
	} {
		if n < 8 {
			t.Errorf("%s: only %d", what, n)
		}
	}

	base := serve(t, box, "/p")
	client := present(base, exchange(t, base), &platform.Presenter{}, box.Now)
	for id := int64(sandbox.FirstShopID + 100); id < sandbox.FirstShopID+count; id += 61 {
		shop, _ := box.Shop(id)
		if err := client.UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: id, Week: &shop.Week}); err != nil {
			t.Errorf("week of shop %d: %v", id, err)
		}
		var phones []string
		for _, phone := range shop.Record.Phones {
			phones = append(phones, phone.Number)
		}
		if err := client.UpdateContact(t.Context(), platform.ContactUpdate{ShopID: id,
			Phones: platform.Phones(phones)}); err != nil {
			t.Errorf("phones of shop %d: %v", id, err)
		}
		if err := client.UpdateSpecialHours(t.Context(),
			platform.SpecialUpdate{ShopID: id, Dates: shop.Special}); err != nil {
			t.Errorf("special dates of shop %d: %v", id, err)
		}
	}
}

func week(t *testing.T, w platform.Week) string {
	t.Helper()
	text, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
