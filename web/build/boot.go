package build

import (
	"bytes"
	"fmt"
	"io/fs"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/web/crash"
)

// putLanguages puts the languages that there are words for into the script that chooses one.
func putLanguages(early []byte) ([]byte, error) {
	languages, err := words.Languages()
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	tags, err := plainJSON(languages)
	if err != nil {
		return nil, err
	}
	return putConstant(early, "LANGUAGES", tags)
}

// joinBoot puts the scripts that the boot script uses in front of it, and into them what they declare empty.
func joinBoot(sources fs.FS, boot, words []byte) ([]byte, error) {
	var parts [][]byte
	for _, name := range []string{"words.js", "tree.js", "first.js", "push.js", "crash.js"} {
		part, err := fs.ReadFile(sources, "web/"+name)
		if err != nil {
			return nil, fmt.Errorf("build: %w", err)
		}
		parts = append(parts, part)
	}
	sayable, err := plainJSON(crash.Said)
	if err != nil {
		return nil, err
	}
	script, err := putConstant(bytes.Join(append(parts, boot), nil), "WORDS", words)
	if err != nil {
		return nil, err
	}
	return putConstant(script, "SAYABLE", sayable)
}
