package smtp

import (
	"net"
	"testing"
	"time"
)

// noted is a connection that keeps the deadline that was set.
type noted struct {
	net.Conn

	at time.Time
}

func (n *noted) SetDeadline(t time.Time) error {
	n.at = t
	return nil
}

// Each step of go-mail begins the timeout anew, and together they took several times as long as one message may.
func TestStepsDoNotProlongTheTimeout(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, 11, 24, 8, 0, 30, 0, time.UTC)
	for name, tt := range map[string]struct{ asked, want time.Time }{
		"sooner": {end.Add(-time.Second), end.Add(-time.Second)},
		"later":  {end.Add(time.Second), end},
	} {
		conn := new(noted)
		if err := (bounded{conn, end}).SetDeadline(tt.asked); err != nil || !conn.at.Equal(tt.want) {
			t.Errorf("%s: %v, %v", name, conn.at, err)
		}
	}
}

// The connection of a message has the message's end in every mode of TLS.
func TestConnectionEndsWithTheMessage(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() }) // accepts, and never says a word
	for _, mode := range []TLS{StartTLS, Implicit, None} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			s, err := New(Options{
				Address: listener.Addr().String(), From: "console@shops.example", TLS: mode, Timeout: 50 * time.Millisecond,
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Check(t.Context()); err == nil {
				t.Error("a silent server passed")
			}
		})
	}
}
