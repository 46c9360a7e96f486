package proxy

import (
	"context"
	"fmt"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// check applies the rules. Only the browser shows warnings. What the request leaves as the platform has it breaks no
// rule: the platform is read for that, once something is refused.
func (p *Proxy) check(ctx context.Context, e *platform.Endpoint, scope auth.ShopScope, request any) error {
	env, err := p.env(ctx, scope, request)
	if err != nil {
		return err
	}
	refusals := p.touched(ctx, e, scope, request, rules.Refusals(rules.Check(request, env)))
	if contact, ok := request.(*platform.ContactUpdate); ok && len(refusals) == 0 {
		refusals = p.touched(ctx, e, scope, request, rules.Prefixed("phones", p.Phones.Impossible(contact.Phones)))
	}
	if special, ok := request.(*platform.SpecialUpdate); ok && len(refusals) == 0 {
		found, err := p.nightOverlaps(ctx, scope, special.Dates, env)
		if err != nil {
			return err
		}
		refusals = p.touched(ctx, e, scope, request, found)
	}
	if picture, ok := request.(*platform.PictureUpdate); ok && len(refusals) == 0 {
		ctx, cancel := context.WithTimeout(ctx, PictureWithin)
		defer cancel()
		found, err := p.Pictures.Check(ctx, scope, picture.PictureURL)
		if err != nil {
			return err
		}
		refusals = rules.Prefixed("pictureUrl", found)
	}
	if len(refusals) == 0 {
		return nil
	}
	return httpio.Invalid("Some of this needs correcting. Nothing was sent.", refusals...)
}

// touched lists the refusals of what the request changes. Where the record that it replaces can't be read, all of them
// stay.
func (p *Proxy) touched(ctx context.Context, e *platform.Endpoint, scope auth.ShopScope, request any,
	refusals []rules.Problem) []rules.Problem {
	if len(refusals) == 0 || e.Replaces == "" {
		return refusals
	}
	_, before, err := p.data(ctx, scope, e.Replaces)
	if err != nil {
		return refusals
	}
	if e.Part != nil {
		before = e.Part(before)
	}
	return rules.Refusals(rules.Spare(refusals, rules.Stands(request, before)))
}

// env finds what the rules need. It reads the shop's zone only for the one request whose rules depend on it.
func (p *Proxy) env(ctx context.Context, scope auth.ShopScope, request any) (rules.Env, error) {
	env := rules.Env{Anchor: p.Anchor, Leaves: p.Leaves}
	if _, dated := request.(*platform.SpecialUpdate); !dated || p.Anchor == platform.AnchorUTC {
		return env, nil
	}
	shop, err := p.Shops.Shop(ctx, scope.ShopID())
	if err != nil {
		return env, fmt.Errorf("proxy: zone of shop %d: %w", scope.ShopID(), err)
	}
	zone, known := rules.LoadLocation(shop.Zone)
	if !known {
		return env, fmt.Errorf("proxy: zone of shop %d: no %q", scope.ShopID(), shop.Zone)
	}
	env.Zone = zone
	return env, nil
}
