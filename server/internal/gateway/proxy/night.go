package proxy

import (
	"context"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
)

// nightOverlaps lists the special shifts that run into the weekly hours of the day after, if the platform
// refuses them. The week is read only if a shift runs past midnight.
func (p *Proxy) nightOverlaps(ctx context.Context, scope auth.ShopScope, dates []platform.SpecialDate,
	env rules.Env) ([]rules.Problem, error) {
	if env.Leaves[rules.CodeSpillOverlap] != platform.LeaveRefused {
		return nil, nil
	}
	around := &platform.Week{}
	for _, day := range platform.Days() {
		around.SetDay(day, []platform.Period{{EndTime: platform.DaySeconds}})
	}
	if len(rules.Nights(dates, around, env.Anchor, env.Zone)) == 0 {
		return nil, nil
	}
	_, data, err := p.data(ctx, scope, platform.PathWeekGet)
	if err != nil {
		return nil, err
	}
	week, _ := data.(*platform.Week) // the catalogue's type of the week
	found := env.Leaves.Judge(rules.Nights(dates, week, env.Anchor, env.Zone))
	return rules.Prefixed("specialBusinessHour", found), nil
}
