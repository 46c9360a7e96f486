package connect

import (
	"context"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// HandleList lists the connections ([api.PathConnections]).
func (s *Service) HandleList(w http.ResponseWriter, r *http.Request) error {
	s.Vault.Refresh(r.Context())
	return httpio.WriteJSON(w, s.list())
}

func (s *Service) list() api.Connections {
	answer := api.Connections{Connections: []api.Connection{}, Redirect: s.Authorise != ""}
	for _, c := range s.Vault.States() {
		shown := api.Connection{
			ID: c.ID, State: StateOf(c), Shops: []api.ConnectionShop{}, By: c.Operator, ConnectedAt: c.ConnectedAt,
			RenewedAt: c.IssuedAt, EndsAt: c.ExpiresAt, Trouble: c.Trouble, Unsaved: c.Unsaved,
		}
		if !c.SignIn {
			shown.Alarm = int(c.Alarm)
		}
		for _, shop := range c.Shops {
			shown.Shops = append(shown.Shops, api.ConnectionShop{ShopID: shop})
		}
		answer.Connections = append(answer.Connections, shown)
	}
	if status := s.Vault.Status(); status != nil {
		answer.App = appGrant(*status)
	}
	return answer
}

func appGrant(status token.Status) *api.AppGrant {
	grant := &api.AppGrant{State: api.ConnectionMissing, Alarm: int(status.Alarm),
		Trouble: string(token.TroubleOf(status.Failure))}
	if status.Valid {
		grant.State, grant.EndsAt = api.ConnectionGood, status.ExpiresAt.UnixMilli()
		if status.Alarm != token.OverdueNone {
			grant.State = api.ConnectionLate
		}
	}
	return grant
}

// StateOf gives a connection's state as the console shows it.
func StateOf(c token.State) api.ConnectionState {
	switch {
	case c.SignIn:
		return api.ConnectionSignIn
	case c.Alarm != token.OverdueNone:
		return api.ConnectionLate
	case c.Renewing:
		return api.ConnectionRenewing
	}
	return api.ConnectionGood
}

// Access tells how shops are reached now, for lists of shops.
func (s *Service) Access(ctx context.Context) func(shopID int64) api.Access {
	s.Vault.Refresh(ctx)
	return s.access
}

func (s *Service) access(shopID int64) api.Access {
	c, ok := s.Vault.StateOf(shopID)
	if !ok {
		return s.appAccess()
	}
	switch state := StateOf(c); state {
	case api.ConnectionLate, api.ConnectionSignIn:
		return api.Access{State: state, EndsAt: c.ExpiresAt}
	case api.ConnectionGood, api.ConnectionRenewing, api.ConnectionMissing:
	}
	return api.Access{}
}

// appAccess tells how a shop without a connection is reached: by the application-level grant, which counts as good
// until a try to get its token has failed.
func (s *Service) appAccess() api.Access {
	switch status := s.Vault.Status(); {
	case status == nil:
		return api.Access{State: api.ConnectionSignIn}
	case !status.Valid && status.Failure != nil:
		return api.Access{State: api.ConnectionMissing}
	}
	return api.Access{}
}
