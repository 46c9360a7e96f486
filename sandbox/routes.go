package sandbox

import (
	"maps"
	"net/http"
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// pathTokenShort is the token endpoint's other name (interface 4.1).
const pathTokenShort = "/oauth/token" //nolint:gosec // a path

// request is a call of an endpoint that has passed its authentication.
type request struct {
	object
	from *http.Request
	base string // address in front of the platform's paths
	shop *shop  // nil where the route needs none
}

// route is one endpoint. Without a serve function it isn't modelled.
type route struct {
	open  bool // answers without an access token
	serve func(*Sandbox, *request) reply
}

// routes are the platform's paths, all of platform.Endpoints. Every route that
// isn't open is about one shop. The token endpoint is served apart from them.
var routes = map[string]route{
	platform.PathToken: {open: true, serve: (*Sandbox).exchange},
	pathTokenShort:     {open: true, serve: (*Sandbox).exchange},

	platform.PathShopGet:       {serve: (*Sandbox).getShop},
	platform.PathPictureUpdate: {serve: (*Sandbox).updatePicture},
	platform.PathContactUpdate: {serve: (*Sandbox).updateContact},
	platform.PathWeekGet:       {serve: (*Sandbox).getWeek},
	platform.PathWeekUpdate:    {serve: (*Sandbox).updateWeek},
	platform.PathShopRest:      {serve: (*Sandbox).rest},
	platform.PathShopOpen:      {serve: (*Sandbox).open},
	platform.PathSpecialGet:    {serve: (*Sandbox).getSpecial},
	platform.PathSpecialUpdate: {serve: (*Sandbox).updateSpecial},

	platform.PathOrderGet:      {serve: (*Sandbox).getOrder},
	platform.PathOrderConfirm:  {serve: (*Sandbox).confirmOrder},
	platform.PathOrderCancel:   {serve: (*Sandbox).cancelOrder},
	platform.PathOrderAgree:    {serve: (*Sandbox).agreeRefund},
	platform.PathOrderReject:   {serve: (*Sandbox).rejectRefund},
	platform.PathOrderPrepare:  {serve: (*Sandbox).prepareOrder},
	platform.PathOrderCollect:  {serve: (*Sandbox).collectOrder},
	platform.PathRefundApply:   {serve: (*Sandbox).applyRefund},
	platform.PathRefundPreview: {serve: (*Sandbox).previewRefund},
	platform.PathCallbackSet:   {open: true, serve: (*Sandbox).setCallback},
}

// Routes lists the paths that the sandbox answers for the platform, sorted.
func Routes() []string { return slices.Sorted(maps.Keys(routes)) }

// NotModelled lists the routes that only answer with CodeNotModelled, sorted.
func NotModelled() []string {
	return slices.DeleteFunc(Routes(), func(path string) bool { return routes[path].serve != nil })
}

// act answers a call of the platform, whatever faults there are, and notes in
// c what it was about.
func (s *Sandbox) act(w http.ResponseWriter, r *http.Request, c *Call) reply {
	return s.dress(r.URL.Path, s.undressed(w, r, c))
}

// undressed is act's answer in the shape that we imagine.
func (s *Sandbox) undressed(w http.ResponseWriter, r *http.Request, c *Call) reply {
	route, ok := routes[r.URL.Path]
	if !ok {
		return refuse(fail(http.StatusNotFound, CodeUnknownPath, "There is no such path."))
	}
	obj, body, f := readBody(w, r)
	if f != nil {
		return refuse(f)
	}
	req := &request{object: obj, from: r, base: s.base(r)}
	if !route.open {
		token, f := s.authenticate(r, obj, body)
		if f != nil {
			return refuse(f)
		}
		if f := s.address(req, c, token); f != nil {
			return refuse(f)
		}
	}
	if route.serve == nil {
		return refuse(fail(http.StatusOK, CodeNotModelled, "The sandbox does not model %s yet.", r.URL.Path))
	}
	return route.serve(s, req)
}

// address finds the shop that the call is about.
func (s *Sandbox) address(req *request, c *Call, token tokenRecord) *failure {
	id, f := req.integer("shopId", "shopId")
	if f != nil {
		return f
	}
	c.ShopID = id
	shop, ok := s.shop(id)
	if !ok {
		return asFailure(ErrUnknownShop)
	}
	if !shop.Authorised || !s.reaches(token, id) {
		return fail(http.StatusOK, CodeNotAuthorised, "The shop is not bound to this application.")
	}
	req.shop = shop
	return nil
}

// done answers a change that has no data.
func (s *Sandbox) done(err error) reply {
	if err == nil {
		return succeed(nil)
	}
	f := asFailure(err)
	if f.code == CodeInternal {
		s.logger().Error("sandbox: change", "error", err)
	}
	return refuse(f)
}
