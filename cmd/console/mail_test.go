package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/smtptest"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/mail"
)

// mailed are the settings for a mail server with a sign-in.
func mailed(t *testing.T, far *smtptest.Server, password string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	file, ca := filepath.Join(dir, "password"), filepath.Join(dir, "ca.pem")
	for path, text := range map[string]string{file: password + "\n", ca: far.Certificate} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return map[string]string{
		"--smtp-address": far.Address, "--smtp-user": "console", "--smtp-password-file": file,
		"--smtp-from": "Shopdesk <console@shops.example>", "--smtp-ca-file": ca,
	}
}

// The check connects and signs in at the mail server, sends nothing, and never shows the password.
func TestCheckOfAMailServer(t *testing.T) {
	t.Parallel()
	far := smtptest.New(t, smtptest.SignIn("console", "a long password"))
	for password, want := range map[string]verdict{"a long password": checkOK, "another password": checkWrong} {
		set := checkable(t)
		for flag, value := range mailed(t, far, password) {
			set[flag] = value
		}
		found, _ := looked(t, set)
		has(t, found, "mail server", want, "")
		has(t, found, "SHOPDESK_SMTP_PASSWORD_FILE", checkOK, "can be read")
		for what, list := range found {
			for _, one := range list {
				if strings.Contains(one.Text, password) {
					t.Errorf("%s shows the password", what)
				}
			}
		}
	}
	if got := far.Messages(); len(got) != 0 {
		t.Errorf("sent %v", got)
	}
}

// The settings make a mailer that sends.
func TestMailSettingsSend(t *testing.T) {
	t.Parallel()
	far := smtptest.New(t, smtptest.SignIn("console", "a long password"))
	set := mailed(t, far, "a long password")
	m := mailSettings{Address: set["--smtp-address"], User: "console", PasswordFile: set["--smtp-password-file"],
		From: set["--smtp-from"], CAFile: set["--smtp-ca-file"], TLS: "starttls"}
	if wrong := m.bad(); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	var o server.Options
	if err := m.open(&o); err != nil {
		t.Fatal(err)
	}
	if err := o.Mail.Send(t.Context(), mail.Message{To: "ann@shops.example", Subject: "x", Text: "y"}); err != nil {
		t.Fatal(err)
	}
	far.Wait(1)

	m.Password = "twice"
	if len(m.bad()) == 0 {
		t.Error("two passwords are taken")
	}
	m.Password, m.CAFile = "", m.PasswordFile
	if err := m.open(&o); err == nil || !strings.Contains(err.Error(), "SHOPDESK_SMTP_CA_FILE") {
		t.Errorf("a file without certificates: %v", err)
	}
	if err := (mailSettings{}).open(new(server.Options)); err != nil {
		t.Error(err)
	}
}
