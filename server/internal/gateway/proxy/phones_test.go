package proxy_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
)

// notEndingIn0 is a numbering plan in which phones that end in 0 can't exist.
var notEndingIn0 = change.PhoneCheck(func(phone string) bool { return !strings.HasSuffix(phone, "0") })

func TestImpossiblePhonesAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, setup{phones: notEndingIn0})
	a := f.post(t, api.RoleManager, platform.PathContactUpdate,
		`{"shopId":100001,"phones":["852-25460101","852-25460100"]}`)
	if a.Status != http.StatusUnprocessableEntity || a.Error.Code != api.CodeInvalid || len(a.Error.Problems) != 1 ||
		a.Error.Problems[0].Path != "phones[1]" || a.Error.Problems[0].Code != api.ProblemPhoneImpossible {
		t.Errorf("answer %d %+v", a.Status, a.Error)
	}
	if strings.Contains(f.asked.String(), platform.PathContactUpdate) {
		t.Error("the phones reached the platform")
	}
	if a := f.post(t, api.RoleManager, platform.PathContactUpdate,
		`{"shopId":100001,"phones":["852-25460101"]}`); a.Status != http.StatusOK {
		t.Errorf("a possible phone: %d %+v", a.Status, a.Error)
	}
}
