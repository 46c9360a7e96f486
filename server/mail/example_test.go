package mail_test

import (
	"context"
	"fmt"

	"github.com/shopdesk/shopdesk/server/mail"
)

// queue is a host's own way to send e-mail.
type queue struct{ full bool }

// Send implements mail.Mailer.
func (q queue) Send(_ context.Context, m mail.Message) error {
	if q.full {
		return fmt.Errorf("the queue is full: %w", mail.ErrLater) // the console tries again
	}
	fmt.Printf("to %s: %s", m.To, m.Text)
	return nil
}

// A host sends the console's e-mail by its own queue. The queue is the Mail of server.Options.
func ExampleMailer() {
	var mailer mail.Mailer = queue{}
	_ = mailer.Send(context.Background(), mail.Message{To: "ann@shops.example", Text: "Orders: 42\n"})
	// Output: to ann@shops.example: Orders: 42
}
