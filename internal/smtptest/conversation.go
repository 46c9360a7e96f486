package smtptest

import (
	"bufio"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/textproto"
	"strings"
)

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
