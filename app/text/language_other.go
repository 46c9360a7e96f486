//go:build !js

package text

import "github.com/shopdesk/shopdesk/app/text/words"

// first is English, for tests.
func first() *Catalogue {
	c, err := read("en")
	if err != nil {
		panic(err) // the files are embedded, and a test reads them all
	}
	return c
}

func read(lang string) (*Catalogue, error) {
	all, err := words.Read(lang)
	if err != nil {
		return nil, err
	}
	return &Catalogue{Lang: lang, Words: all}, nil
}

func speak(lang string, done func(ok bool)) {
	c, err := read(lang)
	if err == nil {
		current = c
	}
	done(err == nil)
}
