package auth

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// theirs gives the browser's own device and the only other one, in the answer of a list of two devices.
func theirs(t *testing.T, got reply) (this, other string) {
	t.Helper()
	var answer api.Devices
	if err := json.Unmarshal(got.Body, &answer); err != nil || got.Status != http.StatusOK || len(answer.Devices) != 2 {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	if answer.Devices[0].This {
		return answer.Devices[0].ID, answer.Devices[1].ID
	}
	return answer.Devices[1].ID, answer.Devices[0].ID
}

// A device that has proved who uses it since the list was read is signed out. The regression: a proof renewed the
// device's name together with the session's token, so that the sign-out was answered 404 and the device stayed.
func TestDeviceThatProvedItselfIsSignedOut(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	b, other := f.as(t, "owner"), f.as(t, "owner")
	this, id := theirs(t, b.call(t, api.PathDevices, nil))
	for _, one := range []*browser{b, other} {
		if got := one.call(t, api.PathStepUp, api.StepUp{Password: password}); got.Status != http.StatusOK {
			t.Fatalf("step-up: %d %s", got.Status, got.Body)
		}
	}
	if own, one := theirs(t, b.call(t, api.PathDevices, nil)); own != this || one != id {
		t.Error("a proof renames devices")
	}
	if got := b.call(t, api.PathDeviceRevoke, api.DeviceRef{ID: id}); got.Status != http.StatusOK {
		t.Errorf("sign-out: %d %s", got.Status, got.Body)
	}
	if who := other.who(t); who != "" {
		t.Errorf("%s is still signed in", who)
	}
}

// The sign-out of a device that has signed itself out answers the devices that are left, and so does that of one's own,
// which stays.
func TestDeviceThatHasGoneIsAnsweredWithTheRest(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	b, other := f.as(t, "owner"), f.as(t, "owner")
	this, id := theirs(t, b.call(t, api.PathDevices, nil))
	other.call(t, api.PathSignOut, "{}")
	for _, ref := range []string{id, this, "unknown"} {
		got := b.call(t, api.PathDeviceRevoke, api.DeviceRef{ID: ref})
		var answer api.Devices
		if err := json.Unmarshal(got.Body, &answer); err != nil || len(answer.Devices) != 1 || answer.Devices[0].ID != this {
			t.Errorf("%s: %d %s", ref, got.Status, got.Body)
		}
	}
	if b.who(t) != "owner" {
		t.Error("signed out")
	}
}
