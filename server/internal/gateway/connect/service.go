package connect

import (
	"context"
	"errors"
	"net/http"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
)

// Authoriser authorises the asker.
type Authoriser interface {
	auth.Authoriser
	Resume(r *http.Request, ref string, operatorID int64) (*auth.Principal, error)
	ShopsChanged()
}

// Options set up a [Service]. Fields without a default are required.
type Options struct {
	Authoriser Authoriser
	Vault      *token.Vault
	Shops      store.Shops
	Audit      store.Audit
	Redirects  *auth.Redirects // keeps redirect state in the browser

	Platform  upstream.Options // for calls of the platform; Tokens is not used
	Authorise string           // the platform's page for merchants; "": codes are pasted
	AppID     int64            // required with Authorise

	Origin string // the console's origin in browsers, without a path
	Mount  string // the console's path, "" or "/x"

	// Changed is called with shops that are reached otherwise than before, or no more. Default: no call.
	Changed func(ctx context.Context, shops []int64)

	background.Base
}

// Service connects shops.
type Service struct {
	Options
	prober *platform.Client
}

// New checks the options.
func New(o Options) (*Service, error) {
	switch {
	case o.Authoriser == nil || o.Vault == nil || o.Shops == nil || o.Audit == nil || o.Redirects == nil:
		return nil, errors.New("connect: Options.Authoriser, Vault, Shops, Audit and Redirects are required")
	case o.Authorise != "" && o.AppID == 0:
		return nil, errors.New("connect: Options.AppID is required with Authorise")
	}
	o.Defaults()
	if o.Changed == nil {
		o.Changed = func(context.Context, []int64) {}
	}
	s := &Service{Options: o}
	o.Platform.Tokens = probing{o.Vault}
	caller, err := upstream.New(o.Platform)
	if err != nil {
		return nil, err
	}
	s.prober = &platform.Client{Transport: caller}
	return s, nil
}
