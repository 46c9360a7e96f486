package server_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// list reads the list of shops like a browser: with the tag of its last answer and compression.
func (b *bench) list(c *http.Client, tag string) (listed, api.Shops, int) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.web.URL+mount+api.PathShops, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip")
	if tag != "" {
		r.Header.Set("If-None-Match", tag)
	}
	response, err := c.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	var list api.Shops
	sent := &counted{Reader: response.Body}
	var body io.Reader = sent
	if response.Header.Get("Content-Encoding") == "gzip" {
		if body, err = gzip.NewReader(sent); err != nil {
			b.t.Fatal(err)
		}
	}
	if response.StatusCode == http.StatusOK {
		if err := json.NewDecoder(body).Decode(&list); err != nil {
			b.t.Fatal(err)
		}
	}
	return listed{response.StatusCode, response.Header}, list, sent.bytes
}

// listed is the head of an answer.
type listed struct {
	StatusCode int
	Header     http.Header
}

type counted struct {
	io.Reader
	bytes int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.bytes += n
	return n, err
}

func many(n int) func(*server.Options) {
	return func(o *server.Options) {
		for i := range n {
			o.Shops = append(o.Shops, store.Shop{ShopID: int64(200001 + i), Name: fmt.Sprintf("海港麵家 %d 號店", i),
				EnName: fmt.Sprintf("Harbour Noodle Branch %d", i), Zone: "Asia/Hong_Kong"})
		}
	}
}

// A list of 2,000 shops takes at most 40 KB, and isn't sent again while it is unchanged. Favourites are per operator.
func TestManyShopsFitOneSmallAnswer(t *testing.T) {
	t.Parallel()
	b := open(t, many(2000))
	owner := b.as(api.RoleOwner)
	response, list, sent := b.list(owner, "")
	tag := response.Header.Get("ETag")
	if len(list.Shops) < 2000 || sent > 40<<10 || tag == "" || response.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d shops in %d bytes, tag %q, %v", len(list.Shops), sent, tag, response.Header)
	}
	if shops := list.Spread(); len(shops[0].Permissions) == 0 || len(shops[1999].Permissions) == 0 {
		t.Error("the roles' permissions are missing")
	}
	if response, _, sent := b.list(owner, tag); response.StatusCode != http.StatusNotModified || sent != 0 {
		t.Errorf("again: %d with %d bytes", response.StatusCode, sent)
	}

	mark := func(c *http.Client, shop int64, on bool) {
		t.Helper()
		if status, body := b.post(c, api.PathMark, api.MarkShop{ShopID: shop, Favourite: on}); status != http.StatusOK {
			t.Fatalf("%d %s", status, body)
		}
	}
	mark(owner, 201000, true)
	mark(owner, 201001, true)
	mark(owner, 201001, false)
	response, list, _ = b.list(owner, tag)
	if response.StatusCode != http.StatusOK || response.Header.Get("ETag") == tag {
		t.Errorf("after a change: %d, %s", response.StatusCode, response.Header.Get("ETag"))
	}
	for _, shop := range list.Shops {
		if shop.Favourite != (shop.ShopID == 201000) {
			t.Errorf("shop %d: favourite %v", shop.ShopID, shop.Favourite)
		}
	}
	_, others, _ := b.list(b.as(api.RoleManager), "")
	for _, shop := range others.Shops {
		if shop.Favourite {
			t.Errorf("somebody else's favourite %d", shop.ShopID)
		}
	}
}

// The list names the paused shops.
func TestShopListHasTheStanding(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	owner := b.as(api.RoleOwner)
	if status, body := b.post(owner, api.PathPauses, fmt.Sprintf(`{"shopId":"%d","version":0,"end":"notice"}`,
		ownShop)); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	_, list, _ := b.list(owner, "")
	for _, shop := range list.Shops {
		if (shop.Standing == api.StandingPaused) != (shop.ShopID == ownShop) || shop.Standing == "" {
			t.Errorf("shop %d: %q", shop.ShopID, shop.Standing)
		}
	}
}

// BenchmarkShops lists 2,000 shops for an owner, anew and unchanged.
func BenchmarkShops(b *testing.B) {
	d := open(b, many(2000))
	owner := d.as(api.RoleOwner)
	response, _, sent := d.list(owner, "")
	for name, tag := range map[string]string{"anew": "", "as they were": response.Header.Get("ETag")} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				d.list(owner, tag)
			}
			b.ReportMetric(float64(sent), "bytes")
		})
	}
}
