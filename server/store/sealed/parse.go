package sealed

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Parse reads the lines of a keys file. Its errors name the line, but never its content.
func Parse(r io.Reader) (*Keyring, error) {
	ring, err := parse(r)
	if err != nil {
		return nil, fmt.Errorf("sealed: keys: %w", err)
	}
	return ring, nil
}

func parse(r io.Reader) (*Keyring, error) {
	ring := &Keyring{home: new(home)}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if id, found := strings.CutPrefix(line, homePrefix); found {
			if err := ring.home.read(id); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		k, err := parseLine(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if ring.byID(k.id) != nil {
			return nil, fmt.Errorf("line %d: the key id is used twice", n)
		}
		ring.keys = append(ring.keys, k)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(ring.keys) == 0 {
		return nil, errors.New("there is no key")
	}
	return ring, nil
}

func parseLine(line string) (*key, error) {
	id, text, found := strings.Cut(line, ":")
	if !found {
		return nil, errors.New("want <key id>:<base64 of 32 bytes>")
	}
	if !validID(id) {
		return nil, errors.New("the key id must be 1 to 32 letters, digits, - or _")
	}
	secret, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("the key isn't base64")
	}
	if len(secret) != keySize {
		return nil, fmt.Errorf("the key has %d bytes, want %d", len(secret), keySize)
	}
	return newKey(id, secret)
}
