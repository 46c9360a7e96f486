package upstream

import (
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

// maxIdle is the number of idle connections kept. maxIdle must not be below the
// number of calls in flight, because each call beyond maxIdle dials anew.
const maxIdle = 512

// DialWithin limits the time to open a connection, and then that of its TLS handshake. Only tests change it.
var DialWithin = 5 * time.Second

// AttemptWithin is the default of Options.Timeout: one attempt waits so long for the platform's answer. Only tests
// change it.
var AttemptWithin = 10 * time.Second

// NewTransport returns the transport for calls to the platform: certificates
// are verified, HTTP/2 is used where the platform offers it, idle connections
// are kept for every call in flight, and dead ones are found by pings.
//
// HTTP_PROXY and similar variables are not read: a variable set for another program
// would send tokens through an unexpected host.
func NewTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: DialWithin, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:               nil,
		DialContext:         dialer.DialContext,
		TLSClientConfig:     &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout: DialWithin,
		ForceAttemptHTTP2:   true,
		HTTP2:               &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 10 * time.Second},
		MaxIdleConns:        maxIdle,
		MaxIdleConnsPerHost: maxIdle,
		// The time is shorter than servers' own: a connection that a server closes
		// just as a change is written to it leaves the change's outcome unknown.
		IdleConnTimeout:        30 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
		// Answers are passed on unchanged, so unpacking gzip would be wasted work.
		DisableCompression: true,
	}
}
