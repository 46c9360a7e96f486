package live_test

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/store"
)

// A stream that was taken over has no goroutine, neither of its own nor of net/http, once it has written what there is.
// Its memory is what limits how many screens a process serves.
func TestQuietStreamHasNoGoroutine(t *testing.T) { //nolint:paralleltest // it looks at all goroutines
	s := sqlitetest.Open(t)
	web := replica(t, s, never)
	var readers []stream
	for range 5 {
		reader := connect(t, web, "0")
		reader.next(t)
		readers = append(readers, reader)
	}
	if err := s.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "order"}}); err != nil {
		t.Fatal(err)
	}
	for _, reader := range readers {
		if id, _, _ := reader.next(t); id != "1" {
			t.Errorf("event %s", id)
		}
	}
	deadline := time.Now().Add(3 * time.Minute)
	for of := working(); of != ""; of = working() { // the last write is just ending
		if time.Now().After(deadline) {
			t.Fatalf("still at work:\n%s", of)
		}
		<-time.After(5 * time.Millisecond)
	}
}

// working returns a goroutine of a stream or of its request, "" for none.
func working() string {
	all := make([]byte, 1<<20)
	for of := range bytes.SplitSeq(all[:runtime.Stack(all, true)], []byte("\n\n")) {
		text := string(of)
		if strings.Contains(text, "live.(*stream)") || strings.Contains(text, "http.(*conn)") {
			return text
		}
	}
	return ""
}
