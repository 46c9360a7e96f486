package build

import (
	"fmt"
	"slices"

	"github.com/evanw/esbuild/pkg/api"
)

// small leaves out of a sheet or a script what no browser needs: spaces, comments, and the length of a script's names.
// Names at the script's top level stay, since other scripts and the program use them.
func small(name string, body []byte, kind api.Loader) ([]byte, error) {
	script := kind == api.LoaderJS
	result := api.Transform(string(body), api.TransformOptions{
		Sourcefile: name, Loader: kind, MinifyWhitespace: true, MinifySyntax: script, MinifyIdentifiers: script,
	})
	mistakes := slices.Concat(result.Errors, result.Warnings)
	if len(mistakes) == 0 {
		return result.Code, nil
	}
	if at := mistakes[0].Location; at != nil {
		name = fmt.Sprintf("%s:%d", name, at.Line)
	}
	return nil, fmt.Errorf("build: %s: %s", name, mistakes[0].Text)
}
