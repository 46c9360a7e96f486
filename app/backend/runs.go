package backend

import (
	"net/url"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Runs lists the runs, the newest first: those before a moment, in milliseconds, or
// with 0 the first page.
func (b *Backend) Runs(before int64) Call[api.Runs] {
	path := api.PathRuns
	if before != 0 {
		path += "?before=" + strconv.FormatInt(before, 10)
	}
	return Get[api.Runs](path).From(b)
}

// Run reads one run with its shops.
func (b *Backend) Run(id string) Call[*api.RunDetail] {
	return Get[*api.RunDetail](api.PathRun + "?run=" + url.QueryEscape(id)).From(b)
}

// Drifts reads how the shops of a template differ from it.
func (b *Backend) Drifts(template string) Call[*api.Drifts] {
	return Get[*api.Drifts](api.PathDrift + "?template=" + url.QueryEscape(template)).From(b)
}

// ShopDrift reads the templates from which a shop differs.
func (b *Backend) ShopDrift(shop int64) Call[[]*api.Drifts] {
	return Get[[]*api.Drifts](api.PathShopDrift + shopQuery(shop, "?")).From(b)
}
