package shell

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// langItem begins the ids of the languages in the menus.
const langItem = "lang-"

// languageItems are the languages, each in its own name.
func languageItems() []components.MenuItem {
	var items []components.MenuItem
	for _, l := range text.Languages() {
		items = append(items, components.MenuItem{
			ID: langItem + l.Tag, Label: l.Name, Lang: l.Tag, Current: l.Tag == text.Lang(),
		})
	}
	return items
}

// languageMenu stands where nobody is signed in yet.
func (r *Root) languageMenu() app.UI {
	return &components.Menu{
		ID: "language", Label: text.T("account.language"), Icon: components.IconLanguage, Bare: true,
		Items: languageItems(), OnChoose: r.chooseLanguage,
	}
}

func (r *Root) chooseLanguage(_ app.Context, id string) {
	if tag, ok := strings.CutPrefix(id, langItem); ok {
		r.speak(tag)
		r.prefer(pages.Choice{Change: func(p *api.Preferences) { p.Language = tag }})
	}
}

// speak changes the language on screen, with "" to the browser's own. The page is mounted afresh: its slot is
// named after the language, and drafts come back from the State.
func (r *Root) speak(tag string) {
	r.wishes++
	wish := r.wishes
	text.Speak(tag, func(ok bool) {
		r.ctx.Dispatch(func(ctx app.Context) {
			if !ok {
				if wish == r.wishes { // else another language was chosen since
					pages.Say(ctx, text.T("menu.language.failed"))
				}
				return
			}
			r.State.SetLang(tag)
			ctx.Page().SetTitle("%s", r.title())
		})
	})
}
