package main

import (
	"fmt"
	"strings"
)

// edit takes something out of a file of the engine: everything from one mark,
// up to but without another, becomes new text. Without an end mark it is the
// first mark alone. Each mark must be there exactly once.
type edit struct {
	file        string
	from, until string
	become      string
}

// dropped are the engine's files that only a server needs, with the encryption
// of stored states, which we don't use.
var dropped = []string{"http.go", "static.go", "wasm.go", "wasmexec.go", "scripts.go", "cache.go", "crypto.go"}

// edits take out what refers to the dropped files.
var edits = []edit{
	{"resource.go", "import (", "func clientResourceResolver(", "import \"strings\"\n\n"},
	{"context.go", "\t\"github.com/google/uuid\"\n", "", ""},
	{"context.go", "uuid.NewString()", "", "newID()"},
	{"context.go", "// Encrypt enciphers", "// Notifications accesses", ""},
	{"context.go", "\t\"encoding/json\"\n", "", ""},
	{"context.go", "\t\"strings\"\n", "", ""},
	{"route.go", "\t\"regexp\"\n", "", ""},
	{"route.go", "regexp.MustCompile(pattern)", "", "compilePattern(pattern)"},
	{"route.go", "*regexp.Regexp", "", "pathPattern"},
	{"state.go", "\t\"github.com/google/uuid\"\n", "", ""},
	{"state.go", "uuid.NewString()", "", "newID()"},
	{"state.go", "// PersistWithEncryption ensures", "// Broadcast signals", ""},
	{"state.go", "\tif encrypt {\n", "\t\tb, err := json.Marshal(s.value)\n\t\tif err != nil {\n\t\t\tLog(errors.New(\"persisting state failed\")", "\t{\n"},
	{"state.go", "\t\treturn ctx.Decrypt(value.EncryptedValue, receiver)\n", "", "\t\treturn errors.New(\"encrypted states aren't supported by this build\")\n"},
}

// added are the files that stand in for what was taken out.
var added = map[string]string{
	"id.go": `package app

import (
	"math/rand/v2"
	"strconv"
)

// newID tells tabs and devices apart. It is no secret.
func newID() string {
	return strconv.FormatUint(rand.Uint64(), 36) + strconv.FormatUint(rand.Uint64(), 36)
}
`,
	"pattern.go": `package app

import "strings"

// pathPattern stands for the one regular expression in use: every path. The
// component behind it reads the path itself.
type pathPattern struct{}

func compilePattern(pattern string) pathPattern {
	if pattern != "^/.*$" {
		panic("this build's engine routes exact paths and ^/.*$ only, not " + pattern)
	}
	return pathPattern{}
}

func (pathPattern) MatchString(path string) bool { return strings.HasPrefix(path, "/") }
`,
}

// apply makes the change to a file's text.
func (e edit) apply(body string) (string, error) {
	before, after, found := strings.Cut(body, e.from)
	if !found || strings.Contains(after, e.from) {
		return "", fmt.Errorf("build: the engine's %s hasn't %q exactly once", e.file, e.from)
	}
	if e.until == "" {
		return before + e.become + after, nil
	}
	_, rest, found := strings.Cut(after, e.until)
	if !found || strings.Contains(rest, e.until) {
		return "", fmt.Errorf("build: the engine's %s hasn't %q exactly once after %q", e.file, e.until, e.from)
	}
	return before + e.become + e.until + rest, nil
}
