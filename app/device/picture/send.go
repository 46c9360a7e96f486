package picture

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
)

// Sender is the backend.Fetcher that sends the picture in place of the body of
// a request, and tells how many bytes have left. It is XMLHttpRequest's: fetch
// doesn't tell. Progress runs on any goroutine.
func (e *Encoded) Sender(progress func(bytes int64)) backend.Fetcher { return sender{e, progress} }

type sender struct {
	picture  *Encoded
	progress func(bytes int64)
}

var _ backend.Fetcher = sender{}

// Fetch implements [backend.Fetcher]. When ctx ends, nothing more is sent.
func (s sender) Fetch(ctx context.Context, r backend.Request) (backend.Response, error) {
	call := app.Window().Get("XMLHttpRequest").New()
	over := make(chan struct{}, 1)
	ended := device.Func(func([]app.Value) {
		over <- struct{}{}
	})
	defer ended.Release()
	moved := device.Func(func(args []app.Value) {
		s.progress(int64(args[0].Get("loaded").Float()))
	})
	defer moved.Release()
	call.Call("open", r.Method, r.URL)
	for name, value := range r.Header {
		call.Call("setRequestHeader", name, value)
	}
	call.Get("upload").Call("addEventListener", "progress", moved)
	call.Call("addEventListener", "loadend", ended) // whatever became of it

	offline := !app.Window().Get("navigator").Get("onLine").Bool() // then nothing is sent
	call.Call("send", s.picture.blob)
	stop := context.AfterFunc(ctx, func() { call.Call("abort") })
	defer stop()
	<-over
	status := call.Get("status").Int()
	switch {
	case status != 0:
		return backend.Response{Status: status, Body: []byte(call.Get("responseText").String())}, nil
	case offline:
		return backend.Response{}, backend.ErrOffline
	}
	return backend.Response{}, backend.ErrNoAnswer
}
