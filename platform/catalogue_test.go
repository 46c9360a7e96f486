package platform_test

import (
	"context"
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

// The source travels inside the test binary, because under js/wasm it may not
// find its folder.
//
//go:embed client*.go
var clientSource embed.FS

// operations lists the client's exported methods in source with the path of
// their directive, "" without one.
func operations(t *testing.T) map[string]string {
	t.Helper()
	files, err := clientSource.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, file := range files {
		if strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		source, err := clientSource.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file.Name(), source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range parsed.Decls {
			method, ok := declaration.(*ast.FuncDecl)
			if !ok || method.Recv == nil || !method.Name.IsExported() {
				continue
			}
			found[method.Name.Name] = ""
			for _, line := range method.Doc.List {
				if path, ok := strings.CutPrefix(line.Text, "//platform:operation POST "); ok {
					found[method.Name.Name] = path
				}
			}
		}
	}
	return found
}

func TestCatalogueAndClientAgree(t *testing.T) {
	t.Parallel()
	catalogue := map[string]string{}
	for _, e := range platform.Endpoints() {
		catalogue[e.Name] = e.Path
	}
	if diff := cmp.Diff(catalogue, operations(t)); diff != "" {
		t.Errorf("catalogue (-) and client's directives (+): %s", diff)
	}
	client := reflect.TypeFor[*platform.Client]()
	if client.NumMethod() != len(catalogue) {
		t.Errorf("%d methods for %d endpoints", client.NumMethod(), len(catalogue))
	}
	failure := reflect.TypeFor[error]()
	for _, e := range platform.Endpoints() {
		method, ok := client.MethodByName(e.Name)
		if !ok {
			t.Errorf("no method %s", e.Name)
			continue
		}
		request, data := reflect.TypeOf(e.NewRequest()).Elem(), reflect.TypeOf(e.NewData())
		in, out := []reflect.Type{client, reflect.TypeFor[context.Context](), request}, []reflect.Type{data, failure}
		if data == reflect.TypeFor[*platform.Empty]() {
			out = out[1:]
		}
		if want := reflect.FuncOf(in, out, false); method.Type != want {
			t.Errorf("%s is %v, want %v", e.Name, method.Type, want)
		}
	}
}

func TestCatalogueIsWhole(t *testing.T) {
	t.Parallel()
	sections := map[string]int{}
	paths, names, audits := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range platform.Endpoints() {
		sections[e.Section]++
		if paths[e.Path] || names[e.Name] || e.Audit != "" && audits[e.Audit] {
			t.Errorf("%s shares its path, name or audit word", e.Name)
		}
		paths[e.Path], names[e.Name], audits[e.Audit] = true, true, true
		if !strings.HasPrefix(e.Path, "/") || e.Purpose == "" || e.Permission == "" {
			t.Errorf("%+v", e)
		}
		if e.Changes() != (e.Audit != "") || !e.Changes() && !e.Repeatable {
			t.Errorf("%s: a read is safe to repeat", e.Name)
		}
		if got, ok := platform.EndpointAt(e.Path); !ok || got.Name != e.Name {
			t.Errorf("%s isn't found at its path", e.Name)
		}
		_, ok := e.NewRequest().(platform.ShopRequest)
		if ok != (e.Permission != platform.PermissionServer) || e.Proxied && !ok {
			t.Errorf("%s: names a shop: %v, needs %s, proxied: %v", e.Name, ok, e.Permission, e.Proxied)
		}
	}
	if diff := cmp.Diff(map[string]int{"4.1": 1, "4.2": 8, "4.3": 1, "4.4": 9, "4.5": 1}, sections); diff != "" {
		t.Error(diff)
	}
	for _, e := range platform.Endpoints() {
		if e.Replaces == "" {
			continue
		}
		if read, ok := platform.EndpointAt(e.Replaces); !ok || read.Changes() || !e.Changes() {
			t.Errorf("%s replaces %s", e.Name, e.Replaces)
		}
	}
	if _, ok := platform.EndpointAt("/nowhere"); ok {
		t.Error("an endpoint nowhere")
	}
	platform.Endpoints()[0].Path = "/changed"
	if platform.Endpoints()[0].Path == "/changed" {
		t.Error("the list isn't a copy")
	}
}

func TestRequestsNameTheirShop(t *testing.T) {
	t.Parallel()
	for _, e := range platform.Endpoints() {
		request, ok := e.NewRequest().(platform.ShopRequest)
		if !ok {
			continue
		}
		if err := platform.DecodeStrict([]byte(`{"shopId":9007199254740993}`), request); err != nil ||
			request.Shop() != 9007199254740993 {
			t.Errorf("%s: shop %d, %v", e.Name, request.Shop(), err)
		}
	}
}
