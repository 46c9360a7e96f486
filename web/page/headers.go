package page

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
)

// headers gives the headers of every answer of the [Shell].
// frame and early are the style sheet and the script within the page.
func headers(c Config, frame, early string) http.Header {
	h := http.Header{}
	h.Set("Content-Security-Policy", policy(c, source(frame), source(early)))
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), "+
		"publickey-credentials-get=(self), publickey-credentials-create=(self)")
	if len(c.FrameAncestors) == 0 {
		h.Set("X-Frame-Options", "DENY") // the header can't name origins, so it is only set when there are none
	}
	return h
}

// source names a text within the page by its hash.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// policy gives the Content Security Policy. Scripts and styles come only from our
// own files and the two texts within the page. The only Trusted Types policy is that of boot.js.
func policy(c Config, style, script string) string {
	ancestors := "'none'"
	if len(c.FrameAncestors) > 0 {
		ancestors = strings.Join(c.FrameAncestors, " ")
	}
	images := append([]string{"'self'", "blob:"}, c.ImageHosts...)
	return strings.Join([]string{
		"default-src 'none'",
		"script-src 'self' 'wasm-unsafe-eval' " + script,
		"style-src 'self' " + style,
		"img-src " + strings.Join(images, " "),
		"connect-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		"font-src 'self'",
		"form-action 'none'", // the program sends what forms have
		"base-uri 'none'",
		"object-src 'none'",
		"frame-ancestors " + ancestors,
		"require-trusted-types-for 'script'",
		"trusted-types shopdesk",
		"report-uri " + c.Prefix + api.PathReports,
	}, "; ")
}
