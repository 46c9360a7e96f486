package devices

import (
	"cmp"
	"slices"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// standing is how it stands with notifications on this device.
type standing string

const (
	standingUnknown standing = ""
	standingNever   standing = "never"   // the server sends none
	standingNone    standing = "none"    // this browser has none
	standingInstall standing = "install" // only once the console is installed
	standingBlocked standing = "blocked" // the browser was told not to
	standingOff     standing = "off"
	standingOn      standing = "on"
)

// standingOf puts together what server and browser say.
func standingOf(push *api.Push, browser device.Standing) standing {
	switch {
	case push == nil:
		return standingUnknown
	case push.Key == "":
		return standingNever
	}
	switch browser {
	case device.PushDenied:
		return standingBlocked
	case device.PushInstall:
		return standingInstall
	case device.PushNone:
		return standingNone
	case device.PushGranted:
		if push.On {
			return standingOn
		}
	case device.PushDefault:
	}
	return standingOff
}

// shopChoice is which shops a device is told of.
type shopChoice struct {
	some  bool // of those in picks alone
	picks map[int64]bool
}

func choiceOf(shops []api.PushShop) shopChoice {
	c := shopChoice{some: len(shops) > 0, picks: map[int64]bool{}}
	for _, shop := range shops {
		c.picks[shop.ShopID] = true
	}
	return c
}

// request is the choice for the server; ok is false while none is picked.
func (c shopChoice) request() (shops []api.PushShop, ok bool) {
	if !c.some {
		return nil, true
	}
	for id, picked := range c.picks {
		if picked {
			shops = append(shops, api.PushShop{ShopID: id})
		}
	}
	slices.SortStableFunc(shops, func(a, b api.PushShop) int { return cmp.Compare(a.ShopID, b.ShopID) })
	return shops, len(shops) > 0
}

// offered are the shops whose orders the operator may see.
func offered(s *state.State) (shops []api.Shop) {
	all, _ := s.Shops()
	for _, shop := range all {
		if s.May(shop.ShopID, platform.PermissionOrderView) {
			shops = append(shops, shop)
		}
	}
	return shops
}

// foreignHost is the push service that the server doesn't send to, if that is
// why it refused the browser's subscription.
func foreignHost(refusal *api.Error) (host string, ok bool) {
	if refusal == nil {
		return "", false
	}
	for _, p := range refusal.Problems {
		if p.Code == api.ProblemPushHost {
			if len(p.Args) > 0 {
				host, _ = p.Args[0].(string)
			}
			return host, true
		}
	}
	return "", false
}
