package about_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/about"
)

func listed(t *testing.T, s *about.Sights) []api.Sight {
	t.Helper()
	list, err := s.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Unknown items are listed by name, logged once and counted. Values and known items
// are neither listed nor logged.
func TestUnknownItemsAreListedByNameAndLoggedOnce(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(1_790_000_000_000)
	var log bytes.Buffer
	s := about.NewSights(about.SightsOptions{Kept: sqlitetest.Open(t),
		Base: background.Base{Now: func() time.Time { return now }, Logger: slog.New(slog.NewTextHandler(&log, nil))}})
	shop := `{"code":0,"message":"","data":{"shopId":"100001","status":9,"name":"Secret name","phones":[5],"vip":{"customer":"Secret person"},"mainPictures":null}}`
	first := now.UnixMilli()
	s.Heard(platform.PathShopGet, []byte(shop))
	now = now.Add(time.Minute)
	s.Heard(platform.PathShopGet, []byte(shop))
	// every member of this answer is known
	s.Heard(platform.PathOrderGet,
		[]byte(`{"orderViewId":1,"shopId":2,"status":30,"baseOrder":{"status":10,"remark":"Secret note"}}`))
	for _, other := range []string{"", "[]", "not JSON", `{"code":0}`, `{"code":0,"data":5}`} {
		s.Heard(platform.PathWeekGet, []byte(other))
	}
	s.Heard(platform.PathToken, []byte(`{"unheard":1}`))
	s.Heard("/nowhere", []byte(`{"unheard":1}`))
	want := []api.Sight{
		{What: "shape", From: platform.PathWeekGet, Seen: "a number", Count: 1, First: now.UnixMilli(),
			Last: now.UnixMilli()},
	}
	for _, one := range []api.Sight{
		{What: "shape", Path: "phones[]", Seen: "a number"}, {What: "id", Path: "shopId", Seen: "a text"},
		{What: "code", Path: "status", Seen: "9", Kind: api.KindShop, Code: "9"},
		{What: "member", Path: "vip", Seen: "an object"},
	} {
		one.From, one.Count, one.First, one.Last = platform.PathShopGet, 2, first, now.UnixMilli()
		want = append(want, one)
	}
	want = append(want[1:], want[0]) // sorted by call
	if diff := cmp.Diff(want, listed(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if lines := strings.Count(log.String(), "\n"); lines != len(want) || strings.Contains(log.String(), "Secret") {
		t.Errorf("%d lines logged:\n%s", lines, log.String())
	}
}

// Unknown events, members and codes of webhook messages are listed like those of
// answers, and codes of which no value is documented without a line in the log.
func TestWebhookMessagesAreLookedAt(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := about.NewSights(about.SightsOptions{Kept: sqlitetest.Open(t),
		Base: background.Base{Logger: slog.New(slog.NewTextHandler(&log, nil))}})
	push := func(event platform.Event, message string) {
		t.Helper()
		body, err := json.Marshal(map[string]any{"sig": "s", "eventId": event, "appId": 1, "messageId": "m", "shopId": 2,
			"message": message, "timestamp": 3, "zone": "Secret"})
		if err != nil {
			t.Fatal(err)
		}
		s.Pushed(event, body)
	}
	push(4711, `{"customer":"Secret"}`)
	push(4711, "")
	push(platform.EventOrderPlaced, `{"opTime":1,"orderViewId":2,"shopId":3,"status":10,"baseOrder":{"status":30}}`)
	push(platform.EventDelivery, `{"opTime":"late","status":77,"logisticsStatus":70,"tip":{"of":"Secret"}}`)
	push(platform.EventStatusChanged, `Secret words`)
	s.Heard(platform.PathShopGet, []byte(`{"code":0,"data":{"deliveryRestStatus":3}}`))
	s.Heard(platform.PathRefundPreview, []byte(`{"code":0,"data":{"products":[{"refundType":2,"count":5,
		"associatedChoiceGroupList":[{"status":1,"auditStatus":4}]}],"promotionInfoList":[{"type":6}]}}`))
	var got []string
	for _, one := range listed(t, s) {
		got = append(got, fmt.Sprintf("%s %s %s=%s %s %d", one.From, one.What, one.Path, one.Seen, one.Kind, one.Count))
	}
	want := []string{
		"/order/refund/part/products/preview number products[].associatedChoiceGroupList[].auditStatus=4 review 1",
		"/order/refund/part/products/preview number products[].associatedChoiceGroupList[].status=1 group 1",
		"/order/refund/part/products/preview number products[].refundType=2 product 1",
		"/order/refund/part/products/preview number promotionInfoList[].type=6 promotion 1",
		"/scm/shop/base/get number deliveryRestStatus=3 rest 1",
		"event 1001 member zone=a text  1",
		"event 1006 code logisticsStatus=70 delivery 1",
		"event 1006 shape opTime=a text  1",
		"event 1006 code status=77 order 1",
		"event 1006 member tip=an object  1",
		"event 1006 member zone=a text  1",
		"event 1102 shape =a text  1",
		"event 1102 member zone=a text  1",
		"event 4711 code eventId=4711 event 2",
		"event 4711 member zone=a text  2",
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if lines := strings.Count(log.String(), "\n"); lines != len(want)-5 || strings.Contains(log.String(), "Secret") {
		t.Errorf("%d lines logged:\n%s", lines, log.String())
	}
}

// An answer without the envelope that the interface shows is listed, and looked at like others: before, a bare list
// was skipped. Of a code in words the word is listed.
func TestBareAnswersAreLookedAt(t *testing.T) {
	t.Parallel()
	s := about.NewSights(about.SightsOptions{Kept: sqlitetest.Open(t)})
	s.Heard(platform.PathSpecialGet, []byte(`[{"startDate":1,"endDate":2,"businessHour":[],"memo":"Secret"}]`))
	s.Heard(platform.PathShopGet, []byte(`{"shopId":1,"status":"TRADING","pickupRestStatus":"BUSY",
		"deliveryRestStatus":"Secret words"}`))
	var got []string
	for _, one := range listed(t, s) {
		got = append(got, fmt.Sprintf("%s %s %s=%s %s %s", one.From, one.What, one.Path, one.Seen, one.Kind, one.Code))
	}
	want := []string{
		"/scm/shop/base/get shape code=nothing  ",
		"/scm/shop/base/get shape deliveryRestStatus=a text  ",
		"/scm/shop/base/get shape pickupRestStatus=a text: BUSY rest BUSY",
		"/scm/shop/base/get shape status=a text: TRADING shop TRADING",
		"/scm/shop/special/business/hour/effective/get member [].memo=a text  ",
		"/scm/shop/special/business/hour/effective/get shape code=nothing  ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Answers full of unknown members don't fill the memory.
func TestSightsAreBounded(t *testing.T) {
	t.Parallel()
	s := about.NewSights(about.SightsOptions{Kept: sqlitetest.Open(t)})
	for i := range 10 {
		members := make([]string, 100)
		for j := range members {
			members[j] = fmt.Sprintf(`"%s%d-%d":1`, strings.Repeat("x", 200), i, j)
		}
		s.Heard(platform.PathShopGet, []byte(`{"code":0,"data":{`+strings.Join(members, ",")+`}}`))
	}
	for i := range 10 {
		members := make([]string, 100)
		for j := range members {
			members[j] = fmt.Sprintf(`"%d-%d":1`, i, j)
		}
		s.Heard(platform.PathShopGet, []byte(`{"code":0,"data":{`+strings.Join(members, ",")+`}}`))
	}
	for _, one := range listed(t, s) {
		if len(one.Path) > 120 {
			t.Errorf("a path of %d bytes", len(one.Path))
		}
	}
	if got := len(listed(t, s)); got != 200 {
		t.Errorf("%d kept", got)
	}
}

// The list is all replicas', outlives a restart, and counts each time once. What one replica overwrites while another
// keeps it is kept again, what wasn't seen for three months is forgotten, and what is known isn't logged again.
func TestSightsAreKeptForAllReplicas(t *testing.T) {
	t.Parallel()
	kept := sqlitetest.Open(t)
	now := time.UnixMilli(1_790_000_000_000)
	var log bytes.Buffer
	start := func() *about.Sights {
		s := about.NewSights(about.SightsOptions{Kept: kept,
			Base: background.Base{Now: func() time.Time { return now }, Logger: slog.New(slog.NewTextHandler(&log, nil))}})
		if err := s.Job.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
		return s
	}
	heard := func(s *about.Sights, member string) {
		s.Heard(platform.PathShopGet, fmt.Appendf(nil, `{"code":0,"data":{%q:1}}`, member))
	}
	check := func(when string, s *about.Sights, want ...string) {
		t.Helper()
		got := []string{}
		for _, one := range listed(t, s) {
			got = append(got, fmt.Sprint(one.Path, " ", one.Count))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	one, other := start(), start()
	heard(one, "a")
	heard(one, "a")
	check("at once", one, "a 2")
	heard(other, "a")
	heard(other, "b")
	check("heard by both", other, "a 3", "b 1")
	check("where the other was told", one, "a 3", "b 1")
	check("twice", one, "a 3", "b 1")

	if err := kept.SetMeta(t.Context(), "sights", "[]"); err != nil { // by one that had read the list before
		t.Fatal(err)
	}
	check("overwritten", other, "a 3", "b 1")

	log.Reset()
	now = now.Add(60 * 24 * time.Hour)
	again := start()
	heard(again, "b")
	if log.Len() > 0 {
		t.Errorf("logged again: %s", log.String())
	}
	check("after a restart", again, "a 3", "b 2")
	now = now.Add(31 * 24 * time.Hour)
	check("months later", one, "b 2")
	check("months later, at the other", other, "b 2")
}
