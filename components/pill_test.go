package components

import "testing"

func TestPillKeepsNumbersLeftToRight(t *testing.T) {
	t.Parallel()
	root := render(t, &Pill{Tone: ToneOK, Text: "Open until", Num: "22:00", Live: true})
	root.first(t, "pill").attributes(t, map[string]string{"data-tone": "ok", "role": "status"})
	bdi := root.first(t, "bdi")
	bdi.attributes(t, map[string]string{"dir": "ltr"})
	if got := bdi.words(); got != "22:00" {
		t.Errorf("number is %q", got)
	}
}
