package auth

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/alexedwards/scs/v2"
	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-webauthn/webauthn/webauthn"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
)

// Service signs operators in and authorises them. A Service is safe for concurrent
// use and starts no goroutine that must be stopped.
type Service struct {
	Sweep *background.Job // deletes ended sessions

	Config

	sessions                    *scs.SessionManager
	sessionCookie, deviceCookie string // full names of the cookies
	hasher                      *hasher
	throttle                    *throttle
	events                      *slog.Logger
	passkeys                    *webauthn.WebAuthn            // nil where passkeys are impossible
	provider                    atomic.Pointer[oidc.Provider] // nil before its discovery

	principals *cache[Principal]
	loads      singleflight.Group // sessions, shops, and the provider
	shops      *cache[shopList]
	hosts      *lru.Cache[string, int64] // operator ids by host login
	deviceMu   sync.Mutex
	deviceKey  []byte // nil until the first use
}

// New checks cfg and makes a Service.
func New(cfg Config) (*Service, error) { return newService(cfg, defaultParams) }

func newService(cfg Config, p argon2id.Params) (*Service, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	hosts, _ := lru.New[string, int64](maxHostOperators) // fails only for a size below 1
	s := &Service{
		Config:     cfg,
		hasher:     newHasher(p),
		throttle:   newThrottle(),
		events:     background.Events(cfg.Logger),
		principals: newCache[Principal](maxPrincipals),
		shops:      newCache[shopList](1),
		hosts:      hosts,
	}
	if s.passkeys, err = newPasskeys(cfg); err != nil {
		return nil, err
	}
	s.Sweep = s.newSweep()
	s.sessions, s.sessionCookie, s.deviceCookie = s.newSessionManager(), s.cookieName(""), s.cookieName(deviceSuffix)
	return s, nil
}

// OperatorChanged drops an operator's principals from the cache, so that a new role
// or a disabled account counts at once in this process.
func (s *Service) OperatorChanged(operatorID int64) {
	s.principals.drop(func(_ string, p *Principal) bool { return p.OperatorID == operatorID })
}

// ShopsChanged drops the cached list of our shops, so that an added shop counts at
// once in this process.
func (s *Service) ShopsChanged() { s.shops.drop(func(string, *shopList) bool { return true }) }

// session is the answer to [api.PathSession] and to every sign-in.
func (s *Service) session(ctx context.Context, p *Principal) api.Session {
	answer := api.Session{
		Demo:     s.Demo,
		HostSign: s.Host != nil,
		Profile:  s.Profile,
		Now:      s.Millis(),
		Version:  s.Version,
		Passkeys: s.passkeys != nil,
	}
	if s.OIDC != nil {
		answer.Provider = s.providerName()
	}
	if p != nil {
		answer.Operator = &api.Operator{ID: p.OperatorID, Name: p.Name, Login: p.Login, Role: p.Role(),
			Permissions: p.permissions()}
		answer.Preferences = api.Preferences(p.prefs)
		if s.Legend != nil {
			answer.Legend, answer.Words = s.Legend(ctx)
		}
	}
	return answer
}

// cacheFor is the life of a cached answer of the store: the longest time that
// another replica's revocation can go unnoticed. A revocation is promised to count
// within two seconds; the rest of them is for the call that finds it out.
const cacheFor = 1500 * time.Millisecond
