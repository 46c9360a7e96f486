package smtptest

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for an expected message before it fails.
const patience = 30 * time.Second

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

// conversation is one connection.
type conversation struct {
	*Server
	conn    net.Conn
	text    *textproto.Conn
	secure  bool
	known   bool // signed in
	message Message
}

var errOver = errors.New("smtptest: the connection is over")

func (s *Server) talk(conn net.Conn) {
	c := &conversation{Server: s, conn: conn, text: textproto.NewConn(conn), secure: s.implicit}
	greeting, refused := c.take("")
	if !refused {
		greeting = "220 mail.test ready"
	}
	if c.answer(greeting) != nil {
		return
	}
	for {
		line, err := c.text.ReadLine()
		if err != nil {
			return // gone
		}
		command, rest, _ := strings.Cut(line, " ")
		if c.do(strings.ToUpper(command), rest) != nil {
			return
		}
	}
}

// take notes a command, and gives the answer that a test wants in place of the usual one.
func (c *conversation) take(command string) (answer string, refused bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said = append(c.said, command)
	if answers := c.refuse[command]; len(answers) > 0 {
		c.refuse[command] = answers[1:]
		return answers[0], true
	}
	return "", false
}

func (c *conversation) answer(text string) error {
	if text == HangUp {
		_ = c.conn.Close()
		return errOver
	}
	if err := c.text.PrintfLine("%s", text); err != nil || strings.HasPrefix(text, "421") {
		return errOver
	}
	return nil
}

func (c *conversation) do(command, rest string) error {
	if answer, refused := c.take(command); refused {
		return c.answer(answer)
	}
	switch command {
	case "EHLO":
		lines := []string{"250-mail.test"}
		if !c.secure {
			lines = append(lines, "250-STARTTLS")
		}
		if c.user != "" {
			lines = append(lines, "250-AUTH PLAIN")
		}
		return c.answer(strings.Join(append(lines, "250 8BITMIME"), "\r\n"))
	case "STARTTLS":
		if err := c.answer("220 go ahead"); err != nil {
			return err
		}
		c.conn = tls.Server(c.conn, c.config)
		c.text, c.secure = textproto.NewConn(c.conn), true
		return nil
	case "AUTH":
		return c.auth(rest)
	case "MAIL":
		if c.user != "" && !c.known {
			return c.answer("530 sign in first")
		}
		c.message = Message{From: path(rest), Secure: c.secure}
		return c.answer("250 ok")
	case "RCPT":
		c.message.To = append(c.message.To, path(rest))
		return c.answer("250 ok")
	case "DATA":
		return c.data()
	case "RSET", "NOOP":
		return c.answer("250 ok")
	case "QUIT":
		_ = c.answer("221 bye")
		return errOver
	}
	_ = c.answer("500 unknown command")
	return errOver
}

func (c *conversation) auth(rest string) error {
	secret, plain := strings.CutPrefix(rest, "PLAIN ")
	given, err := base64.StdEncoding.DecodeString(secret)
	if !plain || err != nil || string(given) != "\x00"+c.user+"\x00"+c.password {
		return c.answer("535 5.7.8 wrong name or password")
	}
	c.known = true
	return c.answer("235 welcome")
}

func (c *conversation) data() error {
	if len(c.message.To) == 0 {
		return c.answer("503 for whom?")
	}
	if err := c.answer("354 go on"); err != nil {
		return err
	}
	raw, err := io.ReadAll(bufio.NewReader(c.text.DotReader()))
	if err != nil {
		return err
	}
	if answer, refused := c.take("."); refused {
		return c.answer(answer)
	}
	c.message.Raw = raw
	c.mu.Lock()
	c.got = append(c.got, c.message)
	c.mu.Unlock()
	select {
	case c.changed <- struct{}{}:
	default:
	}
	return c.answer("250 2.0.0 taken")
}

// path is the address of MAIL FROM:<…> or RCPT TO:<…>.
func path(rest string) string {
	_, rest, _ = strings.Cut(rest, "<")
	address, _, _ := strings.Cut(rest, ">")
	return address
}

// String is for failures of tests.
func (m Message) String() string { return fmt.Sprintf("from %s to %s\n%s", m.From, m.To, m.Raw) }
