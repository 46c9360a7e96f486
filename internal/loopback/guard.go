package loopback

import (
	"net"
	"net/http"
	"net/url"
	"strings"
)

// Guard says what is guarded.
type Guard struct {
	// Name is of what is guarded, for the page: "This demonstration".
	Name string
}

// Handler answers what isn't of this machine with a page that says why, and
// passes the rest on.
func (g Guard) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if status, why := refuse(r); status != 0 {
			answer(w, r, status, g.Name, why)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refuse is the status and the reason of a refusal, 0 for none.
func refuse(r *http.Request) (status int, why string) {
	if !own(r.Host) {
		return http.StatusMisdirectedRequest, "This request is for " + r.Host + ", which isn't a name of this machine's own."
	}
	if sign := forwarded(r); sign != "" {
		return http.StatusForbidden, "This request was forwarded by a proxy: " + sign + "."
	}
	return 0, ""
}

// own reports whether a host, with or without a port, is a name that this
// machine gives itself. Any port is: a container's or a tunnel's differs.
func own(host string) bool {
	return Is((&url.URL{Host: host}).Hostname())
}

// Is reports whether a name, without a port, leads to this machine from
// whichever machine it is used.
func Is(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// marks are headers that proxies, tunnels and their services add; those that end
// in a hyphen are the beginning of some. No browser sends any.
var marks = []string{
	"Forwarded", "Via", "X-Forwarded-", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip", "True-Client-Ip",
	"X-Original-Forwarded-For", "X-Original-Host", "X-Proxyuser-Ip", "Cdn-Loop",
	"Cf-", "Fly-", "Fastly-", "X-Amzn-", "X-Appengine-", "X-Arr-", "X-Azure-", "X-Cloud-", "X-Envoy-", "X-Vercel-",
}

// forwarded is the sign by which a request shows that a proxy passed it on, ""
// for none.
func forwarded(r *http.Request) string {
	for name := range r.Header {
		for _, mark := range marks {
			if name == mark || strings.HasSuffix(mark, "-") && strings.HasPrefix(name, mark) {
				return "it has the header " + name
			}
		}
	}
	// Some proxies (nginx) add no header and put our own name into Host, but speak
	// HTTP/1.0, which no browser does.
	if !r.ProtoAtLeast(1, 1) {
		return "it speaks HTTP/1.0"
	}
	// The browser says that it is on the page's own site, and the site is another.
	if origin, err := url.Parse(r.Header.Get("Origin")); r.Header.Get("Sec-Fetch-Site") == "same-origin" &&
		err == nil && origin.Host != "" && origin.Host != r.Host {
		return "its browser is at " + origin.Host
	}
	return ""
}
