package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"filippo.io/age"

	"github.com/shopdesk/shopdesk/internal/backup"
	"github.com/shopdesk/shopdesk/server/store/s3"
)

// backupCommand makes backups, also beside a running server. It needs no keys, and migrates nothing: a newer program
// can back up before an upgrade.
type backupCommand struct {
	To string `arg:"" help:"A file, a folder, or s3://BUCKET/FOLDER/." placeholder:"FILE|DIR|s3://"`
	databaseSettings
	Recipient []string      `env:"SHOPDESK_BACKUP_RECIPIENT" help:"Public part of a backup key (age1…): seal the backup for it. See 'keys backup'." placeholder:"KEY"`
	Every     time.Duration `env:"SHOPDESK_BACKUP_EVERY" help:"Make a backup now and then at these intervals, until stopped. 0, the default: one backup." placeholder:"TIME"`
	Keep      int           `env:"SHOPDESK_BACKUP_KEEP" help:"Delete all but this many of the newest backups of this database in the folder. 0, the default: keep all." placeholder:"N"`
	PgDump    string        `name:"pg-dump" env:"SHOPDESK_PG_DUMP" help:"The server's pg_dump. Default: the newest that is installed." placeholder:"FILE"`
	LogFormat string        `env:"SHOPDESK_LOG" enum:"text,json" default:"text" help:"The log's form: ${enum}."`

	Service backupService `embed:""`
}

// backupService is the S3 service for backups, which need not be that of the pictures.
type backupService struct {
	Endpoint  string `name:"backup-s3-endpoint" env:"SHOPDESK_BACKUP_S3_ENDPOINT" help:"The S3 service of s3:// addresses." placeholder:"URL"`
	Region    string `name:"backup-s3-region" env:"SHOPDESK_BACKUP_S3_REGION" help:"Its region, where the service wants one." placeholder:"NAME"`
	AccessKey string `name:"backup-s3-access-key" env:"SHOPDESK_BACKUP_S3_ACCESS_KEY" help:"The access key's name." placeholder:"ID"`
	Secret    string `name:"backup-s3-secret-file" env:"SHOPDESK_BACKUP_S3_SECRET_FILE" help:"File with the access key's secret." placeholder:"FILE"`
}

// shelf returns the place that an argument names, and the name of a file in it, "" for the place itself.
func (s backupService) shelf(ctx context.Context, address string) (backup.Shelf, string, error) {
	path, remote := strings.CutPrefix(address, "s3://")
	if !remote {
		if strings.Contains(address, "://") {
			return nil, "", fmt.Errorf("%s: want a file, a folder or an s3:// address", address)
		}
		folder, name := backup.Split(address)
		return folder, name, nil
	}
	if err := errors.Join(missing(
		setting{s.Endpoint, "SHOPDESK_BACKUP_S3_ENDPOINT", "--backup-s3-endpoint"},
		setting{s.AccessKey, "SHOPDESK_BACKUP_S3_ACCESS_KEY", "--backup-s3-access-key"},
		setting{s.Secret, "SHOPDESK_BACKUP_S3_SECRET_FILE", "--backup-s3-secret-file"},
	)...); err != nil {
		return nil, "", err
	}
	secret, err := readSecret("SHOPDESK_BACKUP_S3_SECRET_FILE", s.Secret)
	if err != nil {
		return nil, "", err
	}
	bucket, key, _ := strings.Cut(path, "/")
	folder, name := "", key
	if i := strings.LastIndex(key, "/"); i >= 0 {
		folder, name = key[:i+1], key[i+1:]
	}
	files, err := s3.OpenFiles(ctx, s3.Options{
		Endpoint: s.Endpoint, Bucket: bucket, Region: s.Region, Prefix: folder,
		AccessKey: s.AccessKey, SecretKey: secret,
	})
	if err != nil {
		return nil, "", err
	}
	return files, name, nil
}

// Run makes one backup, or goes on until it is stopped.
func (c backupCommand) Run(ctx context.Context, term terminal) error {
	c.databaseSettings = c.own() // pg_dump needs a session
	wrong := append(c.missing(), c.bad()...)
	if c.Every < 0 || c.Every > 0 && c.Every < time.Minute {
		wrong = append(wrong, errors.New("SHOPDESK_BACKUP_EVERY (--every): want at least a minute"))
	}
	if c.Keep < 0 {
		wrong = append(wrong, errors.New("SHOPDESK_BACKUP_KEEP (--keep): want 0 or more"))
	}
	var recipients []age.Recipient
	if len(c.Recipient) > 0 {
		var err error
		if recipients, err = age.ParseRecipients(strings.NewReader(strings.Join(c.Recipient, "\n"))); err != nil {
			wrong = append(wrong, fmt.Errorf("SHOPDESK_BACKUP_RECIPIENT (--recipient): %w", err))
		}
	}
	if err := errors.Join(wrong...); err != nil {
		return err
	}
	shelf, name, err := c.Service.shelf(ctx, c.To)
	if err != nil {
		return err
	}
	if name != "" && (c.Every > 0 || c.Keep > 0) {
		return fmt.Errorf("%s is a file, and --every and --keep need a folder: put a slash after it", c.To)
	}
	log := newLog(term.log, c.LogFormat, slog.LevelInfo)
	making := backup.Making{Database: c.Database, Program: programVersion(), Recipients: recipients, PgDump: c.PgDump,
		Now: time.Now, Say: func(text string) { log.Info("backup", "progress", text) }, To: shelf, Name: name}
	if c.Every == 0 {
		return c.once(ctx, term, making)
	}
	next := time.NewTicker(c.Every)
	defer next.Stop()
	for {
		if err := c.once(ctx, term, making); err != nil && ctx.Err() == nil {
			log.Error("backup failed; the next one is tried in its turn", "every", c.Every, "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-next.C:
		}
	}
}

// once makes a backup, prints a line for it, and deletes old ones.
func (c backupCommand) once(ctx context.Context, term terminal, making backup.Making) error {
	began := time.Now()
	made, err := making.Make(ctx)
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	m := made.Manifest
	if _, err := fmt.Fprintf(term.out, "%s: %d bytes in %v; schema %d, %s, the audit ends at %s\n", made.Name,
		made.Size, time.Since(began).Round(time.Millisecond), m.Facts.Schema, amount(m.Facts.Rows["orders"], "order"),
		cmp.Or(m.Facts.AuditEnd, "its beginning")); err != nil {
		return err
	}
	if c.Keep == 0 {
		return nil
	}
	if err := backup.Thin(ctx, making.To, made, c.Keep); err != nil {
		return fmt.Errorf("the backup is made; old ones: %w", err)
	}
	return nil
}

// identities reads a file with backup keys; no file has none.
func identities(path string) ([]age.Identity, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("SHOPDESK_BACKUP_IDENTITY_FILE: %w", err)
	}
	keys, err := age.ParseIdentities(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("SHOPDESK_BACKUP_IDENTITY_FILE: %s holds no backup key", path) // err may have the key
	}
	return keys, nil
}

type keysBackup struct{}

// Run prints a new backup key.
func (keysBackup) Run(term terminal) error {
	key, err := age.GenerateX25519Identity()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.out, "# a backup key of the console; its public part, for --recipient: %s\n%s\n",
		key.Recipient(), key)
	return err
}
