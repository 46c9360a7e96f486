package upstream_test

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

func TestScrubRemovesSecretsAndSignatures(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"plain", "Periods overlap on Friday.", "Periods overlap on Friday."},
		{"other scripts", "營業時間重疊：星期五", "營業時間重疊：星期五"},
		{"order number", "Order 3000000000000000123 was decided.", "Order 3000000000000000123 was decided."},
		{"field path", "businessHourOfTheWeek.mon: required", "businessHourOfTheWeek.mon: required"},
		{"hex", "computed 48eb6d562bb0673e3db753831f032be237fc19d1e5c33fcb5386d89c0eebca86.", "computed [removed]"},
		{"base64", "got BhfpI+v10rddk6FYr3TQw+prGn67doUErDWsAoohgDA= here", "got [removed] here"},
		{"token", "bearer sbx_app-0123456789ab refused", "bearer [removed] refused"},
		{"known secret", "got t-k and s3", "got [removed] and [removed]"},
		{"hidden by control characters", "x 48eb6d56\u200b2bb0673e\x003db75383 y", "x [removed] y"},
		{"lines", "a\r\nb\tc\x1b[31m", "a  b c[31m"},
		{"direction", "a\u202eb", "ab"},
	} {
		if got := upstream.Scrub(test.in, "t-k", "s3"); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	if got := upstream.Scrub(strings.Repeat("語 ", 5000)); len([]rune(got)) > 301 {
		t.Errorf("%d characters", len([]rune(got)))
	}
}
