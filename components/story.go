package components

import (
	"reflect"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Story is one component in one state, as the gallery shows it and tests
// render it.
type Story struct {
	Component string // the type's name; "": that of UI
	Name      string // the state
	Narrow    bool   // shown in a frame of 320 px
	RTL       bool   // shown right to left
	UI        app.UI
}

// Stories lists every component in every state that looks or behaves
// differently, grouped by component. Ids are unique over all of them. What is
// drawn is made anew by each call.
func Stories() []Story {
	var all []Story
	for _, group := range [][]Story{
		buttonStories(), linkStories(), iconStories(),
		fieldStories(), choiceStories(), choicesStories(),
		messageStories(), surfaceStories(), waitingStories(),
		overlayStories(), pickerStories(), shopPickerStories(), dayStories(), calendarStories(), pictureStories(),
		orderStories(), longListStories(), plotStories(),
	} {
		all = append(all, group...)
	}
	for i, s := range all {
		if s.Component == "" {
			all[i].Component = reflect.TypeOf(s.UI).Elem().Name()
		}
	}
	return all
}

// row is a slot of buttons for the stories.
func row(elems ...func() app.UI) func() []app.UI {
	return func() []app.UI {
		body := make([]app.UI, 0, len(elems))
		for _, e := range elems {
			body = append(body, e())
		}
		return body
	}
}

func words(text string) func() []app.UI {
	return func() []app.UI { return []app.UI{app.P().Text(text)} }
}

func button(label string, kind ButtonKind) func() app.UI {
	return func() app.UI { return &Button{Label: label, Kind: kind} }
}

const (
	longText   = "Harbour Noodle and Congee House of the Western Reclamation, second floor, opposite the old ferry pier"
	arabicText = "تستغرق المراجعة يومين حتى 22:00"
)
