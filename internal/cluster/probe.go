package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// probes do what people do, all the time, and note what must not happen.
type probes struct {
	*cluster

	mu         sync.Mutex
	outs       []time.Duration // until a sign-out was known to a replica, outside of faults
	outsFailed int             // sign-outs that failed outside of faults
	won        int             // saves that were accepted
	conflict   int             // saves that were refused because another one came first
	unknown    int             // saves whose outcome isn't known
	saveFailed int             // rounds of saves that failed outside of faults
}

const (
	outEvery    = 5 * time.Second
	saveEvery   = time.Second
	knowsWithin = time.Minute // a sign-out, even after a fault
)

// try runs a probe. Calls fail during faults and shortly after; another failure is counted and printed.
func (p *probes) try(ctx context.Context, what string, failed *int, probe func(context.Context) error) {
	since := p.ledger.now()
	err := probe(ctx)
	if err == nil || ctx.Err() != nil || p.ledger.disturbed(since, p.ledger.now(), settled) {
		return
	}
	p.say("%s failed outside of faults: %v", what, err)
	p.mu.Lock()
	defer p.mu.Unlock()
	*failed++
}

// signOuts signs a device out on one replica and looks when each replica knows.
func (p *probes) signOuts(ctx context.Context) {
	for rest(ctx, outEvery) == nil {
		p.try(ctx, "a sign-out", &p.outsFailed, p.signOut)
	}
}

func (p *probes) signOut(ctx context.Context) error {
	guest := p.newPerson()
	if err := guest.signIn(ctx, ownerLogin); err != nil {
		return err
	}
	var devices api.Devices
	if err := guest.call(ctx, api.PathDevices, nil, &devices); err != nil {
		return err
	}
	at := slices.IndexFunc(devices.Devices, func(d api.Device) bool { return d.This })
	if at < 0 {
		p.ledger.problem("a session isn't among its own devices")
		return nil
	}
	var failed error
	for _, r := range p.replicas { // each answers this session before
		failed = errors.Join(failed, guest.callAt(ctx, "http://"+r.address(), api.PathAccount, nil, nil))
	}
	if err := p.owner.call(ctx, api.PathDeviceRevoke, api.DeviceRef{ID: devices.Devices[at].ID}, nil); err != nil {
		return err
	}
	since := time.Now()
	for _, r := range p.replicas {
		for ctx.Err() == nil {
			err := guest.callAt(ctx, "http://"+r.address(), api.PathAccount, nil, nil)
			if signedOut(err) {
				break
			}
			if late := time.Since(since) > knowsWithin; late && err == nil {
				p.ledger.problem(fmt.Sprintf("%s doesn't know of a sign-out after %v", r.name, knowsWithin))
				break
			} else if late { // the replica doesn't answer
				return err
			}
			_ = rest(ctx, lookAgain)
		}
		if now := time.Now(); ctx.Err() == nil && !p.ledger.disturbed(since, now, settled) {
			p.mu.Lock()
			p.outs = append(p.outs, now.Sub(since))
			p.mu.Unlock()
		}
	}
	return failed
}

// saves has three people save the same record at once, on different replicas.
func (p *probes) saves(ctx context.Context) {
	shops := p.box.Directory()
	for i := 0; rest(ctx, saveEvery) == nil; i++ {
		p.try(ctx, "a save", &p.saveFailed, func(ctx context.Context) error {
			return p.save(ctx, shops[i%len(shops)].ShopID, i)
		})
	}
}

// savers is how many save at once.
const savers = 3

// save has the same week replaced by different ones. At most one may be accepted, and it is what the platform has then.
func (p *probes) save(ctx context.Context, shop int64, n int) error {
	var before struct {
		Data json.RawMessage `json:"data"`
	}
	if err := p.owner.call(ctx, api.PlatformPrefix+platform.PathWeekGet, platform.ShopRef{ShopID: shop},
		&before); err != nil {
		return err
	}
	base, err := api.Digest(before.Data)
	if err != nil {
		return err
	}
	weeks, outcomes := make([]platform.Week, savers), make([]error, savers)
	var saving sync.WaitGroup
	for i := range savers {
		weeks[i] = weekOf(savers*n + i)
		at := "http://" + p.replicas[i%len(p.replicas)].address()
		saving.Go(func() {
			var answer struct{ Code int }
			outcomes[i] = p.owner.callAt(ctx, at, api.PlatformPrefix+platform.PathWeekUpdate,
				platform.WeekUpdate{ShopID: shop, Week: &weeks[i]}, &answer, api.HeaderBase, base)
			if outcomes[i] == nil && answer.Code != 0 {
				outcomes[i] = fmt.Errorf("the platform answered code %d", answer.Code)
			}
		})
	}
	saving.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return p.judge(shop, weeks, outcomes)
}

// weekOf returns the week of a play's nth save, unlike those of all others. A save of what the platform has already
// changes nothing, so another one of the same record would rightly be accepted beside it.
func weekOf(n int) (w platform.Week) {
	const starts = 600
	shift := platform.Period{StartTime: 60 * (n % starts), EndTime: 80000 - 60*(n/starts)}
	for _, day := range platform.Days() {
		w.SetDay(day, []platform.Period{shift})
	}
	return w
}

// judge counts what came of saves, and compares the accepted one with what the platform has. The error is that of the
// saves whose outcome isn't known.
func (p *probes) judge(shop int64, weeks []platform.Week, outcomes []error) error {
	won := -1
	var unknown error
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, err := range outcomes {
		switch {
		case err == nil && won >= 0:
			p.ledger.problem(fmt.Sprintf("two saves of shop %d from the same record were both accepted", shop))
		case err == nil:
			won = i
			p.won++
		case statusOf(err) == http.StatusConflict:
			p.conflict++
		default:
			p.unknown++
			unknown = errors.Join(unknown, err)
		}
	}
	if won < 0 || unknown != nil {
		return unknown
	}
	now, _ := p.box.Shop(shop)
	have, err := json.Marshal(now.Week)
	if err != nil {
		return err
	}
	want, err := json.Marshal(&weeks[won])
	if err == nil && string(have) != string(want) {
		p.ledger.problem(fmt.Sprintf("the accepted save of shop %d isn't what the platform has", shop))
	}
	return err
}
