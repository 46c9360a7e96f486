package devices

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// told is the card about what this device is told of in the background.
type told struct {
	app.Compo

	pages.Deps

	push    *api.Push // nil: not read yet
	browser device.Standing
	choice  shopChoice
	find    string
	busy    bool
	again   bool // to save what was chosen while the choice before was on its way
	off     bool // to switch off once the choice on its way is answered
	err     error
	tested  *api.PushTested
	testing bool
	read    pages.Reader
	saves   pages.Generation
	tests   pages.Generation
	ctx     app.Context
}

// OnMount reads how it stands.
func (c *told) OnMount(ctx app.Context) {
	c.ctx = ctx
	pages.Read(ctx, &c.read, backend.Push.From(c.Backend), func(push *api.Push) {
		c.push, c.choice, c.browser = push, choiceOf(push.Shops), device.PushStanding()
	})
}

func (c *told) toggle(ctx app.Context, on bool) {
	if on {
		if _, ok := c.choice.request(); !ok {
			c.choice.some = false
		}
		c.save(ctx)
		return
	}
	if c.off = c.busy; c.busy {
		return
	}
	c.begin()
	c.forget()
	pages.Load(c.ctx, &c.saves, backend.PushOff.To(c.Backend, backend.None{}),
		func(_ app.Context, push *api.Push, err error) {
			if c.busy, c.err = false, err; err == nil {
				c.push = push
			}
			c.keep()
		})
}

// keep keeps on the device what the server has: the next start of the console tells it again.
func (c *told) keep() {
	var on *api.PushOn
	if c.push.On {
		on = &api.PushOn{Language: text.Lang(), Shops: c.push.Shops}
	}
	c.State.KeepPush(c.push.Key, on)
}

func (c *told) forget() {
	device.PushOff()
	c.State.KeepPush(c.push.Key, nil)
}

func (c *told) begin() { c.busy, c.off, c.err, c.tested = true, false, nil, nil }

// errNoSubscription says that the browser gave nothing to send to.
var errNoSubscription = errors.New("devices: the browser gave no subscription")

// save has this device told as chosen. The last choice holds, however fast they
// follow one another: each waits for the answer to the one before.
func (c *told) save(app.Context) {
	shops, ok := c.choice.request()
	if !ok || c.push == nil {
		return // the hint says that one must be chosen
	}
	if c.again = c.busy; c.busy {
		return
	}
	c.begin()
	on, key := api.PushOn{Language: text.Lang(), Shops: shops}, c.push.Key
	c.State.KeepPush(key, &on) // the page may be left before the answer comes
	pages.Load(c.ctx, &c.saves, func(ctx context.Context) (*api.Push, error) {
		given, err := device.PushOn(key)
		if err != nil || json.Unmarshal(given, &on) != nil {
			return nil, errNoSubscription
		}
		return backend.PushOn.To(c.Backend, on)(ctx)
	}, func(ctx app.Context, push *api.Push, err error) {
		c.busy, c.err, c.browser = false, err, device.PushStanding()
		if err == nil {
			c.push = push
		}
		c.keep()
		switch {
		case c.off:
			c.toggle(ctx, false)
		case c.again:
			c.save(ctx)
		}
	})
}

func (c *told) choose(ctx app.Context, value string) {
	c.choice.some = value == chooseSome
	c.save(ctx)
}

func (c *told) test(app.Context) {
	c.testing, c.tested, c.err = true, nil, nil
	pages.Load(c.ctx, &c.tests, backend.PushTest.To(c.Backend, backend.None{}),
		func(_ app.Context, tested *api.PushTested, err error) {
			c.testing, c.err = false, err
			if err != nil {
				return
			}
			c.tested = tested
			if tested.Outcome == api.PushGone {
				c.push.On = false
				c.forget()
			}
		})
}
