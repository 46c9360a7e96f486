package confirm

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// The platform's status of a refund is shown where our words don't stand for it, by the owner's name if there is one.
func TestRefundShowsThePlatformsStatus(t *testing.T) { //nolint:paralleltest // sets the legend
	text.SetLegend([]api.CodeName{
		{Kind: api.KindRefund, Code: "721", Name: "With the risk team"},
		{Kind: api.KindRefund, Code: "20", Name: "Paid back"},
		{Kind: api.KindRefund, Code: "0", Name: "Never"},
	}, []api.CodeName{{Kind: api.KindRefund, Code: "ON_HOLD", Name: "Held back"}})
	defer text.SetLegend(nil, nil)
	for _, tt := range []struct {
		status int
		raw    string
		want   string
	}{
		{0, "", ""}, {10, "", ""}, {30, "", ""}, {20, "", " · Paid back"}, {721, "", " · With the risk team"},
		{720, "", " · refund status 720 (not documented)"},
		{0, "IN_REVIEW", " · refund status IN_REVIEW (not documented)"},
		{0, "ON_HOLD", " · Held back"},
	} {
		r := api.OrderRefund{Standing: api.RefundAgreed, Via: api.ViaSupport, Status: tt.status, StatusRaw: tt.raw}
		plain := r
		plain.Status, plain.StatusRaw = 0, ""
		if got, want := text.Plain(Standing(&r)), text.Plain(Standing(&plain))+tt.want; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got, want := text.Plain(Asked(&r)), text.Plain(Asked(&plain))+tt.want; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Words that customers and colleagues wrote keep their own direction: among Arabic ones, an English reason was torn
// apart and its quotes stood inside of it.
func TestForeignWordsKeepTheirDirection(t *testing.T) {
	t.Parallel()
	r := api.OrderRefund{Reason: "Never came", Standing: api.RefundAgreed, By: "Marco Lam"}
	for _, tt := range []struct{ words, want string }{
		{Asked(&r), "\u2068Never came\u2069"}, {Standing(&r), "\u2068Marco Lam\u2069"},
	} {
		if !strings.Contains(tt.words, tt.want) {
			t.Errorf("%q has no %q", tt.words, tt.want)
		}
	}
}

// A reason of one's own that was only spaces closed the question, and the server refused the act for want of a reason.
func TestReasonOfSpacesIsNone(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]bool{"": false, " ": false, "\u00a0 ": false, " Out of rice ": true} {
		r := Reason{code: "500000", Words: words}
		if _, ok := r.Check(api.ActCancel); ok != want {
			t.Errorf("%q: %v", words, ok)
		}
	}
}
