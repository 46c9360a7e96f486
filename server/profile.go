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

// facts are the open points that package platform decides. A point is assumed unless the profile differs from the
// default.
func facts(p platform.Profile) []api.ProfileFact {
	var zero platform.Profile
	presentation, signature, anchor := "bearer", "sha256-suffix", "utc"
	if p.Presentation == platform.BodyFields {
		presentation = "body"
	}
	if p.Signature == platform.HMACHeader {
		signature = "hmac-header"
	}
	if p.Anchor == platform.AnchorShop {
		anchor = "shop"
	}
	listing := "ahead"
	if p.Listing == platform.ListActive {
		listing = "active"
	}
	lifetime := "3600"
	if p.TokenLifetime != 0 {
		lifetime = strconv.Itoa(int(p.TokenLifetime.Seconds()))
	}
	return []api.ProfileFact{
		{Key: "presentation", Value: presentation, Assumed: p.Presentation == zero.Presentation},
		{Key: "signature", Value: signature, Assumed: p.Signature == zero.Signature},
		{Key: "anchor", Value: anchor, Assumed: p.Anchor == zero.Anchor},
		{Key: "listing", Value: listing, Assumed: p.Listing == zero.Listing},
		{Key: "lifetime", Value: lifetime, Assumed: p.TokenLifetime == 0},
		{Key: "code.signature", Value: strconv.Itoa(platform.CodeSignature), Assumed: true},
		{Key: "code.merchant", Value: strconv.Itoa(platform.CodeNoMerchant), Assumed: true},
		{Key: "code.expired", Value: strconv.Itoa(platform.CodeTokenExpired), Assumed: true},
		{Key: "code.invalid", Value: strconv.Itoa(platform.CodeTokenInvalid), Assumed: true},
	}
}

// profile is the part of the platform's profile that pages need.
func profile(o checked) api.Profile {
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
