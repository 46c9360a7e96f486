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
		raw, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("words: %w", err)
		}
		var texts map[string]string
		if err := json.Unmarshal(raw, &texts); err != nil {
			return nil, fmt.Errorf("words: %s: %w", name, err)
		}
		pages[strings.TrimSuffix(path.Base(name), ".json")] = texts
	}
	return pages, nil
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
func Everywhere(files ...string) (Spoken, error) {
	languages, err := Languages()
	if err != nil {
		return nil, err
	}
	all := Spoken{}
	for _, tag := range languages {
		pages, err := Pages(tag)
		if err != nil {
			return nil, err
		}
		all[tag] = map[string]string{}
		for _, file := range files {
			maps.Copy(all[tag], pages[file])
		}
	}
	return all, nil
}
