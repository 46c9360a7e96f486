package auth

import (
	"context"
	"errors"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandleSignIn signs in with a login and a password ([api.PathSignIn]). Neither the
// answer nor its time tells why a try failed: an unknown or disabled operator costs
// the same hash as a wrong password.
func (s *Service) HandleSignIn(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeIf[api.SignIn](s.Host == nil, errHostSigns, w, r)
	if err != nil {
		return err
	}
	ctx, login := r.Context(), NormalLogin(in.Login)
	if !loginShape(login) {
		login = "" // no operator's login; all such logins count as one
	}
	_, key, err := s.deviceOf(r, login)
	if err != nil {
		return err
	}
	o, fails, err := s.tryPassword(r, accountKey{login, key}, in.Password, "what", "signin", "known_device", key != "")
	if err != nil {
		return err
	}
	if fails >= freeFailures {
		s.event(ctx, eventSignInAfter, "operator", o.ID, "address", s.addressText(r), "fails", fails)
	}
	return s.answerSignedIn(w, r, o, in.Remember, methodPassword)
}

// tryPassword checks a password within the allowances of an account, and gives the operator with the number of failed
// tries before. The log has about of a try for which there is no allowance. The login isn't logged.
func (s *Service) tryPassword(r *http.Request, account accountKey, password string, about ...any) (o store.Operator,
	fails int, err error) {
	ctx, address := r.Context(), s.addressText(r)
	try, wait := s.throttle.begin(s.Now(), s.ClientNetwork(r), account)
	if wait > 0 {
		s.event(ctx, eventTooMany, append([]any{"address", address}, about...)...)
		return o, 0, slowDown(wait)
	}
	o, err = s.checkPassword(ctx, account.login, password, account.device != "")
	switch {
	case errors.Is(err, errBadSignIn):
		name, wait := eventSignInFailed, try.failed(s.Now())
		if wait > 0 {
			name = eventSignInSlowed
		}
		s.event(ctx, name, "operator", o.ID, "address", address, "wait", wait)
		return o, 0, err
	case err != nil:
		try.cancel()
		return o, 0, err
	}
	return o, try.succeeded(), nil
}

// checkPassword finds the operator with that login and password. A wrong password
// gives errBadSignIn with the operator's ID, an unknown login errBadSignIn without
// an ID.
func (s *Service) checkPassword(ctx context.Context, login, password string, known bool) (store.Operator, error) {
	var o store.Operator
	var err error
	if login != "" {
		o, err = s.Store.OperatorByLogin(ctx, login)
		if store.Optional(err) != nil {
			return o, unavailable("find operator", err)
		}
	}
	right, outdated, err := s.hasher.check(ctx, o.Password, password, known)
	if err != nil {
		return o, s.busy(err)
	}
	if !right || o.Disabled {
		return o, errBadSignIn
	}
	if outdated {
		return s.rehash(ctx, o, password, known)
	}
	return o, nil
}

// rehash replaces a hash made with lower costs, and gives the operator with the new one.
// After a failure the next sign-in tries again.
func (s *Service) rehash(ctx context.Context, o store.Operator, password string, known bool) (store.Operator, error) {
	phc, err := s.hasher.hash(ctx, password)
	if err == nil {
		err = s.Store.Rehash(ctx, o.ID, o.Password, phc)
	}
	if errors.Is(err, store.ErrNotFound) { // there is another hash meanwhile, perhaps of another password
		return s.checkPassword(ctx, o.Login, password, known)
	}
	if err != nil {
		s.Logger.WarnContext(ctx, "auth: password not hashed anew", "operator", o.ID, "err", err)
		return o, nil
	}
	s.event(ctx, eventPasswordHashed, "operator", o.ID)
	o.Password = phc
	return o, nil
}

// busy asks the client to try again later when too many passwords are being hashed.
func (s *Service) busy(err error) error {
	if errors.Is(err, errBusy) {
		return slowDown(hashWait)
	}
	return err
}

// signIn starts a session for an operator on the device that sent r, which is known
// from then on. The error is errBadSignIn if the operator is disabled, or has another
// password than the check of the proof read.
func (s *Service) signIn(w http.ResponseWriter, r *http.Request, in signing) (*Principal, error) {
	p, err := s.operator(r.Context(), in.operator.ID)
	if err != nil {
		return nil, unavailable("read operator", err)
	}
	if p == nil {
		return nil, errBadSignIn
	}
	var device string
	if !isDemo(p.Login) { // whom no failures slow down
		if device, err = s.rememberDevice(w, r, p.Login); err != nil {
			return nil, err
		}
	}
	if err := s.startSession(w, r, in, device); err != nil {
		return nil, err
	}
	s.event(r.Context(), eventSignIn, "operator", p.OperatorID, "address", s.addressText(r), "remember", in.remember,
		"method", in.method)
	return p, nil
}

// answerSignedIn signs an operator in who proved now who they are, and sends the session.
func (s *Service) answerSignedIn(w http.ResponseWriter, r *http.Request, o store.Operator, remember bool,
	method string) error {
	p, err := s.signIn(w, r, signing{o, method, s.Millis(), remember})
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, s.session(r.Context(), p))
}

// decodeIf decodes a request, if what it asks for is offered. Else the error is otherwise.
func decodeIf[T any](offered bool, otherwise error, w http.ResponseWriter, r *http.Request) (in T, err error) {
	if !offered {
		return in, otherwise
	}
	return httpio.Decode[T](w, r)
}
