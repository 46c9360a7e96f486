package sights_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/sights"
)

// Unknown items are listed by name, logged once and counted. Values and known items
// are neither listed nor logged.
func TestUnknownItemsAreListedByNameAndLoggedOnce(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(1_790_000_000_000)
	var log bytes.Buffer
	s := sights.New(sights.Options{Now: func() time.Time { return now }, Logger: slog.New(slog.NewTextHandler(&log, nil))})
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
		{What: "code", Path: "status", Seen: "9"}, {What: "member", Path: "vip", Seen: "an object"},
	} {
		one.From, one.Count, one.First, one.Last = platform.PathShopGet, 2, first, now.UnixMilli()
		want = append(want, one)
	}
	want = append(want[1:], want[0]) // sorted by call
	if diff := cmp.Diff(want, s.List()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if lines := strings.Count(log.String(), "\n"); lines != len(want) || strings.Contains(log.String(), "Secret") {
		t.Errorf("%d lines logged:\n%s", lines, log.String())
	}
}

// Answers full of unknown members don't fill the memory.
func TestSightsAreBounded(t *testing.T) {
	t.Parallel()
	s := sights.New(sights.Options{})
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
	for _, one := range s.List() {
		if len(one.Path) > 120 {
			t.Errorf("a path of %d bytes", len(one.Path))
		}
	}
	if got := len(s.List()); got != 200 {
		t.Errorf("%d kept", got)
	}
}
