package push

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	longestEndpoint = 1024
	authBytes       = 16 // length of a subscription's auth secret
)

// address is a browser's endpoint and keys, sealed at rest.
type address struct {
	Endpoint string `json:"endpoint"`
	P256dh   string `json:"p256dh"`
	Auth     string `json:"auth"`
}

var (
	errOff  = httpio.Refusal(api.CodeNotFound, "This console sends no notifications.")
	errNone = httpio.Refusal(api.CodeNotFound, "This device isn't told of anything.")
)

// offers reports whether notifications are offered to an operator. Operators of a host can't have
// them, because hosts don't report the end of their sessions.
func (s *Service) offers(p *auth.Principal) bool { return !s.Off && p.Session() != "" }

// HandlePush answers which shops this device is notified of ([api.PathPush]).
func (s *Service) HandlePush(w http.ResponseWriter, r *http.Request) error {
	p, err := s.Authoriser.RequireSignedIn(r.Context())
	if err != nil {
		return err
	}
	if !s.offers(p) {
		return httpio.WriteJSON(w, api.Push{})
	}
	return s.answer(r.Context(), w, p)
}

func (s *Service) answer(ctx context.Context, w http.ResponseWriter, p *auth.Principal) error {
	answer := api.Push{Key: s.keys.Public}
	switch of, err := s.Store.PushOf(ctx, p.Session()); {
	case err == nil:
		answer.On = true
		for _, shop := range of.Shops {
			answer.Shops = append(answer.Shops, api.PushShop{ShopID: shop})
		}
	case !errors.Is(err, store.ErrNotFound):
		return httpio.Unavailable(err)
	}
	return httpio.WriteJSON(w, answer)
}

// asked returns the caller and the request, and fails where notifications aren't offered.
func asked[T any](s *Service, w http.ResponseWriter, r *http.Request) (p *auth.Principal, in T, err error) {
	if p, err = s.Authoriser.RequireSignedIn(r.Context()); err != nil {
		return nil, in, err
	}
	if in, err = httpio.Decode[T](w, r); err != nil {
		return nil, in, err
	}
	if !s.offers(p) {
		return nil, in, errOff
	}
	return p, in, nil
}

// HandleOn subscribes this device ([api.PathPush]).
func (s *Service) HandleOn(w http.ResponseWriter, r *http.Request) error {
	p, in, err := asked[api.PushOn](s, w, r)
	if err != nil {
		return err
	}
	if problems := s.judge(in); len(problems) > 0 {
		return httpio.Invalid("The browser's subscription can't be used.", problems...)
	}
	row := store.PushSubscription{
		ID: digest(in.Endpoint), Session: p.Session(), OperatorID: p.OperatorID,
		Language: s.words.In(in.Language).Lang, CreatedAt: s.Millis(),
	}
	if err := s.choose(r.Context(), &row, in); err != nil {
		return err
	}
	plain, err := json.Marshal(address{in.Endpoint, in.P256dh, in.Auth})
	if err != nil {
		return err
	}
	if row.Sealed, err = s.Sealer.Seal(plain, place(row.ID)); err != nil {
		return err
	}
	if err := s.Store.SavePush(r.Context(), row); err != nil {
		return httpio.Unavailable(err)
	}
	return s.answer(r.Context(), w, p)
}

// choose sets the shops of the subscription: with Keep the shops of the present subscription,
// otherwise the requested shops but for those that the operator has lost since they were chosen. One must be left: a
// subscription without shops is for all of them.
func (s *Service) choose(ctx context.Context, row *store.PushSubscription, in api.PushOn) error {
	if in.Keep {
		before, err := s.Store.PushOf(ctx, row.Session)
		if errors.Is(err, store.ErrNotFound) {
			return errNone
		}
		if err != nil {
			return httpio.Unavailable(err)
		}
		row.Shops, row.Language = before.Shops, before.Language
		return nil
	}
	var lost error
	for _, shop := range in.Shops {
		scope, err := s.Authoriser.Scope(ctx, shop.ShopID, platform.PermissionOrderView)
		switch code := api.CodeOf(err); {
		case err == nil:
			row.Shops = append(row.Shops, scope.ShopID())
		case code == api.CodeNotFound || code == api.CodeForbidden:
			lost = err
		default:
			return err
		}
	}
	if len(row.Shops) == 0 {
		return lost
	}
	slices.Sort(row.Shops)
	row.Shops = slices.Compact(row.Shops)
	return nil
}

// judge returns the problems of a browser's subscription.
func (s *Service) judge(in api.PushOn) (problems api.Problems) {
	if host, service := s.endpoint(in.Endpoint); service == "" {
		problems.Add("endpoint", api.ProblemPushHost, host)
	}
	if point, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(in.P256dh, "=")); err != nil || !onCurve(point) {
		problems.Add("p256dh", "malformed")
	}
	if secret, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(in.Auth, "=")); err != nil ||
		len(secret) != authBytes {
		problems.Add("auth", "malformed")
	}
	return problems
}

func onCurve(point []byte) bool {
	_, err := ecdh.P256().NewPublicKey(point)
	return err == nil
}

// HandleOff ends this device's subscription ([api.PathPushOff]).
func (s *Service) HandleOff(w http.ResponseWriter, r *http.Request) error {
	p, _, err := asked[struct{}](s, w, r)
	if err != nil {
		return err
	}
	of, err := s.Store.PushOf(r.Context(), p.Session())
	if err == nil {
		err = s.Store.DeletePush(r.Context(), of.ID, of.Session)
	}
	if store.Optional(err) != nil {
		return httpio.Unavailable(err)
	}
	return httpio.WriteJSON(w, api.Push{Key: s.keys.Public})
}

// HandleTest sends a test notification to this device ([api.PathPushTest]).
func (s *Service) HandleTest(w http.ResponseWriter, r *http.Request) error {
	p, _, err := asked[struct{}](s, w, r)
	if err != nil {
		return err
	}
	of, err := s.Store.PushOf(r.Context(), p.Session())
	switch {
	case errors.Is(err, store.ErrNotFound):
		return errNone
	case err != nil:
		return httpio.Unavailable(err)
	case !s.tests.Allow():
		return httpio.RetryAfter(api.CodeSlowDown, "Wait a moment before the next test.", 5)
	}
	ctx, cancel := background.Finish(r.Context(), Within)
	defer cancel()
	result := s.post(ctx, s.open(of), s.test(s.words.In(p.Language(), of.Language)))
	return httpio.WriteJSON(w, api.PushTested{Outcome: result.outcome, Status: result.status})
}

func place(id string) string { return "push_subscriptions/" + id + "/sealed" }
