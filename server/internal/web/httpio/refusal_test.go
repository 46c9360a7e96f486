package httpio_test

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// The comments of package api tell the status of each code.
func TestEveryCodeHasItsDocumentedStatus(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../../../internal/api/error.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`Code = "(\w+)" +// (\d+)`).FindAllSubmatch(source, -1)
	if len(codes) < 20 {
		t.Fatalf("%d codes", len(codes))
	}
	for _, code := range codes {
		want, _ := strconv.Atoi(string(code[2]))
		if got := httpio.Refusal(api.Code(code[1]), "").Status; got != want {
			t.Errorf("%s has status %d, want %d", code[1], got, want)
		}
	}
}
