package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
)

//go:embed page.html
var pageHTML string

//go:embed message.html
var messageHTML string

var (
	pageTemplate    = template.Must(template.New("page").Parse(pageHTML))
	messageTemplate = template.Must(template.New("message").Parse(messageHTML))
)

// pageData holds everything in the page that differs between two installations.
type pageData struct {
	Config

	Frame   template.CSS // what the page shows before its files have come is styled by
	Early   template.JS  // sets language and theme
	Files   string       // address of the build's files, ending in "/"
	Base    string       // Files without the slash, for go-app
	Program string       // name of the program's file
	Rest    string       // name of the file with the rest of the program, "" for none
	Version string       // version of page and files together
	Size    int          // bytes to fetch for the program
}

func render(t *template.Template, data any) ([]byte, error) {
	var page bytes.Buffer
	if err := t.Execute(&page, data); err != nil {
		return nil, fmt.Errorf("page: render page: %w", err)
	}
	return page.Bytes(), nil
}
