package server_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/doctor"
	"github.com/shopdesk/shopdesk/server/store"
)

// checked waits for the end of a check.
func (b *bench) checked(c *http.Client) (done api.Check) {
	b.t.Helper()
	b.eventually("the check to end", func() bool {
		done = read[api.Check](b, c, api.PathCheck)
		return done.At != 0 && !done.Running
	})
	return done
}

// An owner checks the platform: each assumption holds, doesn't hold with the setting
// that would fit, or isn't seen yet. The check is audited, and the secret isn't shown.
func TestOwnerChecksThePlatform(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	if err := b.box.SetVariants(sandbox.HMACHeader, sandbox.TextIDs); err != nil {
		t.Fatal(err)
	}
	for _, role := range []api.Role{api.RoleManager, api.RoleStaff} {
		if status, body := b.post(b.as(role), api.PathCheck,
			api.StartCheck{ShopID: ownShop}); status != http.StatusForbidden {
			t.Errorf("%s: %d %s", role, status, body)
		}
	}
	owner := b.as(api.RoleOwner)
	if none := read[api.Check](b, owner, api.PathCheck); none.At != 0 || none.Running {
		t.Errorf("before the first check: %+v", none)
	}
	if status, body := b.post(owner, api.PathCheck, api.StartCheck{ShopID: noShop}); status != http.StatusNotFound {
		t.Errorf("a shop that doesn't exist: %d %s", status, body)
	}
	if status, body := b.post(owner, api.PathCheck, api.StartCheck{ShopID: ownShop}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	done := b.checked(owner)
	states := map[string]api.CheckFinding{}
	for _, f := range done.Findings {
		states[f.Name] = f
		if words := strings.Join(f.Seen, " ") + f.Setting; strings.Contains(words, sandbox.DemoClientSecret) {
			t.Errorf("the secret is shown: %+v", f)
		}
	}
	if done.Failed || done.Calls == 0 || done.ShopID != ownShop || done.By == "" {
		t.Errorf("%+v", done)
	}
	for name, want := range map[string]api.CheckState{
		"number-ids": api.CheckDiffers, "call-signature": api.CheckDiffers, "access": api.CheckHolds,
		"short-phones": api.CheckUnseen,
	} {
		if got := states[name]; got.State != want {
			t.Errorf("%s: %+v, want %s", name, got, want)
		}
	}
	if states["call-signature"].Setting == "" || states["short-phones"].How == "" {
		t.Errorf("no advice: %+v", states)
	}
	if done.Findings[0].State != api.CheckDiffers {
		t.Errorf("what doesn't hold isn't first: %+v", done.Findings[0])
	}
	entries, err := b.store.Entries(t.Context(), store.EntryQuery{Kinds: []string{"settings"}, Limit: 9})
	if err != nil || len(entries) != 1 || entries[0].Action != "settings.check" || entries[0].ShopID != ownShop ||
		entries[0].Outcome != store.OutcomeDone {
		t.Errorf("audit: %+v %v", entries, err)
	}
}

// Of two checks at once the second is refused, and each replica knows how a check stands. The regression: a page whose
// next call reached another replica showed no check.
func TestOneCheckAtATime(t *testing.T) {
	t.Parallel()
	answer := make(chan struct{})
	var options server.Options
	b := open(t, func(o *server.Options) { options = *o }, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			<-answer
			next.ServeHTTP(w, r)
		})
	})
	other := b.replica(options)
	owner := b.as(api.RoleOwner)
	if status, body := b.post(owner, api.PathCheck, api.StartCheck{ShopID: ownShop}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	var got api.Check
	b.eventually("a call of the check", func() bool { // the server has calls of its own
		got = read[api.Check](b, owner, api.PathCheck)
		return got.Calls > 0
	})
	if !got.Running || len(got.Findings) != 0 {
		t.Errorf("while it runs: %+v", got)
	}
	if there := read[api.Check](other, owner, api.PathCheck); !there.Running || there.Calls == 0 {
		t.Errorf("while it runs, on another replica: %+v", there)
	}
	for name, b := range map[string]*bench{"here": b, "on another replica": other} {
		status, body := b.post(owner, api.PathCheck, api.StartCheck{ShopID: ownShop})
		if status != http.StatusConflict || code(t, body) != api.CodeBusy {
			t.Errorf("a second one %s: %d %s", name, status, body)
		}
	}
	close(answer)
	done := b.checked(owner)
	if len(done.Findings) == 0 {
		t.Errorf("%+v", done)
	}
	if diff := cmp.Diff(done, read[api.Check](other, owner, api.PathCheck)); diff != "" {
		t.Errorf("once it is over, on another replica (-here +there):\n%s", diff)
	}
}

// A check whose replica was killed doesn't run for ever.
func TestCheckOfAKilledReplicaHasFailed(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	b := open(t, func(o *server.Options) {
		o.Now = aheadBy(&ahead)
	})
	left, err := json.Marshal(api.Check{At: time.Now().UnixMilli(), ShopID: ownShop, Running: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.store.SetMeta(t.Context(), "check", string(left)); err != nil {
		t.Fatal(err)
	}
	owner := b.as(api.RoleOwner)
	if got := read[api.Check](b, owner, api.PathCheck); !got.Running {
		t.Errorf("at first: %+v", got)
	}
	ahead.Store(int64(6 * time.Minute))
	if got := read[api.Check](b, owner, api.PathCheck); got.Running || !got.Failed {
		t.Errorf("six minutes later: %+v", got)
	}
	if status, body := b.post(owner, api.PathCheck, api.StartCheck{ShopID: ownShop}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	b.checked(owner)
}

// What only a change shows is named by the check once a person has made such a change through the console. A platform
// as imagined has no difference.
func TestCheckTellsWhatChangesHaveShown(t *testing.T) {
	t.Parallel()
	type shown struct {
		state   api.CheckState
		setting string
	}
	var events []int // all: an address that is registered for some of them differs
	for _, e := range platform.Events() {
		events = append(events, int(e))
	}
	for check, tt := range map[string]struct {
		variant sandbox.Variant
		change  func(b *bench, owner *http.Client) (status int, body string)
		setting string
	}{
		doctor.CheckPhoneOnce: {sandbox.PhoneOnce, func(b *bench, owner *http.Client) (int, string) {
			return b.post(owner, api.PlatformPrefix+platform.PathContactUpdate,
				`{"shopId":100001,"phones":["852-25460101","852-25460101"]}`)
		}, "SHOPDESK_REFUSE=phone-twice"},
		doctor.CheckPictureReview: {sandbox.SlowReview, func(b *bench, owner *http.Client) (int, string) {
			status, body := b.post(owner, api.PlatformPrefix+platform.PathPictureUpdate, platform.PictureUpdate{ShopID: ownShop,
				PictureURL: b.platform.URL + "/sandbox/pictures/dumpling.jpg"})
			if status == http.StatusOK {
				return b.post(owner, api.PlatformPrefix+platform.PathShopGet, platform.ShopRef{ShopID: ownShop})
			}
			return status, body
		}, "none needed"},
		doctor.CheckCallback: {sandbox.CallbackNoURL, func(b *bench, owner *http.Client) (int, string) {
			return b.post(owner, api.PathHooksRegister, api.RegisterHooks{Events: events})
		}, "SHOPDESK_CALLBACK_URL=unsigned"},
	} {
		for _, plays := range [][]sandbox.Variant{nil, {tt.variant}} {
			b := open(t, func(o *server.Options) { o.Platform.AppID = sandbox.DemoAppID })
			if err := b.box.SetVariants(plays...); err != nil {
				t.Fatal(err)
			}
			owner := b.as(api.RoleOwner)
			var differs []string // by the last look
			look := func() (s shown) {
				if status, body := b.post(owner, api.PathCheck, api.StartCheck{ShopID: ownShop}); status != http.StatusOK {
					t.Fatalf("%d %s", status, body)
				}
				differs = nil
				for _, f := range b.checked(owner).Findings {
					if f.Name == check {
						s = shown{f.State, f.Setting}
					} else if f.State == api.CheckDiffers {
						differs = append(differs, f.Name)
					}
				}
				return s
			}
			if got := look(); got.state != api.CheckUnseen {
				t.Errorf("%s, %v: before a change: %+v", check, plays, got)
			}
			before := differs
			status, body := tt.change(b, owner)
			want := shown{api.CheckHolds, ""}
			if plays != nil {
				want = shown{api.CheckDiffers, tt.setting}
			}
			if got := look(); got != want {
				t.Errorf("%s, %v: %+v, want %+v; the change was answered %d %s", check, plays, got, want, status, body)
			}
			if !slices.Equal(before, differs) {
				t.Errorf("%s, %v: others differ after the change: %v, before: %v", check, plays, differs, before)
			}
		}
	}
}

// Bug: a host that gives no client_secret, which its shops' own connections don't need, got an internal error from the
// check.
func TestCheckNeedsNoClientSecret(t *testing.T) {
	t.Parallel()
	b := open(t, oneShopWithoutGrant)
	owner := b.as(api.RoleOwner)
	if status, body := b.post(owner, api.PathCheck, api.StartCheck{ShopID: shopID}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if got := b.checked(owner); got.Failed || len(got.Findings) == 0 {
		t.Errorf("%+v", got)
	}
}

// Bug: phones that were saved while the platform took no more calls counted as refused for being there twice, and the
// check advised to refuse such phones.
func TestCallTooManyRefusesNoPhones(t *testing.T) {
	t.Parallel()
	b := open(t, nil, func(box http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == platform.PathContactUpdate {
				w.WriteHeader(http.StatusTooManyRequests)
				_, _ = io.WriteString(w, `{"code":20008,"message":"slower"}`)
				return
			}
			box.ServeHTTP(w, r)
		})
	})
	owner := b.as(api.RoleOwner)
	phones := platform.Phones([]string{"852-25460101", "852-25460101"})
	b.post(owner, api.PlatformPrefix+platform.PathContactUpdate, platform.ContactUpdate{ShopID: ownShop, Phones: phones})
	if status, body := b.post(owner, api.PathCheck, api.StartCheck{ShopID: ownShop}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	for _, f := range b.checked(owner).Findings {
		if f.Name == doctor.CheckPhoneOnce && f.State != api.CheckUnseen {
			t.Errorf("%+v", f)
		}
	}
}

// Bug: damaged notes about the platform took the pages that tell of it for good, and no check could begin any more.
func TestDamagedNotesAreMadeAnew(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	owner := b.as(api.RoleOwner)
	for name, text := range map[string]string{"check": `{"running":true,"at":"`, "sights": `[{"what":`} {
		if err := b.store.SetMeta(t.Context(), name, text); err != nil {
			t.Fatal(err)
		}
	}
	if got := read[api.Check](b, owner, api.PathCheck); got.Running || got.At != 0 {
		t.Errorf("%+v", got)
	}
	read[api.ProfileFacts](b, owner, api.PathProfile)
	if status, body := b.post(owner, api.PathCheck, api.StartCheck{ShopID: ownShop}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	b.checked(owner)
	if !strings.Contains(b.log.String(), "about: damaged") {
		t.Error("the damage isn't logged")
	}
}
