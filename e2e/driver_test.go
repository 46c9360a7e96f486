package e2e

import (
	"context"
	"net/http"
)

// driver is what flows ask of a browser. A flow that asks chromedp for more runs in Chromium alone.
type driver interface {
	screen
	hands
}

// screen is a tab's.
type screen interface {
	Open(ctx context.Context, url string) error // until the page has loaded
	Reload(ctx context.Context) error
	Evaluate(ctx context.Context, js string, v any) error // awaits a promise; v may be nil
	SetCookie(ctx context.Context, url string, c *http.Cookie) error
	Screenshot(ctx context.Context) ([]byte, error)
}

// hands are a person's.
type hands interface {
	Type(ctx context.Context, text string) error
	Press(ctx context.Context, key string, held ...string) error // keys by their names
	Click(ctx context.Context, x, y float64) error
	Upload(ctx context.Context, css string, files []string) error
}
