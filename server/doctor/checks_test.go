package doctor

import (
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// A machine that stands still for some seconds must fail no test.
func init() { callWithin, busyWithin = time.Minute, 3*time.Second }

// assumed names for each check the assumptions that it is about. The other checks are about the way to the
// platform and about this installation.
var assumed = map[string][]string{
	"expires-in":         {"lifetime"},
	"token-presentation": {"presentation"},
	"call-signature":     {"signature"},
	"auth-codes":         {"codes"},
	"auth-status":        {"auth status"},
	"envelope":           {"envelope", "refusals"},
	"number-ids":         {"ids"},
	"shapes":             {"shapes"},
	"members":            {"members"},
	"shop-status":        {"shop status"},
	"picture-status":     {"picture status"},
	"equal-times":        {"equal times"},
	"night-overlap":      {"night overlap"},
	"date-anchor":        {"anchor"},
	"date-listing":       {"listing"},
	"order-shape":        {"order record"},
	"order-codes":        {"order codes"},
	"refund-product":     {"refund product"},
	"heartbeat":          {"heartbeat"},
	"last-heartbeat":     {"heartbeat interval"},
	"hook-signature":     {"webhook signature"},
	"hook-events":        {"events"},
	"hook-time":          {"webhook time"},
	"short-phones":       {"short phones"},
	"phone-once":         {"phone twice"},
	"picture-ending":     {"picture ending"},
	"picture-review":     {"review"},
	"callback-signature": {"callback signature"},
	"code-field":         {"code field"},
	"refresh-field":      {"refresh field"},
	"shop-secret":        {"shop secret"},
	"pkce":               {"pkce"},
	"requests":           {"requests"}, "reason-codes": {"reasons"}, "consent-page": {"consent"},
	"phone-count": {"phones"}, "picture-size": {"picture"}, "amounts": {"amount"}, "rate-limit": {"too many"},
	"payout-week": {"payout week"}, "refund-applicant": {"refund applicant"},
	"delivery-type": {"delivery type"},
}

// Every assumption has a check, and every check that is about the platform's habits an assumption: there is one list.
func TestChecksAreTheAssumptions(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, a := range platform.Assumptions() {
		known[a.Name] = false
	}
	ours := map[string]bool{"platform-tls": true, "clock": true, "app-grant": true, "access": true,
		"public-address": true, "picture-hosts": true, "hook-registered": true}
	checked := map[string]bool{}
	for _, c := range checks {
		checked[c.name] = true
		if ours[c.name] == (len(assumed[c.name]) > 0) {
			t.Errorf("%s is about no assumption", c.name)
		}
		for _, name := range assumed[c.name] {
			if _, ok := known[name]; !ok {
				t.Errorf("%s is about %q, which isn't in the list", c.name, name)
			}
			known[name] = true
		}
	}
	for name, seen := range known {
		if !seen {
			t.Errorf("no check is about %q", name)
		}
	}
	for name := range assumed {
		if !checked[name] {
			t.Errorf("there is no check %q", name)
		}
	}
}

// A wrong token is known by words alone, too, where the status says that the request is at fault.
func TestCallersAreRefusedInWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		answer answer
		want   bool
	}{
		{answer{status: 400, json: true, message: "The access token is invalid; use a valid one"}, true},
		{answer{status: 400, json: true, message: "The shop is unknown"}, false},
		{answer{status: 200, json: true, message: "The access token is invalid"}, false},
		{answer{status: 200, json: true, code: "77", message: "The access token is invalid"}, true},
		{answer{status: 400, json: true, code: "OK", message: "The access token is invalid"}, false},
		{answer{status: 200, json: true, code: "4011"}, true}, {answer{status: 200, json: true, code: "10004"}, false},
		{answer{status: 401}, true}, {answer{status: 403}, false},
	} {
		if got := tt.answer.refusedUs(platform.PathShopGet, "token-invalid=4011"); got != tt.want {
			t.Errorf("%+v: %v", tt.answer, got)
		}
	}
}

// A check that the doctor's calls can't answer says what answers it: no gap is silent.
func TestChecksSayWhatShowsThem(t *testing.T) {
	t.Parallel()
	for _, c := range checks {
		if c.how == "" || (c.group == ofChanges) != strings.HasPrefix(c.how, "Can only be seen when ") {
			t.Errorf("%s: how it can be seen is %q", c.name, c.how)
		}
	}
}
