package build

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/web/asset"
)

// joinWords makes one file of each language's texts, [packedWords], and of all languages' texts
// for the boot script one JSON object.
func joinWords() (files []source, boot []byte, err error) {
	languages, err := words.Languages()
	if err != nil {
		return nil, nil, fmt.Errorf("build: %w", err)
	}
	first := map[string]map[string]string{}
	for _, lang := range languages {
		texts, err := words.Read(lang)
		if err != nil {
			return nil, nil, fmt.Errorf("build: %w", err)
		}
		pages, err := words.Pages(lang)
		if err != nil {
			return nil, nil, fmt.Errorf("build: %w", err)
		}
		first[lang] = pages[words.BootFile]
		body, err := packedWords(texts)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, source{asset.Words(lang), "text/plain; charset=utf-8", body})
	}
	boot, err = plainJSON(first)
	return files, boot, err
}

// packedWords writes texts as lines, which web/words.js reads: first the keys in order, then the texts in the same
// order. So they compress better than as JSON, and than each beside its key. A key begins with the number of parts, up
// to a dot, that it has in common with the key before it, and has the rest: "0shop.no", "1yes".
func packedWords(texts map[string]string) ([]byte, error) {
	keys := slices.Sorted(maps.Keys(texts))
	lines := make([]string, 2*len(keys))
	before := ""
	for i, key := range keys {
		common := 0
		for common < min(len(key), len(before)) && key[common] == before[common] {
			common++
		}
		common = strings.LastIndexByte(key[:common], '.') + 1
		lines[i] = strconv.Itoa(strings.Count(key[:common], ".")) + key[common:]
		lines[len(keys)+i] = texts[key]
		if strings.Contains(texts[key], "\n") {
			return nil, fmt.Errorf("build: the text %s has more than one line", key)
		}
		before = key
	}
	return []byte(strings.Join(lines, "\n")), nil
}

// plainJSON leaves <, > and & as they are. Keys are in order.
func plainJSON(v any) ([]byte, error) {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("build: words: %w", err)
	}
	return bytes.TrimSpace(body.Bytes()), nil
}

// putConstant puts a list or an object as JSON where a script declares a constant of that name, empty.
func putConstant(script []byte, name string, body []byte) ([]byte, error) {
	mark := fmt.Appendf(nil, "const %s = %c%c;", name, body[0], body[len(body)-1])
	if bytes.Count(script, mark) != 1 {
		return nil, fmt.Errorf("build: the script hasn't one place for %s", name)
	}
	return bytes.Replace(script, mark, fmt.Appendf(nil, "const %s = %s;", name, body), 1), nil
}
