//go:build linux

package main

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"

	"github.com/dunglas/mercure"
	"go.uber.org/zap"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/orders/live"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// theirs keeps nothing: its memory transport, which is the fastest it has.
func theirs() (http.Handler, func([]byte) error, error) {
	transport := mercure.NewLocalTransport()
	hub, err := mercure.NewHub(mercure.WithAnonymous(), mercure.WithTransport(transport), mercure.WithLogger(zap.NewNop()))
	if err != nil {
		return nil, nil, err
	}
	return http.HandlerFunc(hub.SubscribeHandler), func(data []byte) error {
		return transport.Dispatch(&mercure.Update{Topics: []string{"t"}, Event: mercure.Event{Data: string(data)}})
	}, nil
}

// ours commits each event to SQLite, on disk, before anybody sees it.
func ours() (http.Handler, func([]byte) error, error) {
	dir, err := os.MkdirTemp("", "streams")
	if err != nil {
		return nil, nil, err
	}
	db, err := sqlite.Create(context.Background(), filepath.Join(dir, "shopdesk.db"))
	if err != nil {
		return nil, nil, err
	}
	service, err := live.New(live.Options{Authoriser: everybody{}, Events: db})
	if err != nil {
		return nil, nil, err
	}
	go service.Run(context.Background())
	return httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream), func(data []byte) error {
		return db.AddEvents(context.Background(), []store.Event{{ShopID: 1, Kind: "order", Data: data}})
	}, nil
}

// everybody sees the shop 1, whoever they are.
type everybody struct{ auth.Authoriser }

func (everybody) Scope(context.Context, int64, platform.Permission) (auth.ShopScope, error) {
	return auth.ShopScope{}, nil
}

func (everybody) VisibleShops(context.Context) ([]api.Shop, error) {
	return []api.Shop{{ShopID: 1, Permissions: []string{string(platform.PermissionOrderView)}}}, nil
}

func (everybody) Reauthenticator(*http.Request) func(context.Context) (context.Context, *auth.Principal, error) {
	return func(ctx context.Context) (context.Context, *auth.Principal, error) { return ctx, nil, nil }
}
