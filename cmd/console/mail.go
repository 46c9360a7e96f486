package main

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"os"

	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/mail/smtp"
)

// mailSettings name the mail server for daily summaries. Without an address the console sends no e-mail.
type mailSettings struct {
	Address      string `name:"smtp-address" env:"SHOPDESK_SMTP_ADDRESS" help:"Send e-mail by this mail server, host:port." placeholder:"HOST:PORT"`
	User         string `name:"smtp-user" env:"SHOPDESK_SMTP_USER" help:"Our name there; default: no sign-in." placeholder:"NAME"`
	Password     string `name:"smtp-password" env:"SHOPDESK_SMTP_PASSWORD" help:"Our password there, if it isn't in a file." placeholder:"TEXT"`
	PasswordFile string `name:"smtp-password-file" env:"SHOPDESK_SMTP_PASSWORD_FILE" help:"File with our password there." placeholder:"FILE"`
	From         string `name:"smtp-from" env:"SHOPDESK_SMTP_FROM" help:"The sender of the console's e-mail." placeholder:"ADDRESS"`
	TLS          string `name:"smtp-tls" env:"SHOPDESK_SMTP_TLS" enum:",starttls,tls,none" default:"" help:"How the connection is encrypted: starttls (default), tls or none."`
	CAFile       string `name:"smtp-ca-file" env:"SHOPDESK_SMTP_CA_FILE" help:"File with the certificates that the mail server's is checked by; default: the machine's." placeholder:"FILE"`
}

// bad lists missing and contradictory settings.
func (m mailSettings) bad() []error {
	if m.Address == "" {
		if m.User+m.Password+m.PasswordFile+m.From+m.TLS+m.CAFile != "" {
			return []error{errors.New(
				"SHOPDESK_SMTP_ADDRESS (--smtp-address) is missing: the other SHOPDESK_SMTP settings need it")}
		}
		return nil
	}
	if m.Password != "" && m.PasswordFile != "" {
		return []error{errors.New("SHOPDESK_SMTP_PASSWORD and SHOPDESK_SMTP_PASSWORD_FILE are both set")}
	}
	o := m.options()
	if m.PasswordFile != "" {
		o.Password = "in the file"
	}
	if _, err := smtp.New(o); err != nil {
		return []error{fmt.Errorf("SHOPDESK_SMTP: %w", err)}
	}
	return nil
}

func (m mailSettings) options() smtp.Options {
	return smtp.Options{Address: m.Address, User: m.User, Password: m.Password, From: m.From, TLS: smtp.TLS(m.TLS)}
}

// sender makes the sender, with what the files hold.
func (m mailSettings) sender() (*smtp.Sender, error) {
	o := m.options()
	if m.PasswordFile != "" {
		var err error
		if o.Password, err = readSecret("SHOPDESK_SMTP_PASSWORD_FILE", m.PasswordFile); err != nil {
			return nil, err
		}
	}
	if m.CAFile != "" {
		text, err := os.ReadFile(m.CAFile)
		if err != nil {
			return nil, fmt.Errorf("SHOPDESK_SMTP_CA_FILE: %w", err)
		}
		o.Roots = x509.NewCertPool()
		if !o.Roots.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("SHOPDESK_SMTP_CA_FILE: %s has no certificate", m.CAFile)
		}
	}
	return smtp.New(o)
}

// open sets the option, if there is a mail server.
func (m mailSettings) open(o *server.Options) error {
	if m.Address == "" {
		return nil
	}
	sender, err := m.sender()
	if err != nil {
		return err
	}
	o.Mail = sender
	return nil
}

// look connects to the mail server and signs in.
func (m mailSettings) look(ctx context.Context, report *findings) {
	sender, err := m.sender()
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, reachWithin)
		defer cancel()
		err = sender.Check(ctx)
	}
	report.proven("mail server", err, "%s takes the connection and the sign-in; no e-mail was sent", m.Address)
}
