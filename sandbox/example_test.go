package sandbox_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"time"

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

// With a virtual clock, time passes when a test says so: an order that nobody confirms is cancelled after five minutes.
func ExampleVirtualClock() {
	clock := sandbox.NewVirtualClock(time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC))
	box := &sandbox.Sandbox{Clock: clock}
	id, err := box.Place(sandbox.Placement{ShopID: sandbox.FirstShopID})
	if err != nil {
		fmt.Println(err)
		return
	}

	clock.Advance(5 * time.Minute)
	if err := box.Step(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	order, _ := box.Order(id)
	fmt.Println(order.Base.Status, order.Cancelled.OpType)
	// Output: Cancelled System
}

// A fault spoils the next calls of a path, so that a test can prove what a client does about it.
func ExampleSandbox_Inject() {
	box := new(sandbox.Sandbox)
	server := httptest.NewServer(box)
	defer server.Close()
	if _, err := box.Inject(sandbox.Fault{Kind: sandbox.FaultError, Path: platform.PathToken}); err != nil {
		fmt.Println(err)
		return
	}

	client := &platform.Client{Transport: &platform.HTTPTransport{BaseURL: server.URL}}
	for range 2 {
		_, err := client.Token(context.Background(), platform.TokenRequest{
			ClientID:     sandbox.DemoClientID,
			ClientSecret: sandbox.DemoClientSecret,
			GrantType:    platform.GrantApp,
		})
		fmt.Println(err)
	}
	// Output:
	// platform: /opendelivery/oauth/token: answer with status 500 is not an envelope
	// <nil>
}
