package smtp

import (
	"errors"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/smtptest"
	"github.com/shopdesk/shopdesk/server/mail"
)

var letter = mail.Message{
	To: "ann@shops.example", Subject: "أمس: 深水埗", Text: "Orders: 42\n", HTML: "<p>Orders: 42</p>",
	Unsubscribe: "https://pos.example/console/settings/devices",
}

func sender(t *testing.T, to *smtptest.Server, change func(*Options)) *Sender {
	t.Helper()
	o := Options{Address: to.Address, From: "Shopdesk <console@shops.example>", Roots: to.Roots}
	if change != nil {
		change(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A message arrives whole in every mode of TLS, with and without a sign-in.
func TestMessageArrives(t *testing.T) {
	t.Parallel()
	signIn := func(o *Options) { o.User, o.Password = "console", "a long password" }
	for name, tt := range map[string]struct {
		server []smtptest.Option
		change func(*Options)
		secure bool
	}{
		"starttls": {nil, nil, true},
		"tls":      {[]smtptest.Option{smtptest.Implicit}, func(o *Options) { o.TLS = Implicit }, true},
		"none":     {nil, func(o *Options) { o.TLS = None }, false},
		"sign-in":  {[]smtptest.Option{smtptest.SignIn("console", "a long password")}, signIn, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			far := smtptest.New(t, tt.server...)
			s := sender(t, far, tt.change)
			if err := s.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := far.Messages(); len(got) != 0 {
				t.Fatalf("Check sent %v", got)
			}
			if err := s.Send(t.Context(), letter); err != nil {
				t.Fatal(err)
			}
			m := far.Wait(1)[0]
			if m.From != "console@shops.example" || len(m.To) != 1 || m.To[0] != letter.To || m.Secure != tt.secure {
				t.Errorf("from %s to %s, secure %t", m.From, m.To, m.Secure)
			}
			got := m.Read(t)
			if got.Subject != letter.Subject || strings.TrimSpace(got.Text) != "Orders: 42" || got.HTML != letter.HTML {
				t.Errorf("%+v", got)
			}
			for header, want := range map[string]string{
				"From": `"Shopdesk" <console@shops.example>`, "To": "<ann@shops.example>", "Auto-Submitted": "auto-generated",
				"List-Unsubscribe": "<https://pos.example/console/settings/devices>",
			} {
				if got := got.Header.Get(header); got != want {
					t.Errorf("%s: %q, want %q", header, got, want)
				}
			}
			if id := got.Header.Get("Message-Id"); !strings.HasSuffix(id, "@shops.example>") {
				t.Errorf("Message-ID %s", id)
			}
		})
	}
}

// Only a message that nobody has got is offered for another try.
func TestOnlyUnsentMessagesMayBeRepeated(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		command, answer string
		later           bool
	}{
		"busy greeting":                   {"", "421 4.3.2 closing", true},
		"sender not now":                  {"MAIL", "451 4.3.0 try later", true},
		"receiver not now":                {"RCPT", "450 4.2.0 greylisted", true},
		"gone before the message":         {"DATA", smtptest.HangUp, true},
		"message not now":                 {".", "452 4.3.1 full", true},
		"sender refused":                  {"MAIL", "550 5.7.1 not you", false},
		"receiver unknown":                {"RCPT", "550 5.1.1 no such person", false},
		"message refused":                 {".", "554 5.6.0 no", false},
		"gone before the answer to it":    {".", smtptest.HangUp, false},
		"taken, and gone before the rest": {"RSET", smtptest.HangUp, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			far := smtptest.New(t)
			s := sender(t, far, nil)
			far.Refuse(tt.command, tt.answer)
			err := s.Send(t.Context(), letter)
			if errors.Is(err, mail.ErrLater) != tt.later {
				t.Errorf("got %v, want later %t", err, tt.later)
			}
			if tt.command == "RSET" && (err != nil || len(far.Messages()) != 1) {
				t.Errorf("taken, but %v", err)
			}
			if tt.command != "RSET" && err == nil {
				t.Error("no error")
			}
			if err != nil && strings.Contains(err.Error(), "ann@") {
				t.Errorf("the error names the receiver: %v", err)
			}
		})
	}
}

// A server that doesn't listen, has another certificate or refuses the password gets no message, and no error has the
// password.
func TestServerThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	const password = "a long password"
	far := smtptest.New(t, smtptest.SignIn("console", "another"))
	other := smtptest.New(t)
	for name, change := range map[string]func(*Options){
		"wrong password":    func(o *Options) { o.User, o.Password = "console", password },
		"other certificate": func(o *Options) { o.Roots = other.Roots },
		"no TLS there":      func(o *Options) { o.TLS = Implicit },
		"nobody there":      func(o *Options) { o.Address = "127.0.0.1:1" },
	} {
		s := sender(t, far, change)
		for what, err := range map[string]error{"check": s.Check(t.Context()), "send": s.Send(t.Context(), letter)} {
			if err == nil || strings.Contains(err.Error(), password) || what == "send" && !errors.Is(err, mail.ErrLater) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
	if got := far.Messages(); len(got) != 0 {
		t.Errorf("taken: %v", got)
	}
}

// A line break in any part of a header is refused before anything is sent.
func TestHeaderInjectionIsRefused(t *testing.T) {
	t.Parallel()
	far := smtptest.New(t)
	s := sender(t, far, nil)
	for _, bad := range []mail.Message{
		{To: "ann@shops.example\r\nBcc: eve@evil.example", Subject: "x", Text: "x"},
		{To: "ann@shops.example", Subject: "x\r\nBcc: eve@evil.example", Text: "x"},
		{To: "ann@shops.example", Subject: "x\nBcc: eve@evil.example", Text: "x"},
		{To: "ann@shops.example", Subject: "x", Text: "x", Unsubscribe: "https://a\r\nBcc: eve@evil.example"},
		{To: "ann@shops.example, eve@evil.example", Subject: "x", Text: "x"},
	} {
		if err := s.Send(t.Context(), bad); err == nil || errors.Is(err, mail.ErrLater) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if far.Said("MAIL") != 0 {
		t.Error("something was sent")
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	good := Options{Address: "mail.example:587", From: "console@shops.example"}
	for name, tt := range map[string]struct {
		change func(*Options)
		want   string
	}{
		"good":          {func(*Options) {}, ""},
		"no port":       {func(o *Options) { o.Address = "mail.example" }, "host:port"},
		"no host":       {func(o *Options) { o.Address = ":25" }, "host:port"},
		"no from":       {func(o *Options) { o.From = "" }, "no address"},
		"from breaks":   {func(o *Options) { o.From = "a@b.example\r\nBcc: c@d.example" }, "no address"},
		"mode":          {func(o *Options) { o.TLS = "ssl" }, "want"},
		"half sign-in":  {func(o *Options) { o.User = "a" }, "together"},
		"other half":    {func(o *Options) { o.Password = "a" }, "together"},
		"both sign-ins": {func(o *Options) { o.User, o.Password = "a", "b" }, ""},
	} {
		o := good
		tt.change(&o)
		_, err := New(o)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
