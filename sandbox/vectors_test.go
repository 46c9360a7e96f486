package sandbox_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// The vectors of the rules, judged by checks that were written apart from
// them: both must accept and refuse alike. Bugs this found: the sandbox took a
// shift from 24:00 to 0:00, phones of nineteen digits and dates at 1970; the
// rules took pictures whose address has no host ("http://#a/x.png") and dates
// before 1970.
//
// What a week holds beside its seven arrays is where they differ on purpose:
// the console gives back what it read and doesn't know, the sandbox never
// gives such a thing and takes it for a misspelt day.
//
// What the interface doesn't forbid outright is a warning of the rules. The lenient
// sandbox takes it all, the imagined one takes the same phone twice alone.
func TestSandboxAgreesWithTheRules(t *testing.T) {
	t.Parallel()
	agreesWithTheRules(t, func(code string) bool { return code == "phone_twice" })
	agreesWithTheRules(t, func(string) bool { return true }, sandbox.EqualTimes, sandbox.NightOverlap,
		sandbox.ShortPhones, sandbox.AnyEnding)
}

// agreesWithTheRules compares a sandbox, which takes what is warned of by these codes,
// with the vectors.
func agreesWithTheRules(t *testing.T, takes func(code string) bool, plays ...sandbox.Variant) {
	t.Helper()
	threeOfEach := func() float64 { return 0.9 }
	box := &sandbox.Sandbox{Transport: photos(t), Plays: plays, Chance: threeOfEach}
	base := serve(t, box, "/p")
	token := exchange(t, base)
	stricter := map[string]bool{
		"absent, null and empty days read as closed": true,
		"unknown members are kept, not judged":       true,
	}
	judged := 0
	for _, file := range []string{"week.json", "special.json", "requests.json"} {
		data, err := os.ReadFile("../platform/rules/testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var vectors []struct {
			Name    string                     `json:"name"`
			Path    string                     `json:"path"`
			Anchor  string                     `json:"anchor"`
			Request map[string]json.RawMessage `json:"request"`
			Want    []struct {
				Path    string `json:"path"`
				Code    string `json:"code"`
				Warning bool   `json:"warning"`
			} `json:"want"`
		}
		if err := json.Unmarshal(data, &vectors); err != nil {
			t.Fatal(err)
		}
		for _, v := range vectors {
			if v.Anchor == "shop" {
				continue // the vector's zone isn't the shop's
			}
			judged++
			refused := stricter[v.Name]
			for _, want := range v.Want {
				refused = refused || !want.Warning || want.Code != "other_anchor" && !takes(want.Code)
			}
			if string(v.Request["shopId"]) == "1" { // any shop
				v.Request["shopId"] = json.RawMessage(fmt.Sprint(central))
			}
			body, err := json.Marshal(v.Request)
			if err != nil {
				t.Fatal(err)
			}
			if v.Path == platform.PathPictureUpdate {
				_ = box.ApprovePicture(central) // or the next one is a duplicate
			}
			_, env := post(t, base, token, v.Path, ofOrder(t, box, string(body)))
			if (env.Code != 0 && !slices.Contains(states, env.Code)) != refused {
				t.Errorf("%v: %s, %s: the rules want %+v, the sandbox says %d %s", plays, file, v.Name, v.Want, env.Code,
					env.Message)
			}
		}
	}
	if judged < 150 {
		t.Errorf("only %d vectors were judged", judged)
	}
}

// states refuse a request that breaks no rule: another one may be answered differently.
var states = []int{sandbox.CodeOrderState, sandbox.CodeRefundDecided, sandbox.CodeNoRefund}

// ofOrder puts the numbers of an order of the sandbox, and of its first product, into a vector's request.
func ofOrder(t *testing.T, box *sandbox.Sandbox, request string) string {
	t.Helper()
	const order, product = "9007199254740993", "9007199254740995"
	if !strings.Contains(request, order) {
		return request
	}
	id, err := box.Place(sandbox.Placement{ShopID: central, Kind: sandbox.OrderPickup})
	if err = errors.Join(err, box.AcceptOnPOS(id)); err != nil {
		t.Fatal(err)
	}
	record, _ := box.Order(id)
	return strings.NewReplacer(order, fmt.Sprint(id), product, fmt.Sprint(record.Products[0].ID)).Replace(request)
}
