package server_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// A session that is signed out, lost the shop or chose other shops gets no notification.
func TestPushEndsWithTheSession(t *testing.T) {
	t.Parallel()
	b := newBackground(t, nil)
	owner, manager, staff := b.as(api.RoleOwner), b.as(api.RoleManager), b.as(api.RoleStaff)
	stays := b.subscribe(owner)
	b.subscribe(manager, shopID)
	b.subscribe(staff)
	b.subscribe(b.as(api.RoleManager), shopID+1) // subscribes to another shop
	b.subscribe(b.as(api.RoleOwner), shopID)
	others := b.as(api.RoleManager)
	b.subscribe(others)
	if status, body := b.post(manager, api.PathSignOut, "{}"); status != http.StatusOK {
		t.Fatal(status, body)
	}
	if status, body := b.post(owner, api.PathDeviceOthers, "{}"); status != http.StatusOK { // the other owner's device
		t.Fatal(status, body)
	}
	if _, err := b.store.CreateOperator(t.Context(), store.Operator{Login: "ann"},
		[]store.Membership{{ShopID: store.AllShops, Role: string(api.RoleOwner)}}); err != nil {
		t.Fatal(err) // without another owner the demonstration's operators can't be disabled
	}
	people, err := b.store.ListOperators(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range people {
		switch {
		case strings.HasSuffix(p.Login, string(api.RoleStaff)):
			before, finding := b.store.Memberships(t.Context(), p.ID)
			if finding != nil {
				t.Fatal(finding)
			}
			err = b.store.SetMemberships(t.Context(), p.ID, before,
				[]store.Membership{{ShopID: foreignShop, Role: string(api.RoleStaff)}})
		case strings.HasSuffix(p.Login, string(api.RoleManager)):
			err = b.store.SetDisabled(t.Context(), p.ID, true, time.Now().UnixMilli())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	b.order(orderID)
	b.pass(16 * time.Second)
	got := b.service.Wait(1)
	b.finish()
	if got[0].Device != stays || b.service.Requests() != 1 {
		t.Errorf("%d messages, the first to %s", b.service.Requests(), got[0].Device.Endpoint)
	}
	left, err := b.store.PushesFor(t.Context(), shopID)
	if err != nil || len(left) != 2 { // an operator who only lost the shop may get it back
		t.Errorf("%+v %v", left, err)
	}
}

// A device subscribes anew with what was chosen on it, at each sign-in. The bug: once its operator had lost one of
// those shops all of it was refused, so that it was told of no order of the others, and no choice could be saved.
func TestShopsThatWereLostAreLeftOutOfASubscription(t *testing.T) {
	t.Parallel()
	b := newBackground(t, nil)
	manager := b.as(api.RoleManager)
	b.subscribe(manager, foreignShop, shopID, noShop)
	if got := read[api.Push](b.bench, manager, api.PathPush); fmt.Sprint(got.Shops) != "[{100001}]" {
		t.Errorf("%+v", got)
	}
}

// A step-up gives the session another name; the subscription follows the session. A new choice replaces the previous
// one; a browser that replaced its subscription keeps its choice.
func TestSubscriptionFollowsItsSession(t *testing.T) {
	t.Parallel()
	b := newBackground(t, nil)
	owner := b.as(api.RoleOwner)
	old := b.subscribe(owner, shopID+1)
	b.subscribe(owner, shopID, shopID+2)
	if status, body := b.post(owner, api.PathStepUp, api.StepUp{Demo: true}); status != http.StatusOK {
		t.Fatal(status, body)
	}
	replaced := b.service.Device()
	kept := on(replaced)
	kept.Keep = true
	if status, body := b.post(owner, api.PathPush, kept); status != http.StatusOK {
		t.Fatal(status, body)
	}
	if got := read[api.Push](b.bench, owner, api.PathPush); !got.On || fmt.Sprint(got.Shops) != "[{100001} {100003}]" {
		t.Errorf("%+v", got)
	}
	b.order(orderID)
	b.pass(16 * time.Second)
	got := b.service.Wait(1)
	if status, body := b.post(owner, api.PathPushOff, "{}"); status != http.StatusOK ||
		strings.Contains(body, `"on":true`) {
		t.Errorf("%d %s", status, body)
	}
	if status, body := b.post(owner, api.PathPush, kept); status != http.StatusNotFound {
		t.Errorf("there is nothing to keep: %d %s", status, body)
	}
	b.finish()
	if got[0].Device != replaced || got[0].Device == old || b.service.Requests() != 1 {
		t.Errorf("%+v of %d", got[0], b.service.Requests())
	}
}

// A person proves who they are while a notification is about to be sent again. Bug: the earlier name of their session
// counted as a sign-out, and the device was told of nothing more until a page was opened on it.
func TestProofBeforeANotificationIsTriedAgainKeepsTheSubscription(t *testing.T) {
	t.Parallel()
	b := newBackground(t, nil)
	owner := b.as(api.RoleOwner)
	b.subscribe(owner)
	b.service.Answer(nil, http.StatusServiceUnavailable)
	var once sync.Once
	b.service.Before(func(context.Context) {
		once.Do(func() {
			if status, body := b.post(owner, api.PathStepUp, api.StepUp{Demo: true}); status != http.StatusOK {
				t.Error(status, body)
			}
		})
	})
	b.order(orderID)
	b.pass(16 * time.Second)
	b.eventually("the message to be sent", func() bool {
		left, err := b.store.PushesFor(t.Context(), shopID)
		return err != nil || len(left) == 0 || b.service.Requests() == 2
	})
	if left, err := b.store.PushesFor(t.Context(), shopID); err != nil || len(left) != 1 {
		t.Errorf("%+v %v", left, err)
	}
}
