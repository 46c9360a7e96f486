package sealed_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// No way of printing a ring, alone or inside a value, shows its keys as text, base64, hex or a list
// of numbers.
func TestPrintedRingsShowNoKeys(t *testing.T) {
	t.Parallel()
	pointer := ring(t, lineA)
	type Exported struct {
		Ring *sealed.Keyring
		Copy sealed.Keyring
	}
	type hidden struct {
		ring  *sealed.Keyring
		value sealed.Keyring // fmt can't call the methods of an unexported field
	}
	for name, v := range map[string]any{
		"pointer": pointer, "value": *pointer,
		"exported": Exported{pointer, *pointer}, "hidden": hidden{pointer, *pointer}, "list": []*sealed.Keyring{pointer},
	} {
		var out bytes.Buffer
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%c"} {
			_, _ = fmt.Fprintf(&out, verb+"\n", v)
		}
		slog.New(slog.NewTextHandler(&out, nil)).Info("text", "ring", v)
		slog.New(slog.NewJSONHandler(&out, nil)).Info("json", "ring", v)
		encoded, err := json.Marshal(v)
		if err != nil {
			t.Error(err)
		}
		out.Write(encoded)
		for _, secret := range []string{"AAAA", "QUFB", "41414141", "65 65 65", "0x41, 0x41"} {
			if strings.Contains(out.String(), secret) {
				t.Errorf("%s shows %s:\n%s", name, secret, out.String())
			}
		}
	}
	if got := fmt.Sprint(ring(t, lineB, lineA)); got != "sealed.Keyring(b a)" {
		t.Errorf("printed as %s", got)
	}
}
