package migrations

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"testing/fstest"
	"text/template"
)

//go:embed *.sql blobs/*.sql
var texts embed.FS

const up = "-- +goose Up\n"

// limits are those of a migration's statements. Others wait behind a session that waits for a table, and after a second
// PostgreSQL looks for a deadlock and ends one of its sessions. A statement takes as long as a large table does.
const limits = "SET LOCAL lock_timeout = '500ms';\nSET LOCAL statement_timeout = 0;\n"

// render fills in all texts for an engine.
func render(e Engine) (fs.FS, error) {
	names, err := fs.Glob(texts, path.Join(e.folder, "*.sql"))
	if err != nil {
		return nil, fmt.Errorf("migrations: list: %w", err)
	}
	rendered := fstest.MapFS{}
	for _, name := range names {
		t, err := template.New(path.Base(name)).Funcs(e.functions()).ParseFS(texts, name)
		if err != nil {
			return nil, fmt.Errorf("migrations: parse %s: %w", name, err)
		}
		var text bytes.Buffer
		if err := t.Execute(&text, nil); err != nil {
			return nil, fmt.Errorf("migrations: render %s: %w", name, err)
		}
		data := text.Bytes()
		if e.postgres {
			data = bytes.Replace(data, []byte(up), []byte(up+limits), 1)
		}
		if e.truncates {
			data = bytes.ReplaceAll(data, []byte(truncation), nil)
		}
		rendered[path.Base(name)] = &fstest.MapFile{Data: data, Mode: 0o444}
	}
	return rendered, nil
}
