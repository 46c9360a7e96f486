package rules_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
	"time"

	_ "embed"
)

// stamp is an instant that the vectors write as RFC 3339, 0 for "never".
type stamp int64

func (s *stamp) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil || text == "" {
		return err
	}
	at, err := time.Parse(time.RFC3339, text)
	*s = stamp(at.UnixMilli())
	return err
}

func (s stamp) String() string {
	if s == 0 {
		return "never"
	}
	return time.UnixMilli(int64(s)).UTC().Format(time.RFC3339)
}

//go:embed problem.go
var problemSource string

// codesInSource lists the values of the constants named Code….
func codesInSource(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "problem.go", problemSource, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || len(spec.Names[0].Name) < 5 || spec.Names[0].Name[:4] != "Code" {
			return true
		}
		if literal, ok := spec.Values[0].(*ast.BasicLit); ok {
			code, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			codes = append(codes, code)
		}
		return true
	})
	if len(codes) < 15 {
		t.Fatalf("found only %v", codes)
	}
	return codes
}
