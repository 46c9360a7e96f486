package platform

import (
	"context"
	"encoding/json"
	"fmt"
)

// Client calls the platform, one method for each endpoint of the catalogue. A method returns an [*Error] for what the
// platform refused and the Transport's error for a call without an answer. A Client is safe for concurrent use if its
// Transport is.
type Client struct {
	Transport Transport
}

func call[Data any](ctx context.Context, c *Client, path string, request any) (*Data, error) {
	body, err := Write(request)
	if err != nil {
		return nil, fmt.Errorf("platform: encode %s: %w", path, err)
	}
	reply, err := c.Transport.Call(ctx, path, body)
	if err != nil {
		return nil, err
	}
	data := new(Data)
	if err := Open(path, reply, data); err != nil {
		return nil, err
	}
	return data, nil
}

func send(ctx context.Context, c *Client, path string, request any) error {
	_, err := call[json.RawMessage](ctx, c, path, request)
	return err
}

// Token exchanges or renews an access token (interface 4.1, 5).
//
//platform:operation POST /opendelivery/oauth/token
func (c *Client) Token(ctx context.Context, request TokenRequest) (*Token, error) {
	body, err := json.Marshal(request) //nolint:gosec // the secret is what this endpoint takes (interface 4.1)
	if err != nil {
		return nil, fmt.Errorf("platform: encode %s: %w", PathToken, err)
	}
	reply, err := c.Transport.Call(ctx, PathToken, body)
	if err != nil {
		return nil, err
	}
	return OpenToken(reply)
}
