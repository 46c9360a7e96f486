package engine

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// Open opens an address, until the page has loaded.
func (t *WebKitTab) Open(ctx context.Context, address string) error {
	if err := t.session.post(ctx, "/url", members{"url": address}, nil); err != nil {
		return err
	}
	return t.Evaluate(ctx, "0", nil) // listens from now on
}

// Reload loads the page anew.
func (t *WebKitTab) Reload(ctx context.Context) error {
	if err := t.session.post(ctx, "/refresh", members{}, nil); err != nil {
		return err
	}
	return t.Evaluate(ctx, "0", nil)
}

// evaluation listens to the page's console from the first time on, and answers what an expression is and what the page
// has said meanwhile: WebKitGTK's driver knows no console.
const evaluation = `
const done = arguments[arguments.length - 1];
const heard = window.engineHeard ??= (() => {
	const heard = [], hear = (kind, ...words) => heard.push({kind, text: words.map(String).join(" ")});
	for (const kind of ["log", "error", "assert"]) {
		const say = console[kind];
		console[kind] = (...words) => {
			if (kind !== "assert" || !words[0]) hear(kind === "log" ? kind : "error", ...words);
			say.apply(console, words);
		};
	}
	addEventListener("error", e => hear("error", e.message, e.error?.stack));
	addEventListener("unhandledrejection", e => hear("error", "unhandled:", e.reason));
	document.addEventListener("securitypolicyviolation", e => hear("error", "policy:", e.violatedDirective, e.blockedURI));
	return heard;
})();
(async () => (%s))().then(
	value => done({value: value?.nodeType ? true : value ?? null, heard: heard.splice(0)}),
	reason => done({failed: String(reason), heard: heard.splice(0)}));`

// Evaluate decodes what an expression, perhaps a promise, is in the page into v, unless that is nil.
func (t *WebKitTab) Evaluate(ctx context.Context, js string, v any) error {
	var answer struct {
		Value  json.RawMessage `json:"value"`
		Failed string          `json:"failed"`
		Heard  []struct {
			Kind string `json:"kind"`
			Text string `json:"text"`
		} `json:"heard"`
	}
	script := members{"script": fmt.Sprintf(evaluation, js), "args": []any{}}
	if err := t.session.post(ctx, "/execute/async", script, &answer); err != nil {
		return err
	}
	for _, entry := range answer.Heard {
		t.heard(entry.Kind, entry.Text)
	}
	if answer.Failed != "" {
		return errors.New("engine: " + answer.Failed)
	}
	if v == nil {
		return nil
	}
	return json.Unmarshal(answer.Value, v)
}

// perform has the browser carry actions out.
func (t *WebKitTab) perform(ctx context.Context, actions []source) error {
	return t.session.post(ctx, "/actions", members{"actions": actions}, nil)
}

// Upload chooses files in the first file input that matches.
func (t *WebKitTab) Upload(ctx context.Context, css string, files []string) error {
	var element map[string]string
	if err := t.session.post(ctx, "/element", members{"using": "css selector", "value": css}, &element); err != nil {
		return err
	}
	for _, id := range element {
		for _, file := range files {
			if err := t.session.post(ctx, "/element/"+id+"/value", members{"text": file}, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// SetCookie gives the tab a cookie of the server at an address, which is opened, since the driver wants a page of that
// server for it. It must be no page of the console: a worker that is left while it starts never gets further.
func (t *WebKitTab) SetCookie(ctx context.Context, address string, c *http.Cookie) error {
	if err := t.Open(ctx, address); err != nil {
		return err
	}
	return t.session.post(ctx, "/cookie", members{"cookie": members{
		"name": c.Name, "value": c.Value, "path": c.Path, "httpOnly": c.HttpOnly, "secure": c.Secure, "sameSite": "Strict",
	}}, nil)
}

// Screenshot is the window as a PNG.
func (t *WebKitTab) Screenshot(ctx context.Context) ([]byte, error) {
	var shot string
	if err := t.session.get(ctx, "/screenshot", &shot); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(shot)
}
