package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// orderSealer seals orders' records of a store with the keys of its settings.
func orderSealer(t *testing.T, db store.Store, set map[string]string) *sealed.Keyring {
	t.Helper()
	ring, err := sealed.Load(set["--keys-file"])
	if err != nil {
		t.Fatal(err)
	}
	if err := ring.Check(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	sealer, err := ring.Sub("orders")
	if err != nil {
		t.Fatal(err)
	}
	return sealer
}

// A customer's data of an order or a phone number is exported and erased on request. The audit has both, and nothing of
// the customer.
func TestPrivacyExportsAndErases(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	db := begunStore(t, set)
	sealer := orderSealer(t, db, set)
	shops := []store.Shop{{ShopID: 1, Name: "A", Zone: "UTC"}, {ShopID: 2, Name: "B", Zone: "UTC"}}
	if err := db.PutShops(t.Context(), shops); err != nil {
		t.Fatal(err)
	}
	for id, phone := range map[int64]string{11: "+852 9123 4567", 12: "9123-4567", 13: "9999 9999", 14: "91234567"} {
		record, err := sealer.Seal(fmt.Appendf(nil, `{"recipientInfo":{"name":"Ada","phone":%q}}`, phone),
			fmt.Sprintf("orders/1/%d/record", id))
		if err != nil {
			t.Fatal(err)
		}
		stage, placed := "done", int64(1)
		if id == 14 {
			stage, placed = "new", time.Now().UnixMilli()
		}
		if _, err := db.SaveOrders(t.Context(), []store.OrderChange{{
			Order: store.Order{ShopID: 1, OrderID: id, Stage: stage, PlacedAt: placed, ChangedAt: 1,
				Data: []byte(`{"note":"spicy"}`), Record: record},
			Timeline: []store.OrderMoment{{At: 1, Data: []byte(`{"what":"event"}`)}},
		}}); err != nil {
			t.Fatal(err)
		}
	}
	message := store.Message{MessageID: "m", Digest: []byte("d"), ReceivedAt: 1, EventID: 1001, ShopID: 1, OrderID: 11,
		Body: []byte(`{"applyReason":"cold"}`), State: store.MessageWaiting}
	if _, err := db.AddMessages(t.Context(), []store.Message{message}); err != nil {
		t.Fatal(err)
	}
	refusal := store.Refusal{ShopID: 1, Body: []byte(`{"message":"{\"orderViewId\":11,\"applyReason\":\"mouldy`)}
	if err := db.AddRefusal(t.Context(), refusal, 9); err != nil {
		t.Fatal(err)
	}
	ask := func(args ...string) (string, error) {
		t.Helper()
		args = append([]string{"privacy"}, args...)
		for _, flag := range []string{"--database", "--keys-file", "--public-url"} {
			args = append(args, flag+"="+set[flag])
		}
		var out bytes.Buffer
		err := run(t.Context(), args, &out, new(bytes.Buffer))
		return out.String(), err
	}

	out, err := ask("export", "--phone", "+85291234567")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[float64]bool{}
	for reader := json.NewDecoder(strings.NewReader(out)); reader.More(); {
		var one map[string]any
		if err := reader.Decode(&one); err != nil {
			t.Fatal(err)
		}
		seen[one["orderId"].(float64)] = true //nolint:forcetypeassert // a panic fails the test
	}
	if len(seen) != 3 || seen[13] {
		t.Errorf("exported %v", seen)
	}
	for _, want := range []string{"Ada", "spicy", "cold", "mouldy", `"what"`, "9123-4567"} {
		if !strings.Contains(out, want) {
			t.Errorf("the export lacks %q", want)
		}
	}

	out, err = ask("erase", "--phone", "9123 4567")
	if err == nil || !strings.Contains(err.Error(), "order 14 of shop 1") || strings.Count(out, "is erased") != 2 {
		t.Errorf("an open order stays, and the others go: %v\n%s", err, out)
	}
	if out, err := ask("erase", "--order", "13"); err != nil || out != "order 13 of shop 1 is erased\n" {
		t.Errorf("%q %v", out, err)
	}
	for _, id := range []int64{11, 12, 13} {
		row, err := db.Order(t.Context(), 1, id)
		if err != nil || row.Record != "" || strings.Contains(string(row.Data), "spicy") {
			t.Errorf("order %d: %s, %v", id, row.Data, err)
		}
	}
	if left, err := db.OrderMessages(t.Context(), 1, 11); err != nil || len(left) != 0 {
		t.Errorf("messages left: %v %v", left, err)
	}
	if left, err := db.Refusals(t.Context(), 9); err != nil || len(left) != 0 {
		t.Errorf("refusals left: %v %v", left, err)
	}

	entries, err := db.Entries(t.Context(), store.EntryQuery{Limit: 99})
	if err != nil {
		t.Fatal(err)
	}
	did := map[string]int{}
	for _, e := range entries {
		did[e.Action+" "+e.Outcome]++
		if text := fmt.Sprintf("%s %s", e.Request, e.Detail); strings.Contains(text, "4567") || e.Operator != "command line" {
			t.Errorf("%s by %s: %s", e.Action, e.Operator, text)
		}
	}
	if did["order.export done"] != 3 || did["order.erase done"] != 3 {
		t.Errorf("the audit has %v", did)
	}
	if out, err := told(t, "verify", "--database="+set["--database"], "--keys-file="+set["--keys-file"],
		"--public-url="+set["--public-url"]); err != nil {
		t.Errorf("%v %s", err, out)
	}

	for _, args := range [][]string{{"erase"}, {"erase", "--order", "1", "--phone", "91234567"},
		{"export", "--order", "99"}} {
		if _, err := ask(args...); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

// A search that can't be meant as it is given erases nothing. Bug: with --phone the shop was ignored, and the orders of
// all shops were erased; and of a number that is too short it was said that nothing is kept.
func TestErasureRefusesAShopBesideAPhoneAndAShortNumber(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	db := begunStore(t, set)
	sealer := orderSealer(t, db, set)
	record, err := sealer.Seal([]byte(`{"recipientInfo":{"phone":"91234567"}}`), "orders/1/11/record")
	if err != nil {
		t.Fatal(err)
	}
	order := store.Order{ShopID: 1, OrderID: 11, Stage: "done", PlacedAt: 1, ChangedAt: 1, Data: []byte(`{}`), Record: record}
	if _, err := db.SaveOrders(t.Context(), []store.OrderChange{{Order: order}}); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"--shop goes with --order":   {"--phone=91234567", "--shop=2"},
		"give at least seven digits": {"--phone=4567"},
	} {
		args = append([]string{"privacy", "erase", "--database=" + set["--database"], "--keys-file=" + set["--keys-file"],
			"--public-url=" + set["--public-url"]}, args...)
		if out, err := told(t, args...); err == nil || !strings.Contains(err.Error(), want) || out != "" {
			t.Errorf("want %q: %v\n%s", want, err, out)
		}
	}
	if row, err := db.Order(t.Context(), 1, 11); err != nil || row.Record == "" {
		t.Errorf("erased: %v", err)
	}
}

// An order whose record's key is gone is exported without the record, and the command says what is missing. Bug: the
// export ended with the key's name, and the customer got nothing of the order.
func TestExportGivesTheRestOfAnOrderWhoseKeyIsGone(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	db := begunStore(t, set)
	gone, err := sealed.Parse(strings.NewReader(sealed.Generate()))
	if err != nil {
		t.Fatal(err)
	}
	sealer, err := gone.Sub("orders")
	if err != nil {
		t.Fatal(err)
	}
	record, err := sealer.Seal([]byte(`{"recipientInfo":{"name":"Ada"}}`), "orders/1/11/record")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.PutShops(t.Context(), []store.Shop{{ShopID: 1, Name: "A", Zone: "UTC"}}); err != nil {
		t.Fatal(err)
	}
	order := store.Order{ShopID: 1, OrderID: 11, Stage: "done", PlacedAt: 1, ChangedAt: 1,
		Data: []byte(`{"note":"spicy"}`), Record: record}
	if _, err := db.SaveOrders(t.Context(), []store.OrderChange{{Order: order}}); err != nil {
		t.Fatal(err)
	}
	out, err := told(t, "privacy", "export", "--order=11", "--database="+set["--database"],
		"--keys-file="+set["--keys-file"], "--public-url="+set["--public-url"])
	if err == nil || !strings.Contains(err.Error(), "the platform's record is left out") {
		t.Errorf("nothing tells what is missing: %v", err)
	}
	if !strings.Contains(out, "spicy") || strings.Contains(out, `"record"`) {
		t.Errorf("exported %q", out)
	}
}

// An order whose record doesn't open is named, and the others are found. Bug: the search ended there, and a customer
// got nothing, or the orders of later numbers stayed.
func TestPhoneIsFoundBesideADamagedRecord(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	db := begunStore(t, set)
	sealer := orderSealer(t, db, set)
	for _, id := range []int64{11, 12} { // 11 has the record of another order
		record, err := sealer.Seal([]byte(`{"recipientInfo":{"phone":"91234567"}}`), "orders/1/12/record")
		if err != nil {
			t.Fatal(err)
		}
		order := store.Order{ShopID: 1, OrderID: id, Stage: "done", PlacedAt: 1, ChangedAt: 1, Data: []byte(`{}`), Record: record}
		if _, err := db.SaveOrders(t.Context(), []store.OrderChange{{Order: order}}); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the second time nothing is found
		out, err := told(t, "privacy", "erase", "--phone=91234567", "--database="+set["--database"],
			"--keys-file="+set["--keys-file"], "--public-url="+set["--public-url"])
		if err == nil || !strings.Contains(err.Error(), "order 11 of shop 1") {
			t.Errorf("nothing names the damaged order: %v", err)
		}
		if row, err := db.Order(t.Context(), 1, 12); err != nil || row.Record != "" {
			t.Errorf("the other order isn't erased: %v\n%s", err, out)
		}
	}
}
