package platform_test

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

var update = flag.Bool("update", false, "write docs/assumptions.md")

// A setting of the profile that isn't in the list is a guess that nobody is told of.
func TestEverySettingIsAnAssumption(t *testing.T) {
	t.Parallel()
	listed, names := map[string]bool{}, map[string]bool{}
	for _, a := range platform.Assumptions() {
		if a.Name == "" || a.Section == "" || a.Default == "" || a.Reason == "" || names[a.Name] {
			t.Errorf("%+v is incomplete or there twice", a)
		}
		listed[a.Setting], names[a.Name] = true, true
	}
	delete(listed, "")
	profile := reflect.TypeFor[platform.Profile]()
	for i := range profile.NumField() {
		name := profile.Field(i).Name
		if !listed[name] {
			t.Errorf("Profile.%s is in no assumption", name)
		}
		delete(listed, name)
	}
	for name := range listed {
		t.Errorf("the profile has no %s", name)
	}
}

// Every setting has a variable and says what holds then. The default says nothing.
func TestEverySettingSaysWhatHolds(t *testing.T) {
	t.Parallel()
	set := platform.Profile{
		Presentation: platform.BodyFields, Signature: platform.HMACHeader, Anchor: platform.AnchorShop,
		Listing: platform.ListActive, TokenLifetime: time.Minute, CodeField: "a", RefreshField: "b", ShopSecret: true,
		PKCE: true, EqualTimes: platform.LeaveAllowed, NightOverlap: platform.LeaveRefused,
		ShortPhones: platform.LeaveAllowed, PhoneTwice: platform.LeaveAllowed, CapitalEndings: platform.LeaveAllowed,
		RefundProduct: platform.RefundBySpu, CallbackSigning: platform.CallbackWithoutURL,
		Heartbeats: platform.HeartbeatsAny, AuthCodes: "token-expired=4011",
	}
	said := map[string]string{}
	for _, a := range platform.Assumptions() {
		said[a.Name] = set.Says(&a)
		if (said[a.Name] == "") != (a.Setting == "") || a.Setting != "" && a.Variable() == "" ||
			said[a.Name] == a.Default || new(platform.Profile).Says(&a) != "" {
			t.Errorf("%s: set by %q, says %q", a.Name, a.Variable(), said[a.Name])
		}
	}
	if said["lifetime"] != "1m0s" || said["code field"] != "a" || said["night overlap"] != "refused" ||
		!strings.Contains(said["anchor"], "shop") {
		t.Errorf("%v", said)
	}
}

// docs/assumptions.md is the list. Write it anew with
// `go test ./platform -run TestAssumptionsAreDocumented -update`.
func TestAssumptionsAreDocumented(t *testing.T) {
	t.Parallel()
	const file = "../docs/assumptions.md"
	var b strings.Builder
	b.WriteString(`# Assumptions

Rendered from ` + "`platform/assumptions.go`" +
		` by its test: what the interface leaves open, and what we take it for. A setting is a
field of ` + "`platform.Profile`" +
		`, and a variable of the console's environment. The letters give the source: K is the public documentation of a platform of this family, I other
integrations, R our own recomputation, A our assumption.

| what | interface | default | why | setting |
| --- | --- | --- | --- | --- |
`)
	for _, a := range platform.Assumptions() {
		setting := a.Setting
		if variable := a.Variable(); variable != "" {
			setting = strings.TrimPrefix(setting+", `"+variable+"`", ", ")
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", a.Name, a.Section, a.Default, a.Reason, setting)
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != b.String() {
		t.Errorf("docs/assumptions.md isn't what platform/assumptions.go says (%v): run the test with -update", err)
	}
}
