package engine

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// call sends a command about the tab.
func (t *FirefoxTab) call(ctx context.Context, method string, params members, result any) error {
	params["context"] = t.context
	return t.browser.line.call(ctx, method, params, result)
}

// Open opens an address, until the page has loaded.
func (t *FirefoxTab) Open(ctx context.Context, address string) error {
	return t.call(ctx, "browsingContext.navigate", members{"url": address, "wait": "complete"}, nil)
}

// Reload loads the page anew.
func (t *FirefoxTab) Reload(ctx context.Context) error {
	return t.call(ctx, "browsingContext.reload", members{"wait": "complete"}, nil)
}

// Evaluate decodes what an expression, perhaps a promise, is in the page into v, unless that is nil.
func (t *FirefoxTab) Evaluate(ctx context.Context, js string, v any) error {
	found, err := t.evaluate(ctx, js)
	if err != nil || v == nil {
		return err
	}
	plain, err := json.Marshal(found.plain())
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	return json.Unmarshal(plain, v)
}

func (t *FirefoxTab) evaluate(ctx context.Context, js string) (remoteValue, error) {
	var answer struct {
		Result           remoteValue `json:"result"`
		ExceptionDetails *struct {
			Text string `json:"text"`
		} `json:"exceptionDetails"`
	}
	err := t.browser.line.call(ctx, "script.evaluate", members{
		"expression": js, "awaitPromise": true, "target": members{"context": t.context},
	}, &answer)
	if err == nil && answer.ExceptionDetails != nil {
		err = errors.New("engine: " + answer.ExceptionDetails.Text)
	}
	return answer.Result, err
}

// perform has the browser carry actions out.
func (t *FirefoxTab) perform(ctx context.Context, actions []source) error {
	return t.call(ctx, "input.performActions", members{"actions": actions}, nil)
}

// Upload chooses files in the first file input that matches.
func (t *FirefoxTab) Upload(ctx context.Context, css string, files []string) error {
	found, err := t.evaluate(ctx, fmt.Sprintf("document.querySelector(%q)", css))
	if err != nil {
		return err
	}
	if found.SharedID == "" {
		return fmt.Errorf("engine: no %s to upload with", css)
	}
	return t.call(ctx, "input.setFiles", members{"element": members{"sharedId": found.SharedID}, "files": files}, nil)
}

// SetCookie gives the tab a cookie of the server at an address.
func (t *FirefoxTab) SetCookie(ctx context.Context, address string, c *http.Cookie) error {
	at, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	cookie := members{
		"name": c.Name, "value": members{"type": "string", "value": c.Value}, "domain": at.Hostname(), "path": c.Path,
		"httpOnly": c.HttpOnly, "secure": c.Secure, "sameSite": "strict",
	}
	return t.browser.line.call(ctx, "storage.setCookie", members{
		"cookie": cookie, "partition": members{"type": "storageKey", "userContext": t.profile},
	}, nil)
}

// Screenshot is the window as a PNG.
func (t *FirefoxTab) Screenshot(ctx context.Context) ([]byte, error) {
	var shot struct {
		Data string `json:"data"`
	}
	if err := t.call(ctx, "browsingContext.captureScreenshot", members{}, &shot); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(shot.Data)
}
