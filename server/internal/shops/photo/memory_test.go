//go:build !race

package photo_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
)

// pipes are connections without buffers: what a client doesn't read, the server has to hold.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error {
	close(p)
	return nil
}

func (p pipes) Addr() net.Addr { return &net.UnixAddr{} }

// Clients who begin to read a photo and stop hold no photo in memory. The bug: each of them held its own copy, of up to
// 5 MB, for minutes.
func TestSlowReadersHoldNoPhotos(t *testing.T) { //nolint:paralleltest // it measures what the whole process holds
	f := newFixture(t)
	const photos, readers, size = 24, 72, 4 << 20
	body := make([]byte, size)
	names := make([]string, photos)
	for i := range names {
		names[i] = strings.Repeat(string(rune('a'+i)), 26) + ".png"
		if err := f.store.PutPhoto(t.Context(), store.Photo{Name: names[i], ShopID: shop, Type: "image/png",
			Bytes: size}, store.Quota{}); err != nil {
			t.Fatal(err)
		}
		if err := f.store.PutBlob(t.Context(), names[i], "image/png", body); err != nil {
			t.Fatal(err)
		}
	}
	at, web := make(pipes), &http.Server{Handler: f.console.Config.Handler, ReadHeaderTimeout: time.Minute}
	var serving sync.WaitGroup
	serving.Go(func() { _ = web.Serve(at) })
	t.Cleanup(func() { _ = web.Close(); serving.Wait() })
	held := func() uint64 {
		var is runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&is)
		return is.HeapAlloc
	}
	before := held()
	for i := range readers {
		server, client := net.Pipe()
		t.Cleanup(func() { _ = client.Close() })
		at <- server
		if _, err := fmt.Fprintf(client, "GET %s%s%s HTTP/1.1\r\nHost: x\r\n\r\n", mount, api.PathPhotoFiles,
			names[i%photos]); err != nil {
			t.Fatal(err)
		}
		response := servertest.Must(http.ReadResponse(bufio.NewReaderSize(client, 16), nil))(t) //nolint:bodyclose // stays unread
		if response.StatusCode != http.StatusOK || response.ContentLength != size {
			t.Fatal(response.Status, response.ContentLength)
		}
	}
	if took := held() - before; took > 80<<20 {
		t.Errorf("%d MB for %d readers", took>>20, readers)
	}
}
