// Package smtptest is a mail server on this machine for tests: it takes e-mail by SMTP (RFC 5321), with STARTTLS or
// TLS and with AUTH PLAIN, and can refuse or hang up at any command.
package smtptest
