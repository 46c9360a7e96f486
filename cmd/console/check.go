package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/shopdesk/shopdesk/internal/disk"
	"github.com/shopdesk/shopdesk/server"
)

// checkCommand looks, before a start, at everything that a start needs. It changes nothing, and may run beside a
// console.
type checkCommand struct {
	Settings settings `embed:""`
	process

	JSON bool `name:"json" help:"Print the findings as JSON, not as a table."`
}

// verdict is what a finding means for a start.
type verdict string

const (
	checkOK    verdict = "ok"
	checkNote  verdict = "note"  // the console starts; somebody should look
	checkWrong verdict = "wrong" // the console doesn't start, or can't work
)

// finding is one thing that was looked at.
type finding struct {
	What    string  `json:"what"`
	Verdict verdict `json:"verdict"`
	Text    string  `json:"text"`
}

// findings is the report of a check.
type findings struct {
	Version  string    `json:"version"`
	Findings []finding `json:"findings"`
}

func (f *findings) add(what string, v verdict, format string, args ...any) {
	f.Findings = append(f.Findings, finding{what, v, fmt.Sprintf(format, args...)})
}

// proven adds an error as wrong, or the text as ok.
func (f *findings) proven(what string, err error, format string, args ...any) {
	if err != nil {
		f.add(what, checkWrong, "%v", err)
		return
	}
	f.add(what, checkOK, format, args...)
}

// guarded adds a note for a file with a secret that others than its owner may read or write. The keys file is refused
// for that (see sealed.Load); other files are often mounted so.
func (f *findings) guarded(what, path string) {
	if words := openToOthers(path); words != "" {
		f.add(what, checkNote, "%s", words)
	}
}

// openToOthers says that others than its owner may read or write a file with a secret, "" if they may not.
func openToOthers(path string) string {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o077 == 0 || runtime.GOOS == "windows" { // modes mean nothing on Windows
		return ""
	}
	return fmt.Sprintf("%s is open to others (mode %04o): chmod 600 it", path, info.Mode().Perm())
}

func (f *findings) wrong() (count int) {
	for _, one := range f.Findings {
		if one.Verdict == checkWrong {
			count++
		}
	}
	return count
}

// notReadyError is the error of a check that found something wrong. The exit code tells it from a check that couldn't
// look (see exitCode).
type notReadyError struct{ count int }

func (e notReadyError) Error() string { return fmt.Sprintf("things that are wrong: %d", e.count) }

// Run looks at everything, and prints all findings.
func (c checkCommand) Run(ctx context.Context, term terminal) error {
	report := findings{Version: programVersion(), Findings: []finding{}}
	c.lookAtSettings(&report)
	lookAtTraces(ctx, &report)
	c.lookAtDatabase(ctx, &report)
	c.lookAround(ctx, &report)
	var err error
	if c.JSON {
		encoder := json.NewEncoder(term.out)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(report)
	} else {
		err = report.write(term.out)
	}
	if count := report.wrong(); count > 0 {
		err = errors.Join(err, notReadyError{count})
	}
	return err
}

func (f *findings) write(to io.Writer) error {
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, one := range f.Findings {
		text := strings.ReplaceAll(one.Text, "\n", "; ")
		if _, err := fmt.Fprintf(table, "%s\t%s\t%s\n", one.Verdict, one.What, text); err != nil {
			return err
		}
	}
	return table.Flush()
}

// lookAtTraces looks at OpenTelemetry's variables, where they switch traces on.
func lookAtTraces(ctx context.Context, report *findings) {
	var o server.Options
	end, err := trace(ctx, slog.New(slog.DiscardHandler), &o)
	if err == nil {
		end()
	}
	if err != nil || o.TracerProvider != nil {
		report.proven("traces", err, "their settings can be used")
	}
}

// lookAtSettings looks at the settings and at the files that they name.
func (c checkCommand) lookAtSettings(report *findings) {
	s := c.Settings
	wrong := c.problems(s)
	for _, err := range wrong {
		report.add("settings", checkWrong, "%v", err)
	}
	if len(wrong) == 0 {
		report.add("settings", checkOK, "nothing is missing, and nothing contradicts")
	}
	if s.AppID == 0 {
		report.add("app id", checkNote, "SHOPDESK_APP_ID is missing: the settings' page can't register our address for "+
			"pushed messages, so enter the address in the developer portal")
	}
	if c.Gallery {
		report.add("gallery", checkNote, "SHOPDESK_GALLERY is set: /gallery shows the components, which only developers need")
	}
	if s.ClientSecretFile != "" {
		_, err := s.clientSecret()
		report.proven("client secret", err, "%s can be read", s.ClientSecretFile)
		report.guarded("client secret", s.ClientSecretFile)
	}
	for _, file := range []setting{{value: s.OIDCSecretFile, env: "SHOPDESK_OIDC_CLIENT_SECRET_FILE"},
		{value: s.Bucket.Secret, env: "SHOPDESK_S3_SECRET_FILE"},
		{value: s.Mail.PasswordFile, env: "SHOPDESK_SMTP_PASSWORD_FILE"},
		{value: s.NATS.Credentials, env: "SHOPDESK_NATS_CREDENTIALS_FILE"}} {
		if file.value != "" {
			_, err := readSecret(file.env, file.value)
			report.proven(file.env, err, "%s can be read", file.value)
			report.guarded(file.env, file.value)
		}
	}
	if len(s.PreviousSecrets) > 0 {
		files := &secretFiles{paths: s.PreviousSecrets}
		report.proven("previous secrets", files.look(), "files that hold a secret: %d of %d", len(files.found),
			len(s.PreviousSecrets))
		for _, path := range s.PreviousSecrets {
			report.guarded("previous secrets", path)
		}
	}
	if s.Home.KeysFile != "" || s.Home.Keys != "" {
		ring, err := s.Home.keys()
		if err != nil {
			report.add("keys", checkWrong, "%v", err)
		} else {
			report.add("keys", checkOK, "the active one is %s, of %d", ring.IDs()[0], len(ring.IDs()))
		}
	}
	if s.Spool != "" {
		report.proven("spool", disk.Writable(nearest(s.Spool)), "%s can be written", s.Spool)
	}
}
