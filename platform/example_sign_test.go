//go:build !js

package platform_test

import (
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// The signature covers the address, the sorted parameters and the secret.
func ExampleSuffixSignature() {
	sig := platform.SuffixSignature("https://platform.example.com/base/callback/url/set", map[string]string{
		"appId":     "1000001",
		"timestamp": "1790000000",
		"eventId":   "1001",
	}, "secret")
	fmt.Println(sig)
	// Output: 3561d08414f039f8fe1a95acfe79edccb3b7a98937ef5f3a889146fff2d9a01c
}

// A Presenter adds the token to each call, in the way that the profile says. A signature holds the time, so present the
// token again on every attempt.
func ExamplePresenter_Present() {
	now := time.Unix(1790000000, 0)
	const url, body = "https://platform.example.com/scm/shop/base/get", `{"shopId":100001}`

	header := platform.Presenter{AppID: 1000001, Secret: "secret"}
	call, err := header.Present(url, []byte(body), "token", now)
	fmt.Println(call.Authorization, string(call.Body), err)

	inBody := platform.Presenter{
		Profile: platform.Profile{Presentation: platform.BodyFields},
		AppID:   1000001, Secret: "secret",
	}
	call, err = inBody.Present(url, []byte(body), "token", now)
	fmt.Println(call.Authorization == "", strings.Contains(string(call.Body), `"sig":"`), err)
	// Output:
	// Bearer token {"shopId":100001} <nil>
	// true true <nil>
}

// receive answers the platform's webhooks at the address that is registered there. A real receiver also compares the
// message's timestamp with its clock ([platform.HookMaxPast]), keeps the message before it accepts, and recognises a
// repeat by its message ID.
func receive(publicURL, secret string, heard func(*platform.Webhook)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer := platform.WebhookAnswer{}
		var message platform.Webhook
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		switch {
		case err == nil && platform.HeartbeatsEmpty.Take(body): // an empty packet, which names no message
		case err != nil, platform.Read(platform.Content(body), &message) != nil:
			answer = platform.WebhookAnswer{Code: 1, Message: "not a message"}
		case subtle.ConstantTimeCompare([]byte(message.Sig),
			[]byte(platform.SuffixSignature(publicURL, message.SignedFields(), secret))) != 1:
			answer = platform.WebhookAnswer{Code: 2, Message: "wrong signature"}
		default:
			heard(&message)
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// A receiver accepts heartbeats, checks the signature of a message, and reads the event in its Message.
func ExampleWebhook() {
	const publicURL, secret = "https://pos.example.com/hook", "secret"
	hook := receive(publicURL, secret, func(m *platform.Webhook) {
		var event platform.OrderEvent
		if m.EventID.OfOrder() && platform.Read([]byte(m.Message), &event) == nil {
			fmt.Println(m.EventID, event.OrderViewID, event.Status)
		}
	})

	message := platform.Webhook{
		EventID: platform.EventOrderPlaced, AppID: 1000001, MessageID: "m-1", ShopID: 100001, Timestamp: 1790000000,
		Message: `{"opTime":1790000000000,"orderViewId":4711,"shopId":100001,"status":10}`,
	}
	message.Sig = platform.SuffixSignature(publicURL, message.SignedFields(), secret)
	signed, err := json.Marshal(message)
	if err != nil {
		fmt.Println(err)
		return
	}
	forged := strings.Replace(string(signed), "4711", "4712", 1)
	for _, body := range []string{string(signed), forged, "", "{}"} {
		w := httptest.NewRecorder()
		hook(w, httptest.NewRequest(http.MethodPost, "/hook", strings.NewReader(body)))
		fmt.Print(w.Body)
	}
	// Output:
	// 1001 4711 Placed
	// {"code":0}
	// {"code":2,"message":"wrong signature"}
	// {"code":0}
	// {"code":0}
}
