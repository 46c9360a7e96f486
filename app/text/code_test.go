package text

import (
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// A code is worded by the owner's name, else by our words, else by its number beside
// its kind.
func TestCode(t *testing.T) { //nolint:paralleltest // sets the legend
	SetLegend([]api.CodeName{
		{Kind: api.KindOrder, Code: "20", Name: "Being checked"}, {Kind: api.KindDelivery, Code: "10", Name: "Rider wanted"},
	}, []api.CodeName{{Kind: api.KindPhoto, Code: "PENDING", Name: "Being looked at"}})
	defer SetLegend(nil, nil)
	for _, tt := range []struct{ got, want string }{
		{Code(api.KindOrder, 20), "Being checked"},
		{Code(api.KindDelivery, 10), "Rider wanted"},
		{Code(api.KindShop, 20), "shop status 20 (not documented)"},
		{Code(api.KindShop, 3), "Operating"},
		{Code(api.KindOrder, 30), "Preparing"},
		{Code(api.KindPhoto, 2), "In review"},
		{Code(api.KindReason, 500001), "Out of ingredients"},
		{Code(api.KindReview, 0), "option group review 0 (not documented)"},
		{RawCode(api.KindRest, "BUSY"), "pause status BUSY (not documented)"},
		{CodeOr(api.KindPhoto, 0, "PENDING"), "Being looked at"},
		{CodeOr(api.KindOrder, 0, "PENDING"), "order status PENDING (not documented)"},
		{CodeOr(api.KindOrder, 0, "other"), "order status other (not documented)"},
		{CodeOr(api.KindOrder, 30, ""), "Preparing"},
	} {
		if got := Plain(tt.got); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := Code(api.KindOrder, 20); got != Isolate("Being checked") {
		t.Errorf("the owner's name isn't isolated: %q", got)
	}
}

func TestEveryKindHasAName(t *testing.T) {
	t.Parallel()
	for _, kind := range api.CodeKinds() {
		if !Has("code.of." + string(kind)) {
			t.Errorf("no words for %q", kind)
		}
	}
}
