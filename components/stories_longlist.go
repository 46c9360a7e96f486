package components

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func longListStories() []Story {
	row := func(i int) app.UI { return app.P().Text("Shop " + strconv.Itoa(i+1)) }
	return []Story{
		{Name: "two stretches", UI: &LongList{ID: "s-longlist", Label: "Shops", Count: 45, Row: row}},
		{Component: "LongList", Name: "a stretch out of sight", UI: &longStretch{
			ID: "s-longstretch", From: stretch, To: stretch + 4, Of: stretch + 4, Row: row, sight: Sight{far: true, height: 90},
		}},
		{Name: "drawn after the page", UI: &Later{Draw: func() app.UI { return row(0) }}},
		{Name: "several lines", UI: &TextField{
			ID: "s-lines", Label: "Shop numbers", Lines: 4, Value: "100001\n100002",
		}},
	}
}
