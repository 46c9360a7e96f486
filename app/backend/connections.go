package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
)

// Connections lists the connections to the platform.
func (b *Backend) Connections(ctx context.Context) (api.Connections, error) {
	var answer api.Connections
	err := b.get(ctx, api.PathConnections, &answer)
	return answer, err
}

// StartConnect asks for the platform's page on which a merchant consents.
func (b *Backend) StartConnect(ctx context.Context, request api.StartConnect) (api.GoTo, error) {
	var answer api.GoTo
	err := b.post(ctx, api.PathConnectStart, request, &answer)
	return answer, err
}

// ConnectCode connects with a pasted code.
func (b *Backend) ConnectCode(ctx context.Context, request api.ConnectCode) (api.Connections, error) {
	return b.connections(ctx, api.PathConnectCode, request)
}

// LookForShops finds out anew which shops a connection reaches.
func (b *Backend) LookForShops(ctx context.Context, request api.ConnectionRef) (api.Connections, error) {
	return b.connections(ctx, api.PathConnectLook, request)
}

// Disconnect ends a connection.
func (b *Backend) Disconnect(ctx context.Context, request api.ConnectionRef) (api.Connections, error) {
	return b.connections(ctx, api.PathDisconnect, request)
}

func (b *Backend) connections(ctx context.Context, path string, request any) (api.Connections, error) {
	var answer api.Connections
	err := b.post(ctx, path, request, &answer)
	return answer, err
}
