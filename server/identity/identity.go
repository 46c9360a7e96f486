// Package identity has the types with which a host tells the console who its operators are: [Person] for a host that
// signs people in itself, [OIDC] for an OpenID provider.
package identity

import (
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Role is what an operator may do in a shop: one of the three below.
type Role = api.Role

// The roles, the strongest first.
const (
	Owner   = api.RoleOwner   // everything: operators, roles and connections too
	Manager = api.RoleManager // changes the shop, cancels orders and decides on refunds
	Staff   = api.RoleStaff   // sees the shop, and works on its orders
)

// Person is a person for whom the host, the site around the console, vouches. The host signs people in and out; the
// console's own routes of sign-in answer 404.
//
// The first request with an ID makes an operator without a password, with a login that the server makes up, so that
// the audit has an operator to name. The operator keeps no role: the host's grants count for one request.
type Person struct {
	ID       string  // the host's own id, stable and never given to another person
	Name     string  // shown in the console and in the audit
	Login    string  // shown beside the name
	Role     Role    // one of the three above
	Shops    []int64 // the role holds in these shops
	AllShops bool    // the role holds in all shops
}

// OIDC is an OpenID provider at which operators may sign in.
type OIDC struct {
	Issuer       string            // exactly the provider's own text; https, or http on a loopback address
	ClientID     string            // of this console, registered at the provider
	ClientSecret string            // the provider's
	Name         string            // shown to people; default: the issuer's host
	Transport    http.RoundTripper // default: http.DefaultTransport
}
