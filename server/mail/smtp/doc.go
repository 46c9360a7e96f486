// Package smtp sends the console's e-mail by SMTP: [Sender] is a mail.Mailer for server.Options.
package smtp
