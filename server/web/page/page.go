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

// pageData is everything that differs between two installations.
type pageData struct {
	Config

	Files   string // address of the build's files, ending in "/"
	Base    string // the same without the slash, for go-app
	Program string // name of the program's file
	Version string // hides Config's: of page and files together
	Build   string // Config's
	Size    int    // bytes the program takes to fetch
}

func render(t *template.Template, data any) ([]byte, error) {
	var page bytes.Buffer
	if err := t.Execute(&page, data); err != nil {
		return nil, fmt.Errorf("page: render page: %w", err)
	}
	return page.Bytes(), nil
}
