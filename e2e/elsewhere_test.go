package e2e

import (
	"context"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/e2e/engine"
)

// elsewhere is the engine in which the flows run instead of in Chromium, if any: SHOPDESK_ENGINE names it.
var elsewhere *otherEngine

// otherEngine is an engine, started with its first tab.
type otherEngine struct {
	start func(context.Context) (open opener, quit func(), err error)

	once sync.Once
	open opener
	quit func()
	err  error
}

// opener opens a tab, whose console is handed to heard.
type opener func(ctx context.Context, heard func(kind, text string)) (closingDriver, error)

type closingDriver interface {
	driver
	Close()
}

// opens is a function that opens tabs of one type as an opener.
func opens[T closingDriver](open func(context.Context, func(kind, text string)) (T, error)) opener {
	return func(ctx context.Context, heard func(kind, text string)) (closingDriver, error) {
		return open(ctx, heard)
	}
}

var otherEngines = map[string]*otherEngine{
	"firefox": {start: func(ctx context.Context) (opener, func(), error) {
		f, err := engine.StartFirefox(ctx)
		if err != nil {
			return nil, nil, err
		}
		return opens(f.Tab), f.Quit, nil
	}},
	"webkit": {start: func(ctx context.Context) (opener, func(), error) {
		w, err := engine.StartWebKit(ctx)
		if err != nil {
			return nil, nil, err
		}
		return opens(w.Tab), w.Quit, nil
	}},
}

func (o *otherEngine) tab(t testing.TB) *tab {
	t.Helper()
	defer spend(t, browserStart)()
	o.once.Do(func() { o.open, o.quit, o.err = o.start(context.Background()) })
	if o.err != nil {
		t.Fatal(o.err)
	}
	b := &tab{t: t, ctx: context.WithoutCancel(t.Context())}
	d, err := o.open(b.ctx, b.hear)
	if err != nil {
		t.Fatal(err)
	}
	b.driver = d
	b.endsWith(d.Close)
	return b
}

func (o *otherEngine) close() {
	if o != nil && o.quit != nil {
		o.quit()
	}
}
