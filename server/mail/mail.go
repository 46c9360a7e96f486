// Package mail has what a host implements to send the console's e-mail: a [Mailer]. Package smtp has one that sends by
// SMTP.
package mail

import (
	"context"
	"errors"
)

// Message is an e-mail to one person. No text of a header holds a line break.
type Message struct {
	To          string // address without a name: "ann@shops.example"
	Subject     string
	Text        string // as text/plain
	HTML        string // the same as text/html; "" for none
	Unsubscribe string // page on which the person turns such messages off, for List-Unsubscribe; "" for none
}

// Mailer sends e-mail. The sender's address is the Mailer's own. Send is called concurrently.
type Mailer interface {
	// Send hands a message to the mail server. An error that wraps [ErrLater] says that nobody gets the message, and
	// that a later try may succeed. After another error the message isn't sent again: somebody may get it, or the mail
	// server refuses it.
	Send(ctx context.Context, m Message) error
}

// ErrLater is the error of a message that wasn't sent and may be sent again.
var ErrLater = errors.New("mail: not sent")
