package platform

import "context"

// Shop reads the shop's details (interface 4.4).
//
//platform:operation POST /scm/shop/base/get
func (c *Client) Shop(ctx context.Context, request ShopRef) (*Shop, error) {
	return call[Shop](ctx, c, PathShopGet, request)
}

// UpdatePicture asks for a new profile image (interface 4.4, rule 3).
//
//platform:operation POST /scm/shop/picture/main/update
func (c *Client) UpdatePicture(ctx context.Context, request PictureUpdate) error {
	return send(ctx, c, PathPictureUpdate, request)
}

// UpdateContact replaces the contact phones (interface 4.4, rule 4).
//
//platform:operation POST /scm/shop/contact/update
func (c *Client) UpdateContact(ctx context.Context, request ContactUpdate) error {
	return send(ctx, c, PathContactUpdate, request)
}

// WeeklyHours reads the weekly hours. The interface makes the data optional:
// a shop without any has an empty week (interface 4.4).
//
//platform:operation POST /scm/shop/business/hour/effective/get
func (c *Client) WeeklyHours(ctx context.Context, request ShopRef) (*Week, error) {
	return call[Week](ctx, c, PathWeekGet, request)
}

// UpdateWeeklyHours replaces the weekly hours (interface 4.4, rule 1).
//
//platform:operation POST /scm/shop/business/hour/effective/update
func (c *Client) UpdateWeeklyHours(ctx context.Context, request WeekUpdate) error {
	return send(ctx, c, PathWeekUpdate, request)
}

// Rest suspends the shop (interface 3.1, 4.4).
//
//platform:operation POST /scm/shop/status/rest
func (c *Client) Rest(ctx context.Context, request ShopRef) error {
	return send(ctx, c, PathShopRest, request)
}

// Open reactivates the shop (interface 3.1, 4.4).
//
//platform:operation POST /scm/shop/status/open
func (c *Client) Open(ctx context.Context, request ShopRef) error {
	return send(ctx, c, PathShopOpen, request)
}

// SpecialHours reads the special hours that are active now or will be
// (interface 4.4).
//
//platform:operation POST /scm/shop/special/business/hour/effective/get
func (c *Client) SpecialHours(ctx context.Context, request ShopRef) (*[]SpecialDate, error) {
	return call[[]SpecialDate](ctx, c, PathSpecialGet, request)
}

// UpdateSpecialHours replaces all special hours; a null or empty list clears
// them (interface 4.4, rule 2).
//
//platform:operation POST /scm/shop/special/business/hour/effective/update
func (c *Client) UpdateSpecialHours(ctx context.Context, request SpecialUpdate) error {
	return send(ctx, c, PathSpecialUpdate, request)
}

// SetCallback registers a webhook URL (interface 4.5).
//
//platform:operation POST /base/callback/url/set
func (c *Client) SetCallback(ctx context.Context, request CallbackSet) error {
	return send(ctx, c, PathCallbackSet, request)
}
