package words_test

import (
	"testing"

	"github.com/shopdesk/shopdesk/app/text/words"
)

// A shop named "{1}" once got the second value into its name.
func TestSayFillsEachPlaceholderOnce(t *testing.T) {
	t.Parallel()
	texts := words.Texts{Lang: "en", Words: map[string]string{"lost": "{0} lost {1} of {1}"}}
	if said := texts.Say("lost", "{1}", "3"); said != "{1} lost 3 of 3" {
		t.Error(said)
	}
}
