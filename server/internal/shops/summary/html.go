package summary

import (
	"html/template"
	"strings"
)

// page is the e-mail as text/html. Mail programs know no style sheets and load no pictures: the elements' own looks do.
var page = template.Must(template.New("summary").Parse(`<!doctype html>
<html lang="{{.Lang}}" dir="{{.Dir}}">
<head><meta charset="utf-8"><title>{{.Title}}</title></head>
<body style="font-family: sans-serif">
<h1 style="font-size: 1.2em">{{.Title}}</h1>
{{with .Note}}<p>{{.}}</p>
{{end}}{{with .None}}<p>{{.}}</p>
{{end}}{{template "lines" .Lines}}{{with .Shops}}<h2 style="font-size: 1em">{{$.Heading}}</h2>
{{range .}}<h3 style="font-size: 1em">{{.Name}}</h3>
{{template "lines" .Lines}}{{end}}{{end}}{{with .More}}<p>{{.}}</p>
{{end}}<p><a href="{{.Open.URL}}">{{.Open.Words}}</a></p>
<p><a href="{{.Off.URL}}">{{.Off.Words}}</a></p>
</body>
</html>
{{define "lines"}}{{with .}}<table>
{{range .}}<tr><th scope="row" style="text-align: start">{{.Label}}</th><td>{{.Value}}</td></tr>
{{end}}</table>
{{end}}{{end}}`))

// html is the e-mail as text/html.
func (l letter) html() string {
	var b strings.Builder
	if err := page.Execute(&b, l); err != nil {
		return "" // the text goes without it
	}
	return b.String()
}
