package server_test

import (
	"net/http"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// The minutes after which a ticket changes its colour are the shop's, and red comes after yellow.
func TestCookLimitsAreChecked(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	manager := k.as(api.RoleManager)
	version := int64(0)
	for _, tt := range []struct {
		warm, hot, want int
	}{
		{0, 0, http.StatusOK}, {3, 8, http.StatusOK}, {0, 7, http.StatusOK}, {5, 5, http.StatusUnprocessableEntity},
		{10, 0, http.StatusUnprocessableEntity}, {-1, 0, http.StatusUnprocessableEntity},
		{1, api.MaxCook + 1, http.StatusUnprocessableEntity},
	} {
		s := api.OrderSettings{ShopID: shopID, Version: version, CookWarm: tt.warm, CookHot: tt.hot}
		status, body := k.post(manager, api.PathOrderSettings, s)
		if status != tt.want {
			t.Errorf("%d and %d minutes: %d %s", tt.warm, tt.hot, status, body)
		}
		if status == http.StatusOK {
			version++
		}
	}
}
