package components

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func longListStories() []Story {
	row := func(i int) app.UI { return app.P().Text("Shop " + strconv.Itoa(i+1)) }
	return []Story{
		{Component: "LongList", Name: "two stretches", Render: func() app.UI {
			return &LongList{ID: "s-longlist", Label: "Shops", Count: 45, Row: row}
		}},
		{Component: "LongList", Name: "a stretch out of sight", Render: func() app.UI {
			return &longStretch{
				ID: "s-longstretch", From: stretch, To: stretch + 4, Of: stretch + 4, Row: row, sight: Sight{far: true, height: 90},
			}
		}},
		{Component: "Later", Name: "drawn after the page", Render: func() app.UI {
			return &Later{Draw: func() app.UI { return row(0) }}
		}},
		{Component: "TextField", Name: "several lines", Render: func() app.UI {
			return &TextField{ID: "s-lines", Label: "Shop numbers", Lines: 4, Value: "100001\n100002"}
		}},
	}
}
