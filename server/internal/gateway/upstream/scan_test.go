package upstream

import "testing"

// scanShop finds the shop that the platform reads in the body, because the token
// must belong to that shop.
func TestScanShopFindsTheShopThatThePlatformReads(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		`{"shopId":100001}`: 100001,
		`{"businessHourOfTheWeek":{"mon":[{"shopId":7}]}, "shopId": 9007199254740993 }`: 9007199254740993,
		`{"shop\u0049d":5}`: 5,
		`{"eventId":1}`:     0,
		`{"shopId":"5"}`:    0,
		``:                  0,
	} {
		if got := scanShop([]byte(text)); got != want {
			t.Errorf("%s: shop %d, want %d", text, got, want)
		}
	}
}
