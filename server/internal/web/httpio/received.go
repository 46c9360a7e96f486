package httpio

import (
	"net/http"
	"net/url"
)

// ReceivedURL returns the URL as the sender may have used it, as far as the request shows.
func ReceivedURL(r *http.Request) string {
	u := url.URL{Scheme: "http", Host: r.Host, Path: r.URL.Path, RawQuery: r.URL.RawQuery}
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		u.Scheme = "https"
	}
	return u.String()
}
