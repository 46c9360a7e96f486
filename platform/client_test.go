//go:build !js

package platform_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

// basePath makes sure that paths are taken relative to the base URL.
const basePath = "/v1-test"

// newServer serves handle under the base path and returns a transport to it.
func newServer(t *testing.T, handle http.HandlerFunc) *platform.HTTPTransport {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(basePath+"/", http.StripPrefix(basePath, handle))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return &platform.HTTPTransport{BaseURL: server.URL + basePath, Client: server.Client()}
}

// TestEveryEndpointTravels calls each method of the client with a filled
// request, and compares what arrived and what came back.
func TestEveryEndpointTravels(t *testing.T) {
	t.Parallel()
	for _, e := range platform.Endpoints() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			request, data := e.NewRequest(), e.NewData()
			setIDs(reflect.ValueOf(request).Elem(), 9007199254740993)
			setIDs(reflect.ValueOf(data).Elem(), 9007199254740995)
			answer, err := json.Marshal(map[string]any{"code": 0, "message": "ok", "data": data})
			if token, ok := data.(*platform.Token); ok {
				token.AccessToken = "a"
				answer, err = json.Marshal(token)
			}
			if err != nil {
				t.Fatal(err)
			}
			arrived := e.NewRequest()
			transport := newServer(t, func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				if err != nil || r.Method != http.MethodPost || r.URL.Path != e.Path ||
					r.Header.Get("Content-Type") != "application/json" {
					t.Errorf("%s %s, %v", r.Method, r.URL.Path, err)
				}
				if err := platform.DecodeStrict(body, arrived); err != nil {
					t.Errorf("%s: %v", body, err)
				}
				_, _ = w.Write(answer)
			})
			method := reflect.ValueOf(&platform.Client{Transport: transport}).MethodByName(e.Name)
			results := method.Call([]reflect.Value{reflect.ValueOf(t.Context()), reflect.ValueOf(request).Elem()})
			if err, _ := results[len(results)-1].Interface().(error); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(request, arrived); diff != "" {
				t.Errorf("request: %s", diff)
			}
			if len(results) == 2 {
				got, err := json.Marshal(results[0].Interface())
				if err != nil {
					t.Fatal(err)
				}
				want, err := json.Marshal(data)
				if err != nil || string(got) != string(want) {
					t.Errorf("answer %s, want %s, %v", got, want, err)
				}
			}
		})
	}
}

func TestEveryEndpointReportsFailure(t *testing.T) {
	t.Parallel()
	transport := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"code":10003,"message":"s3cret"}`)
	})
	for _, e := range platform.Endpoints() {
		method := reflect.ValueOf(&platform.Client{Transport: transport}).MethodByName(e.Name)
		results := method.Call([]reflect.Value{reflect.ValueOf(t.Context()), reflect.ValueOf(e.NewRequest()).Elem()})
		err, _ := results[len(results)-1].Interface().(error)
		if !errors.Is(err, platform.ErrTokenExpired) || !strings.Contains(err.Error(), e.Path) ||
			strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Call(context.Context, string, []byte) (platform.Reply, error) {
	return platform.Reply{}, f.err
}

func TestEveryEndpointPassesTheTransportsErrorOn(t *testing.T) {
	t.Parallel()
	own := errors.New("the proxy's own error")
	for _, e := range platform.Endpoints() {
		method := reflect.ValueOf(&platform.Client{Transport: failing{own}}).MethodByName(e.Name)
		results := method.Call([]reflect.Value{reflect.ValueOf(t.Context()), reflect.ValueOf(e.NewRequest()).Elem()})
		if err, _ := results[len(results)-1].Interface().(error); !errors.Is(err, own) {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}
