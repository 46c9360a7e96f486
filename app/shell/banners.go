package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// banners say what holds for every page, in a line above it whose room is kept:
// nothing moves under a finger when one comes or goes. The most pressing is first.
func (r *Root) banners() app.UI {
	inside := r.signedInside()
	notes := []components.StripNote{{Shown: r.offline && !r.watch.Lost(), Note: offlineNote}}
	ended, late := r.accessTrouble()
	if inside {
		notes = append(notes, components.StripNote{Shown: ended, Note: r.accessNote})
		notes = append(notes, r.watch.Notes(r.Mount.Href)...)
	}
	notes = append(notes, components.StripNote{Shown: r.outErr != nil, Note: r.outNote})
	var forgotten []api.Pause
	if inside {
		places := r.elsewhere()
		forgotten = r.forgotten()
		r.settleNudges(forgotten)
		notes = append(notes,
			components.StripNote{Shown: r.pausing.err != nil, Note: r.notResumedNote},
			components.StripNote{Shown: r.pausing.gaveUp != 0, Note: r.gaveUpNote},
			components.StripNote{Shown: late, Note: r.accessNote},
			components.StripNote{Shown: r.sharing != notShared, Note: r.sharedNote},
			components.StripNote{Shown: len(places) > 0, Note: func() app.UI { return r.draftsNote(places) }},
		)
	}
	notes = append(notes, components.StripNote{Shown: r.update, Note: updateNote})
	for _, p := range forgotten {
		notes = append(notes, components.StripNote{Shown: true, Note: func() app.UI { return r.nudge(p) }})
	}
	return pages.Div("banners",
		components.Maybe(inside, func() app.UI { return components.Voice("orders-said") }),
		&components.Strip{ID: "messages", Notes: notes, More: text.T("strip.more"), Less: text.T("strip.less")},
	)
}

func offlineNote() app.UI {
	return &components.Note{Tone: components.ToneWarn, Title: text.T("error.offline"), Text: text.T("offline.text")}
}

func updateNote() app.UI {
	return &components.Note{
		Tone: components.ToneInfo, Title: text.T("update"), Text: text.T("update.text"),
		Actions: pages.Buttons(components.Button{
			Label: text.T("action.reload"), Icon: components.IconReload, OnClick: func(ctx app.Context) { ctx.Reload() },
		}),
	}
}

func (r *Root) outNote() app.UI {
	return &components.Note{
		Tone: components.ToneBad, Title: pages.Failed(text.T("signout.failed"), r.outErr),
		Text: text.Failure(r.outErr), Alert: true,
		DismissLabel: text.T("action.close"), OnDismiss: pages.Set(&r.outErr, nil),
	}
}
