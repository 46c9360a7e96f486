package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/web/asset"
)

// joinWords makes one file of each language's texts, and of all languages' texts
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
		body, err := plainJSON(texts)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, source{asset.Words(lang), "application/json", body})
	}
	boot, err = plainJSON(first)
	return files, boot, err
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

// putWords puts the boot script's texts where it declares them.
func putWords(script, boot []byte) ([]byte, error) {
	mark := []byte("const WORDS = {};")
	if bytes.Count(script, mark) != 1 {
		return nil, errors.New("build: the boot script hasn't one place for its words")
	}
	return bytes.Replace(script, mark, append(append([]byte("const WORDS = "), boot...), ';'), 1), nil
}
