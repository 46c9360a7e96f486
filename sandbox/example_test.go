package sandbox_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

func Example() {
	server := httptest.NewServer(new(sandbox.Sandbox))
	defer server.Close()

	client := &platform.Client{Transport: &platform.HTTPTransport{BaseURL: server.URL}}
	token, err := client.Token(context.Background(), platform.TokenRequest{
		ClientID:     sandbox.DemoClientID,
		ClientSecret: sandbox.DemoClientSecret,
		GrantType:    "app_level_token",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(token.TokenType, token.ExpiresIn)
	// Output: bearer 7200
}
