package upstream_test

import (
	"crypto/x509"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

// The transport uses HTTP/2 where the platform offers it, and sends nothing to a
// platform with a bad certificate.
func TestTransportChecksCertificatesAndUsesHTTP2(t *testing.T) {
	t.Parallel()
	var protocol string
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		protocol = r.Proto
		_, _ = io.WriteString(w, ok)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	call := func(transport http.RoundTripper) error {
		caller, err := upstream.New(upstream.Options{BaseURL: server.URL, Tokens: &tokens{}, Transport: transport})
		if err != nil {
			t.Fatal(err)
		}
		_, err = caller.Do(t.Context(), platform.PathOrderConfirm, []byte(`{}`))
		return err
	}

	strangers := upstream.NewTransport()
	var unreachable *platform.UnreachableError
	if err := call(strangers); !errors.As(err, &unreachable) || unreachable.Sent || protocol != "" {
		t.Errorf("an unknown certificate: %v, the platform saw %q", err, protocol)
	}
	friends := upstream.NewTransport()
	friends.TLSClientConfig.RootCAs = x509.NewCertPool()
	friends.TLSClientConfig.RootCAs.AddCert(server.Certificate())
	if err := call(friends); err != nil || protocol != "HTTP/2.0" {
		t.Errorf("%v over %q", err, protocol)
	}
	friends.CloseIdleConnections()
}
