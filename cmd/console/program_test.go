package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/pgtest"
)

// asProgram is set in the environment of programs that tests start.
const asProgram = "SHOPDESK_TEST_PROGRAM"

// TestMain has the test binary be the program where a test starts the program: linking another one takes seconds.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	pgtest.Main(m)
}

// sample is a number of rounds: some with make test, the whole with make campaign.
func sample(whole, some int) int {
	if os.Getenv("SHOPDESK_WHOLE") != "" {
		return whole
	}
	return some
}

// patient is the context of a test's waits. It ends only a test that hangs, shortly before the run would, so that the
// programs that the test has started are ended.
func patient(t *testing.T) context.Context {
	t.Helper()
	end, limited := t.Deadline()
	if !limited {
		return t.Context()
	}
	ctx, cancel := context.WithDeadline(t.Context(), end.Add(-30*time.Second))
	t.Cleanup(cancel)
	return ctx
}

// program is a process of the program, which isn't started yet.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self, args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

// logged is what a program has written.
type logged struct {
	mu    sync.Mutex
	text  bytes.Buffer
	grows chan struct{} // closed at the next write, nil while nobody waits
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.grows != nil {
		close(l.grows)
		l.grows = nil
	}
	return l.text.Write(p)
}

// look reports whether the words were written; grows is closed when more is.
func (l *logged) look(words string) (there bool, grows <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.grows == nil {
		l.grows = make(chan struct{})
	}
	return bytes.Contains(l.text.Bytes(), []byte(words)), l.grows
}

// until returns when the words were written, or with the context's error.
func (l *logged) until(ctx context.Context, words string) error {
	for {
		there, grows := l.look(words)
		if there {
			return nil
		}
		select {
		case <-grows:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSpace(l.text.String())
}

// service is a console that is killed and started again while others call it.
type service struct {
	t       *testing.T
	process *exec.Cmd
	log     atomic.Pointer[logged] // of the present process; after a kill, of the next one
}

// start starts the console and doesn't wait until it serves.
func (s *service) start(args ...string) {
	s.t.Helper()
	s.log.CompareAndSwap(nil, new(logged))
	s.process = program(s.t, append([]string{"serve"}, args...)...)
	s.process.Stderr = s.log.Load()
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
}

// kill ends the console as kill -9 does.
func (s *service) kill() {
	s.log.Store(new(logged))
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

// serves returns when the console serves, after a kill the next one, or when ctx ends.
func (s *service) serves(ctx context.Context) { _ = s.log.Load().until(ctx, "msg=serving") }

// awaited looks again and again until something is so.
func awaited(ctx context.Context, t *testing.T, so string, is func() bool) {
	t.Helper()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for !is() {
		select {
		case <-look.C:
		case <-ctx.Done():
			t.Fatalf("not in time: %s", so)
		}
	}
}
