package live_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/store"
)

// A slow reader that reads before a heartbeat has passed gets every byte in order. The writer
// doesn't wait for the reader: bytes that the socket doesn't take are sent first when it takes
// bytes again.
func TestSlowReaderGetsEveryByteInOrder(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	web := replica(t, s, never)
	slow, err := net.Dial("tcp", web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	if _, err := io.WriteString(slow, "GET /live HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 0\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	quick := connect(t, web, "0")
	const events, size = 150, 100 << 10
	for i := range events {
		data := fmt.Appendf(nil, `"%s"`, strings.Repeat(string(rune('a'+i%26)), size))
		if err := s.AddEvents(t.Context(), []store.Event{{ShopID: int64(i%3 + 1), Kind: "order", Data: data}}); err != nil {
			t.Fatal(err)
		}
		if i%3 == 2 {
			continue // the readers may not see the third shop
		}
		for id := ""; id != strconv.Itoa(i+1); {
			id, _, _ = quick.next(t) // the quick reader gets the event while the slow one has read nothing
		}
	}
	lines := bufio.NewScanner(slow)
	lines.Buffer(nil, 4<<20)
	late := stream{lines: lines}
	for i := range events {
		if i%3 == 2 {
			continue
		}
		id, data := "", ""
		for id == "" { // the first has no id: the hello
			id, _, data = late.next(t)
		}
		if want := strings.Repeat(string(rune('a'+i%26)), size); id != strconv.Itoa(i+1) ||
			!strings.Contains(data, `"`+want+`"`) {
			t.Fatalf("%s with %d bytes, want %d", id, len(data), i+1)
		}
	}
}
