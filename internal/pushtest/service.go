package pushtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for an expected message before it fails. It only ends a test that hangs.
const patience = 3 * time.Minute

// Delivery is a message delivered to a device.
type Delivery struct {
	Device  *Device
	Text    []byte // decrypted
	Size    int    // encrypted
	TTL     int    // seconds
	Topic   string
	Urgency string
	Key     string // the sender: the server's public key
	Subject string // contact of the server's operator
}

// Read decodes the text of a delivery.
func (d Delivery) Read(t testing.TB) (said map[string]any) {
	t.Helper()
	if err := json.Unmarshal(d.Text, &said); err != nil {
		t.Fatalf("%s: %v", d.Text, err)
	}
	return said
}

// Service is a push service. A message that a real service would refuse fails the test.
type Service struct {
	t   testing.TB
	web *httptest.Server

	mu       sync.Mutex
	devices  map[string]*Device // by path
	answers  []answer
	got      []Delivery
	requests int
	before   func(context.Context)
	changed  chan struct{}
}

type answer struct {
	status int
	header http.Header
}

// New starts a push service on this machine.
func New(t testing.TB) *Service {
	t.Helper()
	return NewAt(t, "127.0.0.1")
}

// NewAt starts a push service at an address of this machine.
func NewAt(t testing.TB, address string) *Service {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", net.JoinHostPort(address, "0"))
	if err != nil {
		t.Fatalf("a push service at %s: %v", address, err)
	}
	s := &Service{t: t, devices: map[string]*Device{}, changed: make(chan struct{})}
	s.web = httptest.NewUnstartedServer(s)
	_ = s.web.Listener.Close()
	s.web.Listener = listener
	s.web.Start()
	t.Cleanup(s.web.Close)
	return s
}

// Device makes a browser with a subscription.
func (s *Service) Device() *Device {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := "/send/" + strconv.Itoa(len(s.devices)+1)
	d := newDevice(s.t, s.web.URL+path)
	s.devices[path] = d
	return d
}

// Answer refuses the next messages with the given statuses.
func (s *Service) Answer(header http.Header, statuses ...int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, status := range statuses {
		s.answers = append(s.answers, answer{status, header})
	}
}

// Wait returns the delivered messages as soon as there are at least n.
func (s *Service) Wait(n int) []Delivery {
	s.t.Helper()
	late := time.After(patience)
	for {
		s.mu.Lock()
		got, changed := s.got[:len(s.got):len(s.got)], s.changed
		s.mu.Unlock()
		if len(got) >= n {
			return got
		}
		select {
		case <-changed:
		case <-late:
			s.t.Fatalf("%d messages, waited in vain for %d", len(got), n)
		}
	}
}

// Before has do called at each message, before the message is answered. Its context ends when the sender gives the
// message up.
func (s *Service) Before(do func(context.Context)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before = do
}

// Requests returns the number of messages received, refused ones included.
func (s *Service) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// ServeHTTP takes a message.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 4097)) // once all is read, it is noticed that the sender leaves
	s.mu.Lock()
	before := s.before
	s.mu.Unlock()
	if before != nil {
		before(r.Context())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	if len(s.answers) > 0 {
		next := s.answers[0]
		s.answers = s.answers[1:]
		for name, values := range next.header {
			w.Header()[name] = values
		}
		w.WriteHeader(next.status)
		return
	}
	var d Delivery
	if err == nil {
		d, err = s.take(r, body)
	}
	if err != nil {
		s.t.Errorf("push service: %v", err)
		http.Error(w, "no", http.StatusBadRequest)
		return
	}
	s.got = append(s.got, d)
	close(s.changed)
	s.changed = make(chan struct{})
	w.WriteHeader(http.StatusCreated)
}

func (s *Service) take(r *http.Request, body []byte) (d Delivery, err error) {
	if d.Device = s.devices[r.URL.Path]; d.Device == nil || r.Method != http.MethodPost {
		return d, fmt.Errorf("%s %s", r.Method, r.URL.Path)
	}
	if d.TTL, err = strconv.Atoi(r.Header.Get("TTL")); err != nil || d.TTL < 0 {
		return d, fmt.Errorf("TTL %q", r.Header.Get("TTL"))
	}
	d.Topic, d.Urgency = r.Header.Get("Topic"), r.Header.Get("Urgency")
	if len(d.Topic) > 32 || strings.Trim(
		d.Topic, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		return d, fmt.Errorf("topic %q", d.Topic)
	}
	if d.Key, d.Subject, err = identify(r.Header.Get("Authorization"), s.web.URL, time.Now()); err != nil {
		return d, err
	}
	if len(body) > 4096 || r.Header.Get("Content-Encoding") != "aes128gcm" {
		return d, fmt.Errorf("%d bytes of %q", len(body), r.Header.Get("Content-Encoding"))
	}
	d.Size = len(body)
	d.Text, err = d.Device.open(body)
	return d, err
}
