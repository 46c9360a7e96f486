package smtptest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"
)

// Message is a message that the server took.
type Message struct {
	From   string   // of the envelope
	To     []string // of the envelope
	Raw    []byte   // header and body
	Secure bool     // it came over TLS
}

// Letter is a message as its reader sees it.
type Letter struct {
	Header  mail.Header
	Subject string // decoded
	Text    string // part text/plain
	HTML    string // part text/html
}

// Read decodes a message of text/plain and text/html.
func (m Message) Read(t testing.TB) (l Letter) {
	t.Helper()
	message, err := mail.ReadMessage(bytes.NewReader(m.Raw))
	if err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	l.Header = message.Header
	if l.Subject, err = new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject")); err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(kind, "multipart/") {
		l.Text = decoded(t, message.Header.Get("Content-Transfer-Encoding"), message.Body)
		return l
	}
	for parts := multipart.NewReader(message.Body, params["boundary"]); ; {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return l
		}
		if err != nil {
			t.Fatal(err)
		}
		text := decoded(t, part.Header.Get("Content-Transfer-Encoding"), part)
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			l.HTML = text
		} else {
			l.Text = text
		}
	}
}

func decoded(t testing.TB, encoding string, body io.Reader) string {
	t.Helper()
	if encoding == "quoted-printable" {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// String is for failures of tests.
func (m Message) String() string { return fmt.Sprintf("from %s to %s\n%s", m.From, m.To, m.Raw) }
