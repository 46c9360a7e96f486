package server_test

import (
	"net/http"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Each operator gets the needs of their own shops, and orders only where they may see orders.
func TestTodayShowsOnlyOwnShops(t *testing.T) {
	t.Parallel()
	b, _ := morning(t, nil)
	b.lost(shopID, 0)
	for _, tt := range []struct {
		role   api.Role
		query  string
		status int
		code   api.Code
		orders int
	}{
		{"", "", http.StatusUnauthorized, api.CodeSignedOut, 0},
		{api.RoleOwner, "?period=today", http.StatusOK, "", 1},
		{api.RoleManager, "?period=week&shop=100001", http.StatusOK, "", 1},
		{api.RoleStaff, "?period=month", http.StatusOK, "", 1},
		{api.RoleOwner, "?period=today&shop=100020", http.StatusOK, "", 0},
		{api.RoleManager, "?period=today&shop=100020", http.StatusNotFound, api.CodeNotFound, 0},
		{api.RoleStaff, "?shop=999999", http.StatusNotFound, api.CodeNotFound, 0},
		{api.RoleStaff, "?shop=x", http.StatusNotFound, api.CodeNotFound, 0},
		{api.RoleOwner, "?period=year", http.StatusUnprocessableEntity, api.CodeInvalid, 0},
	} {
		client := b.browser()
		if tt.role != "" {
			client = b.as(tt.role)
		}
		status, body := b.do(client, http.MethodGet, api.PathToday+tt.query, nil, nil)
		switch {
		case status != tt.status:
			t.Errorf("%q %s: %d %s", tt.role, tt.query, status, body)
		case tt.code != "" && code(t, body) != tt.code:
			t.Errorf("%q %s: %s", tt.role, tt.query, body)
		case tt.code == "":
			if answer := read[api.Today](b.bench, client, api.PathToday+tt.query); answer.Figures == nil ||
				answer.Figures.Orders != tt.orders {
				t.Errorf("%q %s: %+v", tt.role, tt.query, answer.Figures)
			}
		}
	}
	if answer := read[api.Today](b.bench, b.as(api.RoleManager), api.PathToday); answer.Figures != nil || answer.Now == 0 {
		t.Errorf("without a period: %+v", answer)
	}
}
