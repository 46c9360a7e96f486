package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

const central = sandbox.FirstShopID

// noon is a Friday, at noon in Hong Kong.
var noon = time.Date(2026, time.November, 20, 4, 0, 0, 0, time.UTC)

// serve runs s on a real server under mount and returns its base URL.
func serve(t *testing.T, s *sandbox.Sandbox, mount string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(mount+"/", http.StripPrefix(mount, s))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + mount
}

var demo = platform.TokenRequest{
	ClientID: sandbox.DemoClientID, ClientSecret: sandbox.DemoClientSecret, GrantType: "app_level_token",
}

// exchange gets a token.
func exchange(t *testing.T, base string) string {
	t.Helper()
	client := &platform.Client{Transport: &platform.HTTPTransport{BaseURL: base}}
	token, err := client.Token(t.Context(), demo)
	if err != nil {
		t.Fatalf("token: %v", err)
	}
	return token.AccessToken
}

// present is a client that presents token by p.
func present(base, token string, p *platform.Presenter, now func() time.Time) *platform.Client {
	return &platform.Client{Transport: &platform.HTTPTransport{
		BaseURL: base,
		Present: func(_ context.Context, url string, body []byte) (platform.Presented, error) {
			return p.Present(url, body, token, now())
		},
	}}
}

// dial is a client with a fresh token.
func dial(t *testing.T, base string) *platform.Client {
	t.Helper()
	return present(base, exchange(t, base), &platform.Presenter{}, time.Now)
}

// post sends a raw body with a fresh token and returns status and envelope.
func post(t *testing.T, base, token, path, body string) (int, platform.Envelope) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return send(t, request)
}

func send(t *testing.T, request *http.Request) (int, platform.Envelope) {
	t.Helper()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var env platform.Envelope
	if err := json.Unmarshal(body, &env); err != nil {
		t.Fatalf("%s %s: answer %q is not an envelope", request.Method, request.URL.Path, body)
	}
	return response.StatusCode, env
}

// codeOf is the code of a refused call, 0 for success.
func codeOf(t *testing.T, err error) int {
	t.Helper()
	if err == nil {
		return 0
	}
	var refused *platform.Error
	if !errors.As(err, &refused) || refused.Malformed {
		t.Fatalf("not a refusal: %v", err)
	}
	return refused.Code
}

func TestZeroValueServesTheSeed(t *testing.T) {
	t.Parallel()
	for _, mount := range []string{"", "/platform/v1"} {
		t.Run("mount "+mount, func(t *testing.T) {
			t.Parallel()
			s := new(sandbox.Sandbox)
			base := serve(t, s, mount)
			client := dial(t, base)
			if got := len(s.Directory()); got != 28 {
				t.Errorf("%d shops, want 28", got)
			}
			for _, info := range s.Directory() {
				shop, err := client.Shop(t.Context(), platform.ShopRef{ShopID: info.ShopID})
				if err != nil {
					t.Fatalf("shop %d: %v", info.ShopID, err)
				}
				if shop.Name != info.Name || shop.EnName != info.EnName || shop.Extra != "" {
					t.Errorf("shop %d differs from its directory entry", info.ShopID)
				}
				if (shop.Status == platform.ShopOperating) != shop.AvailableForOrder {
					t.Errorf("shop %d: status %v, availableForOrder %v", info.ShopID, shop.Status, shop.AvailableForOrder)
				}
				if !strings.HasPrefix(shop.MainPictures[0].URL, base+"/sandbox/pictures/") ||
					!strings.HasPrefix(shop.LogoURL, base+"/sandbox/pictures/") {
					t.Errorf("shop %d: pictures %v and logo %s are not below %s", info.ShopID, shop.MainPictures, shop.LogoURL, base)
				}
			}
		})
	}
}

// The seed has to pass the sandbox's own checks.
func TestSeedIsAcceptedWhenSentBack(t *testing.T) {
	t.Parallel()
	for _, anchor := range []platform.Anchor{platform.AnchorUTC, platform.AnchorShop} {
		s := &sandbox.Sandbox{Clock: sandbox.NewVirtualClock(noon), Plays: anchored[anchor]}
		client := dial(t, serve(t, s, "/p"))
		for _, info := range s.Directory() {
			ref := platform.ShopRef{ShopID: info.ShopID}
			week, err := client.WeeklyHours(t.Context(), ref)
			if err == nil {
				err = client.UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: info.ShopID, Week: week})
			}
			if err != nil {
				t.Errorf("week of %d: %v", info.ShopID, err)
			}
			dates, err := client.SpecialHours(t.Context(), ref)
			if err == nil {
				err = client.UpdateSpecialHours(t.Context(), platform.SpecialUpdate{ShopID: info.ShopID, Dates: *dates})
			}
			if err != nil {
				t.Errorf("special hours of %d: %v", info.ShopID, err)
			}
			var phones []string
			state, _ := s.Shop(info.ShopID)
			for _, phone := range state.Record.Phones {
				phones = append(phones, phone.Number)
			}
			if err := client.UpdateContact(t.Context(), platform.ContactUpdate{ShopID: info.ShopID,
				Phones: platform.Phones(phones)}); err != nil {
				t.Errorf("phones of %d: %v", info.ShopID, err)
			}
		}
	}
}

func TestShopsKnob(t *testing.T) {
	t.Parallel()
	for _, count := range []int{3, 2000} {
		list := (&sandbox.Sandbox{Shops: count}).Directory()
		names, ids := map[string]bool{}, map[int64]bool{}
		for _, info := range list {
			names[info.EnName], ids[info.ShopID] = true, true
		}
		// A person tells the shops apart by their English names.
		if len(list) != count || len(ids) != count || len(names) != count {
			t.Errorf("Shops %d: %d shops, %d ids, %d names", count, len(list), len(ids), len(names))
		}
		if last := list[count-1].ShopID; last != int64(central+count-1) {
			t.Errorf("Shops %d: last id %d", count, last)
		}
	}
}

func TestPublicURL(t *testing.T) {
	t.Parallel()
	s := &sandbox.Sandbox{PublicURL: "https://sandbox.example/base/"}
	shop, err := dial(t, serve(t, s, "/p")).Shop(t.Context(), platform.ShopRef{ShopID: central})
	if err != nil {
		t.Fatal(err)
	}
	if want := "https://sandbox.example/base/sandbox/pictures/logo-noodle.png"; shop.LogoURL != want {
		t.Errorf("logo %s, want %s", shop.LogoURL, want)
	}
}

func TestRootLeadsToTheControlPage(t *testing.T) {
	t.Parallel()
	base := serve(t, new(sandbox.Sandbox), "/p")
	response, err := http.Get(base + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var page bytes.Buffer
	_, _ = page.ReadFrom(response.Body)
	if diff := cmp.Diff(base+"/sandbox/", response.Request.URL.String()); diff != "" ||
		!strings.Contains(page.String(), "Recent calls") {
		t.Errorf("arrived elsewhere (-want +got):\n%s", diff)
	}
}
