package connect

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// The audit's names of acts on connections.
const (
	auditConnect    = "connections.connect"
	auditDisconnect = "connections.disconnect"
	auditLook       = "connections.look"
)

// HandleCode connects with a pasted code ([api.PathConnectCode]).
func (s *Service) HandleCode(w http.ResponseWriter, r *http.Request) error {
	who, request, err := auth.Required[api.ConnectCode](s.Authoriser, w, r, auth.PermissionConnections)
	if err != nil {
		return err
	}
	code := strings.TrimSpace(request.Code)
	switch {
	case !plausible(code):
		return errNoCode
	case request.ID != "" && !s.known(r.Context(), request.ID):
		return errNoConnection
	}
	if err := s.Authoriser.RequireStepUp(r.Context()); err != nil {
		return err
	}
	if err := s.connect(r.Context(), who, token.Consent{ID: request.ID, Code: token.Secret(code)}, "code"); err != nil {
		return err
	}
	return httpio.WriteJSON(w, s.list())
}

// connectWithin limits an act on a connection, with the reads of all shops. New tokens are stored however long that
// takes: the vault keeps them.
const connectWithin = time.Minute

// connect exchanges the code for tokens, finds out which shops the tokens reach,
// and writes the act into the audit. The act is finished even if the client leaves.
func (s *Service) connect(ctx context.Context, who *auth.Principal, c token.Consent, how string) error {
	ctx, cancel := background.Finish(ctx, connectWithin)
	defer cancel()
	c.OperatorID, c.Operator = who.OperatorID, who.Name
	entry := who.Entry(auditConnect, 0, map[string]any{"connection": c.ID, "by": how}, s.Now())
	return s.audited(ctx, entry, func() (string, error) {
		id, err := s.Vault.Connect(ctx, c)
		if err != nil {
			s.Logger.WarnContext(ctx, "connect: no tokens for a code", "request", httpio.RequestID(ctx), "outcome",
				token.OutcomeOf(err).String(), "err", err)
			return "", exchangeError(err)
		}
		if err := s.look(ctx, id); err != nil {
			// The connection works; HandleLook finds its shops later.
			s.Logger.ErrorContext(ctx, "connect: shops not found out", "connection", id, "err", err)
		}
		shops := s.shopsOf(id)
		s.Changed(ctx, shops)
		s.Authoriser.ShopsChanged()
		return id + ": " + audit.Shops(shops), nil
	})
}

// exchangeError gives the answer for a code that gave no tokens.
func exchangeError(err error) error {
	var said *platform.Error
	switch {
	case errors.Is(err, store.ErrNotFound):
		return errNoConnection
	case token.OutcomeOf(err) == token.OutcomeSignIn:
		return errBadCode
	case token.OutcomeOf(err) == token.OutcomeRefused:
		return errCredentials
	case token.OutcomeOf(err) == token.OutcomeTransient && errors.As(err, &said):
		return errBadCode // the platform answered, and not with a failure of its own
	case errors.As(err, &said), errors.Is(err, platform.ErrUnreachable):
		return httpio.Caused(errDown, err)
	}
	return httpio.Unavailable(err)
}

// outcome gives the audit's name of a failure's outcome. A code may be used up whose exchange got no answer.
func outcome(err error) string {
	if errors.Is(err, errDown) && token.OutcomeOf(err) == token.OutcomeUnknown || api.CodeOf(err) == api.CodeUnavailable {
		return store.OutcomeUnknown
	}
	return store.OutcomeRefused
}

// audited writes an audit entry before do, and the outcome afterwards.
func (s *Service) audited(ctx context.Context, entry store.Entry, do func() (detail string, err error)) error {
	calls := audit.Calls{Audit: s.Audit, Base: s.Base}
	finish, err := calls.Begin(ctx, entry)
	if err != nil {
		return httpio.Unavailable(err)
	}
	detail, err := do()
	if err != nil {
		finish(outcome(err), cmp.Or(string(api.CodeOf(err)), "refused"))
		return err
	}
	finish(store.OutcomeDone, detail)
	return nil
}

// HandleDisconnect stops using a connection and forgets its tokens
// ([api.PathDisconnect]).
func (s *Service) HandleDisconnect(w http.ResponseWriter, r *http.Request) error {
	return s.changed(w, r, auditDisconnect, func(ctx context.Context, id string, shops []int64) (string, error) {
		err := s.Vault.Disconnect(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			return "", errNoConnection
		}
		if err != nil {
			return "", httpio.Unavailable(err)
		}
		s.Changed(ctx, shops)
		s.Authoriser.ShopsChanged()
		return audit.Shops(shops), nil
	})
}

// HandleLook finds out again which shops a connection reaches
// ([api.PathConnectLook]).
func (s *Service) HandleLook(w http.ResponseWriter, r *http.Request) error {
	return s.changed(w, r, auditLook, func(ctx context.Context, id string, _ []int64) (string, error) {
		if !s.known(ctx, id) {
			return "", errNoConnection
		}
		if err := s.look(ctx, id); err != nil {
			return "", httpio.Unavailable(err)
		}
		return audit.Shops(s.shopsOf(id)), nil
	})
}

// changed does what is asked with a connection, which reaches shops until then. The audit of an end names the shops,
// because the connection is forgotten with them.
func (s *Service) changed(w http.ResponseWriter, r *http.Request, action string,
	do func(ctx context.Context, id string, shops []int64) (detail string, err error)) error {
	who, request, err := auth.Required[api.ConnectionRef](s.Authoriser, w, r, auth.PermissionConnections)
	if err != nil {
		return err
	}
	if action == auditDisconnect {
		if err := s.Authoriser.RequireStepUp(r.Context()); err != nil {
			return err
		}
	}
	ctx, cancel := background.Finish(r.Context(), connectWithin)
	defer cancel()
	s.Vault.Refresh(ctx)
	shops := s.shopsOf(request.ID)
	entry := who.Entry(action, 0, map[string]any{"connection": request.ID}, s.Now())
	entry.Detail = audit.Shops(shops)
	err = s.audited(ctx, entry, func() (string, error) { return do(ctx, request.ID, shops) })
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, s.list())
}
