package server

import (
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// interfaceVersion is the version of the platform's interface that this console uses.
const interfaceVersion = "v.1.0.0"

// handleProfile answers how the platform is called ([api.PathProfile]): everything that the interface leaves open,
// and whether it is only assumed. The answer holds no secret.
func (s *Server) handleProfile(w http.ResponseWriter, r *http.Request) error {
	sights, err := s.sights.List(r.Context())
	if err != nil {
		return httpio.Unavailable(err)
	}
	p := s.opts.Platform
	return httpio.WriteJSON(w, api.ProfileFacts{
		Interface: interfaceVersion, Platform: s.opts.platform, ClientID: p.ClientID,
		Facts:  facts(p.Profile, s.opts.Hooks.Rule),
		Sights: sights,
	})
}

// facts are the assumptions about the platform, with what the settings say of them.
func facts(p platform.Profile, rule platform.HookRule) []api.CheckFinding {
	assumptions := platform.Assumptions()
	list := make([]api.CheckFinding, len(assumptions))
	for i, a := range assumptions {
		holds, state, why := a.Default, api.CheckAssumed, a.Reason
		says := p.Says(&a)
		if a.Name == platform.AssumedHookSignature && rule != "" && rule != platform.HookPublicRaw {
			says = string(rule)
		}
		if says != "" {
			holds, state, why = says, api.CheckSet, "Default: "+a.Default
		}
		list[i] = api.CheckFinding{Name: a.Name, Assumption: a.Name + ": " + holds, State: state,
			Seen: []string{"Interface " + a.Section + ". " + why}, Setting: settingOf(&a)}
	}
	return list
}

// settingOf names an assumption's setting: a host's option and the command's variable, "" for none.
func settingOf(a *platform.Assumption) string {
	option := "Platform.Profile." + a.Setting
	if a.Name == platform.AssumedHookSignature {
		option = "Hooks.Rule"
	}
	if a.Variable() == "" {
		return ""
	}
	return "Options." + option + ", " + a.Variable()
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
