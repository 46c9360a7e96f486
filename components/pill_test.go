package components

import "testing"

func TestPillKeepsNumbersLeftToRight(t *testing.T) {
	t.Parallel()
	root := render(t, &Pill{Tone: ToneOK, Text: "Open until", Num: "22:00", Live: true})
	root.First(t, ".pill").Attributes(t, map[string]string{"data-tone": "ok", "role": "status"})
	bdi := root.First(t, "bdi")
	bdi.Attributes(t, map[string]string{"dir": "ltr"})
	if got := bdi.Words(); got != "22:00" {
		t.Errorf("number is %q", got)
	}
}
