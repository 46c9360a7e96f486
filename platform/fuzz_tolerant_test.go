package platform_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

// place is where a value of a platform's may stand: at the $ of a record.
type place struct {
	record reflect.Type
	text   string
}

// places are all members of the records whose shapes the interface doesn't show: what the platform answers and what
// its messages hold. The members are found by their types, so that a new field is among them by itself.
var places, visited = func() (all []place, visited map[string]bool) {
	records := []any{
		new(platform.OrderEvent), new(platform.StatusEvent), new(platform.BindingEvent), new(platform.HoursEvent),
	}
	for _, e := range platform.Endpoints() {
		switch data := e.NewData().(type) {
		case *platform.Week, *[]platform.SpecialDate: // shown; within HoursEvent all of their members are read tolerantly
		case *platform.Empty:
		default:
			records = append(records, data)
		}
	}
	visited = map[string]bool{}
	for _, record := range records {
		kind := reflect.TypeOf(record).Elem()
		var visit func(t reflect.Type, around string)
		visit = func(t reflect.Type, around string) {
			into := func(inner string) string { return strings.Replace(around, "$", inner, 1) }
			all = append(all, place{kind, around})
			visited[t.Name()] = true
			switch t.Kind() {
			case reflect.Pointer:
				visit(t.Elem(), around)
			case reflect.Slice:
				visit(t.Elem(), into(`[$]`))
			case reflect.Map:
				visit(t.Elem(), into(`{"any":$}`))
			case reflect.Struct:
				for i := range t.NumField() {
					name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
					if name != "" && name != "-" {
						visit(t.Field(i).Type, into(`{"`+name+`":$}`))
					}
				}
				all = append(all, place{kind, into(`{"unknown":$}`)})
			}
		}
		visit(kind, "$")
	}
	return all, visited
}()

// Every record that keeps what it doesn't know is among the places, wherever its type is written.
func TestEveryTolerantRecordHasPlaces(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	tolerant := 0
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || strings.HasSuffix(name, "_test.go") {
				return true
			}
			record, ok := spec.Type.(*ast.StructType)
			if ok && slices.ContainsFunc(record.Fields.List, func(f *ast.Field) bool {
				kind, ok := f.Type.(*ast.Ident)
				return ok && kind.Name == "Extra"
			}) {
				if tolerant++; !visited[spec.Name.Name] {
					t.Errorf("%s: no test reads any value into %s", name, spec.Name.Name)
				}
			}
			return true
		})
	}
	if tolerant < 20 {
		t.Errorf("only %d records with an Extra were found", tolerant)
	}
}

// Any value may stand in an answer where the interface shows none: as the whole answer to an act, as its data, and
// as the message and an unknown member of an envelope.
func TestAnyValueIsAnAnswer(t *testing.T) {
	t.Parallel()
	for _, e := range platform.Endpoints() {
		if e.Path == platform.PathToken {
			continue
		}
		data, err := json.Marshal(e.NewData())
		if err != nil {
			t.Fatal(err)
		}
		shapes := []string{`{"code":0,"message":$,"data":` + string(data) + `}`,
			`{"any":$,"code":"0","message":"","data":` + string(data) + `}`}
		if e.Changes() {
			shapes = append(shapes, `{"code":0,"message":"","data":$}`)
		}
		if e.Changes() && e.Unshown {
			shapes = append(shapes, `$`, `[$]`, `{"any":$}`)
		}
		for _, shape := range shapes {
			for _, value := range odd {
				body := strings.Replace(shape, "$", value, 1)
				if err := platform.Open(e.Path, platform.Reply{Status: 200, Body: []byte(body)}, e.NewData()); err != nil {
					t.Errorf("%s: %s: %v", e.Path, body, err)
				}
			}
		}
	}
}

// readsAt reads a value at a place: it never fails within a record, and nothing of
// it changes on the way back.
func readsAt(t *testing.T, at place, value []byte) {
	t.Helper()
	text := []byte(strings.Replace(at.text, "$", string(value), 1))
	record := reflect.New(at.record).Interface()
	if err := platform.Read(text, record); err != nil {
		if at.text != "$" {
			t.Fatalf("%s: %v", text, err)
		}
		return
	}
	if platform.DecodeStrict(text, new(any)) == nil { // else a member is there twice, which no reader gives back
		givesBack(t, text, record)
	}
}

var odd = []string{
	`null`, `true`, `false`, `0`, `-0`, `5`, `2.0`, `1e400`, `9007199254740993`, `99999999999999999999`, `""`, `"x"`,
	`"2"`, `"-7"`, `"12.50"`,
	`"HKD 12.50"`, `"true"`, `"\ud800"`, `"a\/b<&>"`, `"{"`, `[]`, `{}`, `[null]`, `[[]]`, `[{}]`, `[1,"2",null]`,
	`{"id":"21"}`, `{"a":{"b":[1.0]}}`,
	`[{"id":1},{"id":"2"}]`, `{"amount":"1","currency":7}`, `{"status":"PENDING"}`,
	`{"orderViewId":"6","shopId":[],"status":null}`,
	`0.0`, `7200.0`, `1E+5`, `-1.5e-7`, `1e-400`, `1e40`, `114.10`, `9223372036854775807`,
	`-9223372036854775809`, `" 12 "`,
	`"\u202e<script>"`, `{"":""}`, `{"Extra":"x","-":1}`, `{"amount":12.0}`, `[null,null]`, `"[]"`, `"null"`,
	strings.Repeat("[", 40) + strings.Repeat("]", 40), strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40),
}

func TestAnyValueIsReadAnywhere(t *testing.T) {
	t.Parallel()
	if len(places) < 150 {
		t.Errorf("only %d places were found", len(places))
	}
	for _, at := range places {
		for _, value := range odd {
			readsAt(t, at, []byte(value))
		}
	}
}

func FuzzAnyValueIsReadAnywhere(f *testing.F) {
	for i, value := range odd {
		f.Add(uint(i*7), []byte(value))
	}
	f.Fuzz(func(t *testing.T, at uint, value []byte) {
		if value = bytes.TrimSpace(value); json.Valid(value) && len(value) > 0 {
			readsAt(t, places[at%uint(len(places))], value)
		}
	})
}
