package words

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strings"
)

//go:embed */*.json
var files embed.FS

// BootFile is the file of what is said before the program runs. These texts
// stand in the boot script, all languages together, and in no language's file.
const BootFile = "boot"

// PushFile is the file of what the server says in notifications (server/internal/orders/push).
// These texts stand in no language's file either.
const PushFile = "push"

// SummaryFile is the file of what the server says in daily summaries (server/internal/shops/summary), beside the names
// of weekdays in CommonFile. Its texts stand in no language's file.
const (
	SummaryFile = "summary"
	CommonFile  = "common"
)

// The files with the titles of the manifest's shortcuts (web/page).
const (
	OrdersFile = "orders"
	ShellFile  = "shell"
)

// Languages lists the folders, as BCP 47 tags, in alphabetical order.
func Languages() ([]string, error) {
	folders, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	var tags []string
	for _, folder := range folders {
		tags = append(tags, folder.Name())
	}
	return tags, nil
}

// Pages reads a language's texts by file and key.
func Pages(lang string) (map[string]map[string]string, error) {
	names, err := fs.Glob(files, lang+"/*.json")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("words: no language %q", lang)
	}
	pages := map[string]map[string]string{}
	for _, name := range names {
		file := strings.TrimSuffix(path.Base(name), ".json")
		if pages[file], err = page(lang, file); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// page reads a language's texts of one file.
func page(lang, file string) (texts map[string]string, err error) {
	name := lang + "/" + file + ".json"
	raw, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	if err := json.Unmarshal(raw, &texts); err != nil {
		return nil, fmt.Errorf("words: %s: %w", name, err)
	}
	return texts, nil
}

// Read reads what the browser's program says in a language. A key in two files is an
// error.
func Read(lang string) (map[string]string, error) {
	pages, err := Pages(lang)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for page, texts := range pages {
		if page == BootFile || page == PushFile || page == SummaryFile {
			continue
		}
		for key, text := range texts {
			if _, twice := all[key]; twice {
				return nil, fmt.Errorf("words: %s/%s.json: %q stands in another file too", lang, page, key)
			}
			all[key] = text
		}
	}
	return all, nil
}

// Everywhere reads the texts of some files in every language.
func Everywhere(names ...string) (Spoken, error) {
	languages, err := Languages()
	if err != nil {
		return nil, err
	}
	all := Spoken{}
	for _, tag := range languages {
		all[tag] = map[string]string{}
		for _, file := range names {
			texts, err := page(tag, file)
			if err != nil {
				return nil, err
			}
			maps.Copy(all[tag], texts)
		}
	}
	return all, nil
}
