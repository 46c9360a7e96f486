package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// clock is a time that a test moves.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func (c *clock) pass(d time.Duration) { c.at = c.at.Add(d) }

func TestDelaysAreSortedByFaults(t *testing.T) {
	t.Parallel()
	c := &clock{time.Unix(1_000_000, 0)}
	l := newLedger(1, c.now)
	show := func(order int64, after time.Duration) {
		l.acked(fmt.Sprint("m-", order), 1, order)
		c.pass(after)
		l.saw(0, 1, order)
	}
	show(1, 40*time.Millisecond) // long before any fault
	c.pass(time.Minute)
	l.acked("m-2", 1, 2)
	end := l.begin("stop a replica")
	c.pass(8 * time.Second)
	end()
	c.pass(700 * time.Millisecond)
	l.saw(0, 1, 2) // accepted before, shown after the fault
	c.pass(time.Second)
	show(3, 50*time.Millisecond) // shortly after the fault
	c.pass(time.Minute)
	show(4, 60*time.Millisecond)
	l.acked("m-5", 1, 5) // isn't shown
	want := delays{
		Outside: []time.Duration{40 * time.Millisecond, 60 * time.Millisecond},
		After:   []time.Duration{50 * time.Millisecond, 700 * time.Millisecond},
		During:  []time.Duration{50 * time.Millisecond, 8700 * time.Millisecond},
		Unseen:  1,
	}
	if diff := cmp.Diff(want, l.delays(time.Time{})); diff != "" {
		t.Error(diff)
	}
}

func TestLostAndDoubledAreCounted(t *testing.T) {
	t.Parallel()
	c := &clock{time.Unix(1_000_000, 0)}
	l := newLedger(1, c.now)
	for order := range int64(4) {
		l.placed(1, order+1)
		l.acked(fmt.Sprint("m-", order+1), 1, order+1)
	}
	asked := c.now()
	c.pass(time.Millisecond)
	l.acked("m-6", 1, 6) // after the database was asked, which needn't have it
	l.placed(1, 5)       // was never accepted: the database needn't have it
	whole := func() keeping {
		k := keeping{map[string]int{}, map[int64]int{}, map[int64]int{}, map[int64]int{}}
		for order := range int64(4) {
			k.messages[fmt.Sprint("m-", order+1)], k.orders[order+1], k.placed[order+1] = 1, 1, 1
		}
		return k
	}
	for name, c := range map[string]struct {
		harm                func(keeping)
		lost, late, doubled int
	}{
		"whole":                   {func(keeping) {}, 0, 0, 0},
		"a message is lost":       {func(k keeping) { delete(k.messages, "m-1") }, 1, 0, 0},
		"a message came in twice": {func(k keeping) { k.messages["m-2"] = 2 }, 0, 0, 1},
		"an order is lost":        {func(k keeping) { delete(k.orders, 3) }, 1, 0, 0},
		"an order waits to be heard": {func(k keeping) {
			delete(k.orders, 3)
			delete(k.placed, 3)
			k.waiting[3] = 1
		}, 0, 1, 0},
		"an order was heard twice": {func(k keeping) { k.placed[4] = 2 }, 0, 0, 1},
	} {
		k := whole()
		c.harm(k)
		if lost, late, doubled := k.against(l, asked); lost != c.lost || late != c.late || doubled != c.doubled {
			t.Errorf("%s: %d lost, %d late, %d doubled", name, lost, late, doubled)
		}
	}
}

func TestRelayHoldsWhatComesWhileCut(t *testing.T) {
	t.Parallel()
	far := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "here")
	}))
	t.Cleanup(far.Close)
	r, err := newRelay(t.Context(), strings.TrimPrefix(far.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	r.cut()
	if r.passes(ended) {
		t.Error("bytes pass while the network is cut")
	}
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", r.address())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: far\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	r.mend()
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || response.Body.Close() != nil || response.StatusCode != http.StatusOK {
		t.Errorf("after it was mended: %+v, %v", response, err)
	}
}

// Only an answer with code 0 is an acknowledgement.
func TestOnlyCodeZeroIsNoted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		answer string
		want   int
	}{
		"accepted":    {200, `{"code":0}`, 1},
		"another one": {200, `{"code":1}`, 0},
		"no code":     {200, `{}`, 0},
		"no JSON":     {200, `OK`, 0},
		"a failure":   {503, `{"code":0}`, 0},
	} {
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			_, _ = io.WriteString(w, c.answer)
		}))
		l := newLedger(1, time.Now)
		packet, err := json.Marshal(platform.Webhook{EventID: platform.EventOrderPlaced, MessageID: "m", ShopID: 1,
			Message: `{"orderViewId":7,"shopId":1}`})
		if err != nil {
			t.Fatal(err)
		}
		res, err := (&http.Client{Transport: pusher{http.DefaultTransport, l}}).Post(web.URL, "application/json",
			bytes.NewReader(packet))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || string(text) != c.answer {
			t.Errorf("%s: the sandbox reads %q, %v", name, text, err)
		}
		if len(l.messages) != c.want || c.want == 1 && l.orders[7].acked.IsZero() {
			t.Errorf("%s: %d messages were noted", name, len(l.messages))
		}
		web.Close()
	}
}

func TestUsedRefreshTokenIsAProblem(t *testing.T) {
	t.Parallel()
	l := newLedger(1, time.Now)
	web := httptest.NewServer(&tokenGuard{next: new(sandbox.Sandbox), ledger: l, used: map[string]*presentation{}})
	t.Cleanup(web.Close)
	for _, token := range []string{"first", "second", "first"} {
		if len(l.problems) != 0 {
			t.Errorf("before %s: %q", token, l.problems)
		}
		res, err := http.Post(web.URL+platform.PathToken, "application/json",
			strings.NewReader(`{"grant_type":"refresh_token","refresh_token":"`+token+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
	}
	if len(l.problems) != 1 {
		t.Errorf("%q", l.problems)
	}
}

// The snippets of docs/operations/front.md, with several replicas, are a configuration that nginx takes.
func TestFrontIsMadeOfTheSnippets(t *testing.T) {
	t.Parallel()
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{options: options{frontListen: fmt.Sprint("127.0.0.1:", port)}, dir: t.TempDir(),
		replicas: []*replica{{port: 1}, {port: 2}, {port: 3}}}
	front, err := c.newFront("../../docs/operations/front.md")
	if err != nil {
		t.Fatal(err)
	}
	command := front.command()
	look := exec.Command(command.Path, append(command.Args[1:], "-t")...)
	if out, err := look.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A process that is stopped goes on with a start; one that is killed starts again.
func TestProcessIsStoppedKilledAndStarted(t *testing.T) {
	t.Parallel()
	p := &process{name: "sleep", log: filepath.Join(t.TempDir(), "log"),
		command: func() *exec.Cmd { return exec.Command("sleep", "600") }}
	for _, step := range []struct {
		do   func() error
		want state
	}{{p.start, running}, {p.stop, stopped}, {p.start, running}, {p.stop, stopped}, {p.kill, down}, {p.kill, down},
		{p.start, running}, {p.end, down}} {
		if err := step.do(); err != nil || p.state() != step.want {
			t.Fatalf("it is %s, want %s: %v", p.state(), step.want, err)
		}
		if size, err := p.memory(); (err == nil && size > 0) != (step.want != down) {
			t.Fatalf("one that is %s has %d bytes: %v", step.want, size, err)
		}
	}
}

func TestPageShowsThePartsAndTheirButtons(t *testing.T) {
	t.Parallel()
	c := &cluster{options: options{screens: 2}, ledger: newLedger(2, time.Now), tokens: new(tokenGuard),
		nginx:    &process{name: "nginx"},
		replicas: []*replica{{process: process{name: "replica-1"}}}}
	c.started.Store(true)
	c.ledger.placed(1, 7)
	c.ledger.acked("m", 1, 7)
	c.ledger.problem("<b>lost</b>")
	w := httptest.NewRecorder()
	c.pageHandler(t.Context()).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/cluster/", nil))
	for _, want := range []string{"replica-1", "/cluster/do/start", "&lt;b&gt;lost",
		"not yet on all 2 screens</th><td>1"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %q on the page:\n%s", want, w.Body)
		}
	}
}
