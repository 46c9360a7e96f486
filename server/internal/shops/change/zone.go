package change

import "github.com/shopdesk/shopdesk/platform/rules"

// Today is the date in the shop's zone, false without a zone.
func Today(f ShopFacts, now int64) (rules.Date, bool) {
	zone, known := rules.LoadLocation(f.Shop.Zone)
	date, _ := rules.Local(now, zone)
	return date, known
}
