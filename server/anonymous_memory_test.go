//go:build !race

package server_test

import (
	"bytes"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Requests of strangers to any route cost a bounded amount of memory, also many at once. The bug: a body of 262,000
// brackets cost 95 MB, forty of them 2.3 GB.
func TestStrangersUseLittleMemory(t *testing.T) { //nolint:paralleltest // it measures what the whole process allocates
	b := open(t, nil)
	const together = 8
	const each = 3 << 20 // bytes a request, this test's own client included
	// A client that knows the hook's address may send more, though few at once.
	const hook = 6 << 20
	for _, r := range strangersRoutes(b.console) {
		for name, body := range bodies() {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var sending sync.WaitGroup
			for range together {
				sending.Go(func() {
					req, err := http.NewRequestWithContext(t.Context(), r.Method, b.web.URL+mount+r.Path, bytes.NewReader(body))
					if err != nil {
						t.Error(err)
						return
					}
					req.Header.Set(api.HeaderConsole, "1")
					res, err := http.DefaultClient.Do(req)
					if err != nil {
						return // closed before the body was sent
					}
					_ = res.Body.Close()
					if res.StatusCode >= http.StatusInternalServerError && res.StatusCode != http.StatusServiceUnavailable {
						t.Errorf("%s %s, %s: %s", r.Method, r.Path, name, res.Status)
					}
				})
			}
			sending.Wait()
			runtime.ReadMemStats(&after)
			used := after.TotalAlloc - before.TotalAlloc
			if after.StackInuse > before.StackInuse {
				used += after.StackInuse - before.StackInuse
			}
			if allowed := uint64(each); used > together*allowed &&
				(r.Path != strings.TrimPrefix(b.console.HookURL(), b.console.Public()) || used > together*hook) {
				t.Errorf("%s %s, %s: %d KB a request", r.Method, r.Path, name, used/together>>10)
			}
		}
	}
}
