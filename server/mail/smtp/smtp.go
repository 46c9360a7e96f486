package smtp

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/shopdesk/shopdesk/server/mail"
)

// TLS is how the connection to the mail server is encrypted.
type TLS string

// The modes.
const (
	StartTLS TLS = "starttls" // after the greeting, usually on port 587; a server that doesn't offer it is refused
	Implicit TLS = "tls"      // from the first byte, usually on port 465
	None     TLS = "none"     // not at all; a password is sent to loopback addresses only
)

// Options describe the mail server. Address and From are required.
type Options struct {
	Address  string         // host and port
	User     string         // default: no sign-in
	Password string         // goes with User
	From     string         // the sender: "Shopdesk <console@shops.example>", or the address alone
	TLS      TLS            // default: StartTLS
	Roots    *x509.CertPool // that the server's certificate is checked by; default: the machine's
	Timeout  time.Duration  // for one message, from the first byte to the last; default: 30 seconds
}

// Sender sends by SMTP, with a connection for each message.
type Sender struct {
	o      Options
	host   string
	port   int
	domain string // of From
}

var _ mail.Mailer = (*Sender)(nil)

// New checks the options. It doesn't connect.
func New(o Options) (*Sender, error) {
	var wrong []error
	host, port, err := net.SplitHostPort(o.Address)
	number, badPort := strconv.Atoi(port)
	if err != nil || host == "" || badPort != nil || number < 1 || number > 65535 {
		wrong = append(wrong, errors.New("smtp: address: want host:port")) // it may hold a password
	}
	from, err := netmail.ParseAddress(o.From)
	if err != nil {
		wrong = append(wrong, fmt.Errorf("smtp: from %q is no address", o.From))
		from = new(netmail.Address)
	}
	if o.TLS == "" {
		o.TLS = StartTLS
	}
	if o.TLS != StartTLS && o.TLS != Implicit && o.TLS != None {
		wrong = append(wrong, fmt.Errorf("smtp: TLS %q: want %q, %q or %q", o.TLS, StartTLS, Implicit, None))
	}
	if (o.User == "") != (o.Password == "") {
		wrong = append(wrong, errors.New("smtp: user and password go together"))
	}
	if o.Timeout <= 0 {
		o.Timeout = 30 * time.Second
	}
	_, domain, _ := strings.Cut(from.Address, "@")
	return &Sender{o: o, host: host, port: number, domain: domain}, errors.Join(wrong...)
}

// Check connects and signs in, and sends nothing.
func (s *Sender) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.o.Timeout)
	defer cancel()
	client, err := s.dial(ctx)
	if err != nil {
		return err
	}
	return client.Close()
}

// Send implements [mail.Mailer].
func (s *Sender) Send(ctx context.Context, m mail.Message) error {
	message, err := s.message(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.o.Timeout)
	defer cancel()
	client, err := s.dial(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", mail.ErrLater, err)
	}
	defer func() { _ = client.Close() }() // the message has its answer
	return judged(client.Send(message))
}

// judged tells whether a message that failed may be sent again. Its errors have no address.
func judged(err error) error {
	var failed *gomail.SendError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &failed):
		return errors.New("smtp: the message wasn't taken")
	case failed.Reason == gomail.ErrSMTPReset: // the server took the message before
		return nil
	}
	told := fmt.Errorf("smtp: %s: answer %d %s", failed.Reason, failed.ErrorCode(), failed.EnhancedStatusCode())
	switch failed.Reason { //nolint:exhaustive // the others come before the server may have the message
	case gomail.ErrSMTPDataClose, gomail.ErrWriteContent:
		if !failed.IsTemp() {
			return told // refused, or nobody knows
		}
	default:
		if failed.ErrorCode() >= 500 {
			return told
		}
	}
	return fmt.Errorf("%w: %w", mail.ErrLater, told)
}

// dial connects and signs in.
func (s *Sender) dial(ctx context.Context) (*gomail.Client, error) {
	options := []gomail.Option{gomail.WithPort(s.port), gomail.WithTimeout(s.o.Timeout), gomail.WithoutNoop(),
		gomail.WithHELO(s.domain), gomail.WithTLSConfig(s.certificates()), gomail.WithDialContextFunc(s.connect)}
	switch s.o.TLS {
	case Implicit:
		options = append(options, gomail.WithSSL())
	case None:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	case StartTLS:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if s.o.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(s.o.User),
			gomail.WithPassword(s.o.Password))
	}
	client, err := gomail.NewClient(s.host, options...)
	if err == nil {
		err = client.DialWithContext(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("smtp: %w", err)
	}
	return client, nil
}

// certificates are what the mail server must prove itself by.
func (s *Sender) certificates() *tls.Config {
	return &tls.Config{ServerName: s.host, RootCAs: s.o.Roots, MinVersion: tls.VersionTLS12}
}

// connect opens a connection that ends when the context does.
func (s *Sender) connect(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	if end, ok := ctx.Deadline(); ok {
		conn = bounded{conn, end}
	}
	if s.o.TLS != Implicit {
		return conn, nil
	}
	secure := tls.Client(conn, s.certificates())
	if err := secure.HandshakeContext(ctx); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return secure, nil
}

// bounded is a connection that nothing waits for after its end. go-mail begins the timeout anew with each step.
type bounded struct {
	net.Conn

	end time.Time
}

// SetDeadline implements [net.Conn].
func (b bounded) SetDeadline(t time.Time) error {
	if t.After(b.end) {
		t = b.end
	}
	return b.Conn.SetDeadline(t)
}

// message writes a message. Text with a line break never becomes a header.
func (s *Sender) message(m mail.Message) (*gomail.Msg, error) {
	for _, text := range []string{m.To, m.Subject, m.Unsubscribe} {
		if strings.ContainsAny(text, "\r\n\x00") {
			return nil, errors.New("smtp: a header has a line break")
		}
	}
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := message.From(s.o.From); err != nil {
		return nil, fmt.Errorf("smtp: from: %w", err)
	}
	if err := message.To(m.To); err != nil {
		return nil, errors.New("smtp: the receiver is no address")
	}
	message.Subject(m.Subject)
	message.SetDate()
	message.SetMessageIDWithValue(rand.Text() + "@" + s.domain)
	message.SetGenHeader("Auto-Submitted", "auto-generated") // so that nobody's absence is answered (RFC 3834)
	if m.Unsubscribe != "" {
		message.SetGenHeaderPreformatted("List-Unsubscribe", "<"+m.Unsubscribe+">")
	}
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		message.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return message, nil
}
