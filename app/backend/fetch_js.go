package backend

import (
	"context"
	"fmt"
	"strings"
	"syscall/js"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Browser is the [Fetcher] over the browser's fetch. Calls tell the server
// whether a person acted ([api.HeaderActed]).
func Browser() Fetcher {
	b := &browser{acted: true} // they opened the page
	b.heed = js.FuncOf(func(js.Value, []js.Value) any {
		b.acted = true
		return nil
	})
	b.once = js.Global().Get("Object").New()
	for _, option := range [...]string{"once", "capture", "passive"} {
		b.once.Set(option, true)
	}
	return b
}

type browser struct {
	acted bool     // a person did something since the last call
	heed  js.Func  // hears of it, once between two calls
	once  js.Value // how heed is added
}

var _ Fetcher = (*browser)(nil)

// take reports whether a person has acted since the last call.
func (b *browser) take() bool {
	acted := b.acted
	if acted {
		b.acted = false
		for _, act := range [...]string{"pointerdown", "keydown"} {
			js.Global().Call("addEventListener", act, b.heed, b.once)
		}
	}
	return acted
}

// Fetch implements [Fetcher]. The call is aborted after [Timeout], or when ctx
// ends.
func (b *browser) Fetch(ctx context.Context, request Request) (Response, error) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	if !strings.HasSuffix(request.URL, api.PathSession) && b.take() {
		request.Header[api.HeaderActed] = "1"
	}
	offline := !js.Global().Get("navigator").Get("onLine").Bool()
	promise, abort, started := begin(request)
	stop := context.AfterFunc(ctx, func() { abort.Call("abort") })
	defer stop()
	answer, err := await(promise)
	if err != nil {
		return Response{}, noAnswer(err, time.Since(started), offline)
	}
	buffer, err := await(answer.Call("arrayBuffer"))
	if err != nil {
		return Response{}, noAnswer(err, time.Since(started), false)
	}
	bytes := js.Global().Get("Uint8Array").New(buffer)
	body := make([]byte, bytes.Get("length").Int())
	js.CopyBytesToGo(body, bytes)
	response := Response{Status: answer.Get("status").Int(), Body: body, Asked: started}
	if tag := answer.Get("headers").Call("get", "etag"); tag.Type() == js.TypeString {
		response.Tag = tag.String()
	}
	return response, nil
}

// begin sends the request, unless the boot script has: its answer waits (web/first.js).
func begin(request Request) (promise, abort js.Value, started time.Time) {
	if first := js.Global().Call("shopdeskFirst", request.Method, request.URL,
		request.Header["If-None-Match"]); first.Truthy() {
		return first.Get("answer"), first.Get("abort"), time.UnixMilli(int64(first.Get("at").Float()))
	}
	abort = js.Global().Get("AbortController").New()
	return js.Global().Call("fetch", request.URL, options(request, abort)), abort, time.Now()
}

func options(request Request, abort js.Value) js.Value {
	headers := js.Global().Get("Object").New()
	for name, value := range request.Header {
		headers.Set(name, value)
	}
	o := js.Global().Get("Object").New()
	o.Set("method", request.Method)
	o.Set("headers", headers)
	o.Set("credentials", "same-origin")
	o.Set("redirect", "error") // an answer from elsewhere is no answer of ours
	o.Set("signal", abort.Get("signal"))
	if request.Body != nil {
		o.Set("body", string(request.Body))
	}
	return o
}

// noAnswer names the reason for a rejected fetch. A request is never sent by a
// browser that knows before that it has no network. One whose network goes later
// may have been.
func noAnswer(err error, waited time.Duration, offline bool) error {
	switch {
	case waited >= Timeout:
		return ErrTimeout
	case offline:
		return ErrOffline
	}
	return fmt.Errorf("%w: %w", ErrNoAnswer, err)
}

// await waits for a promise, which calls back with one argument. A rejection is an error.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	settled := make(chan outcome, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- outcome{value: args[0]}
		return nil
	})
	defer kept.Release()
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- outcome{err: fmt.Errorf("backend: %s", js.Global().Call("String", args[0]))}
		return nil
	})
	defer broken.Release()
	promise.Call("then", kept, broken)
	o := <-settled
	return o.value, o.err
}
