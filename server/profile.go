package server

import (
	"net/http"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// interfaceVersion is the version of the platform's interface that this console uses.
const interfaceVersion = "v.1.0.0"

// handleProfile answers how the platform is called ([api.PathProfile]): everything that the interface leaves open,
// and whether it is only assumed. The answer holds no secret.
func (s *Server) handleProfile(w http.ResponseWriter, _ *http.Request) error {
	p := s.opts.Platform
	return httpio.WriteJSON(w, api.ProfileFacts{
		Interface: interfaceVersion, Platform: s.opts.platform, ClientID: p.ClientID, Facts: facts(p.Profile),
		Sights: s.sights.List(),
	})
}

// facts are the open points that package platform decides, with every setting of the profile. A point is assumed unless
// the profile differs from the default.
func facts(p platform.Profile) []api.ProfileFact {
	var list []api.ProfileFact
	// say adds a point, whose first value is the default.
	say := func(key string, differs bool, values [2]string) {
		value := values[0]
		if differs {
			value = values[1]
		}
		list = append(list, api.ProfileFact{Key: key, Value: value, Assumed: !differs})
	}
	say("presentation", p.Presentation == platform.BodyFields, [2]string{"bearer", "body"})
	say("signature", p.Signature == platform.HMACHeader, [2]string{"sha256-suffix", "hmac-header"})
	say("anchor", p.Anchor == platform.AnchorShop, [2]string{"utc", "shop"})
	say("listing", p.Listing == platform.ListActive, [2]string{"ahead", "active"})
	say("lifetime", p.TokenLifetime != 0, [2]string{"3600", strconv.Itoa(int(p.TokenLifetime.Seconds()))})
	say("code-field", p.CodeField != "", [2]string{"code", p.CodeField})
	say("refresh-field", p.RefreshField != "", [2]string{"refresh_token", p.RefreshField})
	say("shop-secret", p.ShopSecret, [2]string{"no", "yes"})
	say("pkce", p.PKCE, [2]string{"no", "yes"})
	for _, name := range platform.LeaveNames() {
		leave := *p.Leave(name)
		say(name, leave != platform.LeaveWarned, [2]string{"warned", string(leave)})
	}
	say("refund-product", p.RefundProduct == platform.RefundBySpu, [2]string{"id", "spuId"})
	say("callback", p.CallbackSigning == platform.CallbackWithoutURL, [2]string{"with-url", "without-url"})
	for _, code := range []struct {
		name string
		code int
	}{{"signature", platform.CodeSignature}, {"merchant", platform.CodeNoMerchant}, {"expired", platform.CodeTokenExpired},
		{"invalid", platform.CodeTokenInvalid}} {
		say("code."+code.name, false, [2]string{strconv.Itoa(code.code)})
	}
	return list
}

// profile is the part of the platform's profile that pages need.
func profile(o checkedOptions) api.Profile {
	p := api.Profile{Anchor: "utc", Secluded: o.secluded()}
	if o.Platform.Profile.Anchor == platform.AnchorShop {
		p.Anchor = "shop"
	}
	p.ListsActive = o.Platform.Profile.Listing == platform.ListActive
	p.RefundBySpu = o.Platform.Profile.RefundProduct == platform.RefundBySpu
	for code, leave := range rules.LeavesOf(o.Platform.Profile) {
		if p.Leaves == nil {
			p.Leaves = map[string]string{}
		}
		p.Leaves[code] = string(leave)
	}
	return p
}
