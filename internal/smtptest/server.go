package smtptest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"slices"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for an expected message before it fails. It only ends a test that hangs.
const patience = 3 * time.Minute

// HangUp is an answer that ends the connection without a word.
const HangUp = ""

// Server is a mail server. It ends the connection of a client that says what it doesn't know.
type Server struct {
	Address string         // host and port
	Roots   *x509.CertPool // that its certificate is checked by

	Certificate string // the same as PEM

	t        testing.TB
	config   *tls.Config
	implicit bool
	user     string // "": nobody signs in
	password string

	mu      sync.Mutex
	refuse  map[string][]string // answers by command, each used once
	got     []Message
	said    []string // commands of all connections
	changed chan struct{}
	open    sync.WaitGroup
}

// Option changes a server before its start.
type Option func(*Server)

// Implicit has the server speak TLS from the first byte.
func Implicit(s *Server) { s.implicit = true }

// SignIn has the server take messages only after AUTH PLAIN with this name and password.
func SignIn(user, password string) Option {
	return func(s *Server) { s.user, s.password = user, password }
}

// New starts a mail server, which ends with the test.
func New(t testing.TB, options ...Option) *Server {
	t.Helper()
	s := &Server{t: t, refuse: map[string][]string{}, changed: make(chan struct{}, 1)}
	for _, option := range options {
		option(s)
	}
	s.certify()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Address = listener.Addr().String()
	s.open.Go(func() { s.accept(listener) })
	t.Cleanup(func() {
		_ = listener.Close()
		s.open.Wait()
	})
	return s
}

// certify makes a certificate for the loopback address.
func (s *Server) certify() {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		s.t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(raw)
	if err != nil {
		s.t.Fatal(err)
	}
	s.Certificate = string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}))
	s.Roots = x509.NewCertPool()
	s.Roots.AddCert(leaf)
	s.config = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}},
		MinVersion: tls.VersionTLS12}
}

// Refuse answers the next use of a command ("MAIL", "DATA", "" for the greeting, "." for the end of a message) with
// this text, or with [HangUp].
func (s *Server) Refuse(command, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse[command] = append(s.refuse[command], answer)
}

// Messages are the messages taken so far.
func (s *Server) Messages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.got)
}

// Said counts how often a command came.
func (s *Server) Said(command string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.said {
		if one == command {
			n++
		}
	}
	return n
}

// Wait waits until that many messages were taken.
func (s *Server) Wait(n int) []Message {
	s.t.Helper()
	late := time.After(patience)
	for {
		if got := s.Messages(); len(got) >= n {
			return got
		}
		select {
		case <-s.changed:
		case <-late:
			s.t.Fatalf("%d messages came, want %d", len(s.Messages()), n)
		}
	}
}

func (s *Server) accept(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return // closed
		}
		s.open.Go(func() {
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(patience))
			if s.implicit {
				conn = tls.Server(conn, s.config)
			}
			s.talk(conn)
		})
	}
}
