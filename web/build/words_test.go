package build

import (
	"encoding/json"
	"io/fs"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk"
	"github.com/shopdesk/shopdesk/app/text/words"
)

// The page reads what was packed, in each language.
func TestPackedWordsAreRead(t *testing.T) {
	t.Parallel()
	languages, err := words.Languages()
	if err != nil {
		t.Fatal(err)
	}
	script, err := fs.ReadFile(shopdesk.Sources, "web/words.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range languages {
		want, err := words.Read(lang)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := packedWords(want)
		if err != nil {
			t.Fatal(err)
		}
		quoted, err := json.Marshal(string(packed))
		if err != nil {
			t.Fatal(err)
		}
		node := exec.CommandContext(t.Context(), "node", "-")
		node.Stdin = strings.NewReader(string(script) +
			"console.log(JSON.stringify(Object.fromEntries(readWords(" + string(quoted) + "))))")
		out, err := node.Output()
		var got map[string]string
		if err == nil {
			err = json.Unmarshal(out, &got)
		}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Error(lang, err, diff)
		}
	}
}

func TestPackedWords(t *testing.T) {
	t.Parallel()
	got, err := packedWords(map[string]string{"shop.yes": "Yes", "shop": "Shop", "shop.no": "No", "shop.no.why": "<b>",
		"shops": "Shops"})
	want := "0shop\n0shop.no\n1no.why\n1yes\n0shops\nShop\nNo\n<b>\nYes\nShops"
	if diff := cmp.Diff(want, string(got)); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if _, err := packedWords(map[string]string{"a": "two\nlines"}); err == nil {
		t.Error("a text of two lines was packed")
	}
}
