package api

import "encoding/json"

// ShopRecord is all that a shop's pages show, in one answer: three of the
// platform's records and what we keep beside them.
type ShopRecord struct {
	Shop    PlatformAnswer `json:"shop"`            // the shop's details
	Week    PlatformAnswer `json:"week"`            // its weekly hours
	Special PlatformAnswer `json:"special"`         // its special hours
	Pause   *Pause         `json:"pause,omitempty"` // nil: none that hasn't ended
	Names   []DateName     `json:"names"`           // of its special dates
	// Past are special dates that are over and that the platform gives no longer,
	// as its own (interface 2.5), the latest first. See docs/dates.md.
	Past json.RawMessage `json:"past,omitempty"`
	// Unlisted are special dates that we know of, that aren't over and that the
	// platform doesn't list. See docs/dates.md.
	Unlisted json.RawMessage `json:"unlisted,omitempty"`
	// Drifts are those of [PathShopDrift], for an operator who may use templates in the shop.
	Drifts []*Drifts `json:"drifts,omitempty"`
}

// PlatformAnswer is one of the platform's answers, envelope and all, or why there is
// none: what the call by itself would have answered.
type PlatformAnswer struct {
	Body  json.RawMessage `json:"body,omitempty"`
	Error *Error          `json:"error,omitempty"`
}
