package push

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

// Every notification has a text and a direction in every language, and fits into a message even
// with a long shop name.
func TestEveryNoticeFitsInEveryLanguage(t *testing.T) {
	t.Parallel()
	all, err := words.Everywhere(words.PushFile)
	if err != nil {
		t.Fatal(err)
	}
	s := &Service{Options: Options{Base: background.Base{Now: time.Now}}}
	shop := store.Shop{ShopID: 1, Name: strings.Repeat("深水埗茶餐廳", 100)}
	for _, language := range api.Languages() {
		messages := map[string]message{"test": s.test(all.In(language))}
		for _, kind := range []string{eventNew, eventLast, eventCancelled, eventRefund} {
			messages[kind] = word(notification{Kind: kind, ShopID: 1, OrderID: 1 << 60, Number: "4817"}, all.In(language), shop)
		}
		for kind, m := range messages {
			text, err := json.Marshal(m.payload)
			if err != nil || len(text) > size-16-86-1 || len(m.topic) > 32 {
				t.Errorf("%s, %s: %d bytes, topic %q, %v", language, kind, len(text), m.topic, err)
			}
			if m.Title == "" || m.Body == "" || strings.Contains(m.Title+m.Body, "{") || m.Lang != language ||
				(m.Dir == "rtl") != (language == "ar") {
				t.Errorf("%s, %s: %+v", language, kind, m.payload)
			}
			if kind != "test" && !strings.Contains(m.Title, "4817") {
				t.Errorf("%s, %s: no number in %q", language, kind, m.Title)
			}
		}
	}
	if got := all.In("", "fr", "pt").Lang; got != "pt" {
		t.Errorf("speaks %s", got)
	}
	if got := all.In("xx").Lang; got != "en" {
		t.Errorf("speaks %s", got)
	}
}
