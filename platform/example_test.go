//go:build !js

package platform_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// connect returns a client that acts as the sandbox's application. A program for a real platform keeps the token until
// half of ExpiresIn has passed, and exchanges it again.
func connect(ctx context.Context, address string) (*platform.Client, error) {
	open := &platform.Client{Transport: &platform.HTTPTransport{BaseURL: address}}
	token, err := open.Token(ctx, platform.TokenRequest{
		ClientID:     sandbox.DemoClientID,
		ClientSecret: sandbox.DemoClientSecret,
		GrantType:    platform.GrantApp,
	})
	if err != nil {
		return nil, err
	}
	presenter := platform.Presenter{AppID: sandbox.DemoAppID, Secret: sandbox.DemoClientSecret}
	return &platform.Client{Transport: &platform.HTTPTransport{
		BaseURL: address,
		Present: func(_ context.Context, url string, body []byte) (platform.Presented, error) {
			return presenter.Present(url, body, token.AccessToken, time.Now())
		},
	}}, nil
}

// A client needs a Transport. This one exchanges the application's credentials for a token, and presents the token on
// each call.
func Example() {
	server := httptest.NewServer(new(sandbox.Sandbox)) // stands for the platform
	defer server.Close()
	ctx := context.Background()

	open := &platform.Client{Transport: &platform.HTTPTransport{BaseURL: server.URL}}
	token, err := open.Token(ctx, platform.TokenRequest{
		ClientID:     sandbox.DemoClientID,
		ClientSecret: sandbox.DemoClientSecret,
		GrantType:    platform.GrantApp,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	presenter := platform.Presenter{AppID: sandbox.DemoAppID, Secret: sandbox.DemoClientSecret}
	client := &platform.Client{Transport: &platform.HTTPTransport{
		BaseURL: server.URL,
		Present: func(_ context.Context, url string, body []byte) (platform.Presented, error) {
			return presenter.Present(url, body, token.AccessToken, time.Now())
		},
	}}

	shop, err := client.Shop(ctx, platform.ShopRef{ShopID: sandbox.FirstShopID})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(shop.EnName, shop.Status)
	// Output: Harbour Noodle Central Operating
}

// An update replaces the whole week: read the week, change a day, and write the week back. A time is in seconds from
// midnight.
func ExampleClient_UpdateWeeklyHours() {
	server := httptest.NewServer(new(sandbox.Sandbox))
	defer server.Close()
	ctx := context.Background()
	client, err := connect(ctx, server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}

	week, err := client.WeeklyHours(ctx, platform.ShopRef{ShopID: sandbox.FirstShopID})
	if err != nil {
		fmt.Println(err)
		return
	}
	week.SetDay(platform.Friday, []platform.Period{
		{StartTime: 11 * 3600, EndTime: 15 * 3600},
		{StartTime: 18 * 3600, EndTime: 2 * 3600}, // until 02:00 on Saturday
	})
	update := platform.WeekUpdate{ShopID: sandbox.FirstShopID, Week: week}
	if err := client.UpdateWeeklyHours(ctx, update); err != nil {
		fmt.Println(err)
		return
	}

	week, err = client.WeeklyHours(ctx, platform.ShopRef{ShopID: sandbox.FirstShopID})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, shift := range week.Day(platform.Friday) {
		fmt.Println(shift.StartTime, shift.EndTime, shift.CrossesMidnight())
	}
	// Output:
	// 39600 54000 false
	// 64800 7200 true
}

// A closed day is one period from 0 to 0. Clearing all special hours is an update without entries.
func ExampleClient_UpdateSpecialHours() {
	clock := sandbox.NewVirtualClock(time.Date(2026, time.December, 1, 9, 0, 0, 0, time.UTC))
	server := httptest.NewServer(&sandbox.Sandbox{Clock: clock})
	defer server.Close()
	ctx := context.Background()
	client, err := connect(ctx, server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}

	first := time.Date(2026, time.December, 25, 0, 0, 0, 0, time.UTC)
	closed := platform.SpecialDate{
		StartDate:    first.UnixMilli(),
		EndDate:      first.AddDate(0, 0, 2).UnixMilli() - 1, // the last millisecond of the 26th
		BusinessHour: []platform.Period{{StartTime: 0, EndTime: 0}},
	}
	for _, dates := range []platform.SpecialDates{{closed}, {}} {
		update := platform.SpecialUpdate{ShopID: sandbox.FirstShopID, Dates: dates}
		if err := client.UpdateSpecialHours(ctx, update); err != nil {
			fmt.Println(err)
			return
		}
		listed, err := client.SpecialHours(ctx, platform.ShopRef{ShopID: sandbox.FirstShopID})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(*listed))
	}
	// Output:
	// 1
	// 0
}

// An Error is what the platform answered. An UnreachableError is a call without an answer: if Sent is true, the call
// may have been done all the same, so read before sending again.
func ExampleError() {
	server := httptest.NewServer(new(sandbox.Sandbox))
	defer server.Close()

	stranger := &platform.Client{Transport: &platform.HTTPTransport{BaseURL: server.URL}}
	err := stranger.Rest(context.Background(), platform.ShopRef{ShopID: sandbox.FirstShopID})

	var refused *platform.Error
	var unreachable *platform.UnreachableError
	switch {
	case errors.Is(err, platform.ErrTokenInvalid), errors.Is(err, platform.ErrTokenExpired):
		fmt.Println("exchange the token, then call once more")
	case errors.As(err, &refused):
		fmt.Println("refused:", refused.Code, refused.Message)
	case errors.As(err, &unreachable):
		fmt.Println("no answer, perhaps done:", unreachable.Sent)
	}
	// Output: exchange the token, then call once more
}

// Amounts are integers of the currency's minor unit.
func ExampleFormatAmount() {
	fmt.Println(platform.FormatAmount(6200, "HKD"))
	fmt.Println(platform.FormatAmount(480, "JPY"))
	amount, currency, err := platform.ParseAmount("KWD 1.250")
	fmt.Println(amount, currency, err)
	// Output:
	// HKD 62.00
	// JPY 480
	// 1250 KWD <nil>
}

// What a record says beside its fields is kept, and written back as it came.
func ExampleExtra() {
	var period platform.Period
	if err := platform.Read([]byte(`{"startTime":39600,"endTime":54000,"kitchen":"west"}`), &period); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(period.StartTime, period.Extra.Raw("kitchen"))
	text, err := platform.Write(period)
	fmt.Println(string(text), err)
	// Output:
	// 39600 west
	// {"startTime":39600,"endTime":54000,"kitchen":"west"} <nil>
}
