package shops

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

const fieldGroup = "shops-group-name"

func (p *Page) groupsTitle() string {
	if n := len(p.chosen.ids); n > 0 {
		return text.N("shops.groups.of", n)
	}
	return text.T("shops.col.groups")
}

// groupsBody lists the groups. With shops ticked, each has a box that puts them
// in or takes them out.
func (p *Page) groupsBody() []app.UI {
	return []app.UI{
		app.Div().Role("status").Class("maybe").Body(components.Only(p.ask.said != "",
			&components.Note{Tone: components.ToneOK, Title: p.ask.said, Actions: p.undoButton})),
		pages.MaybeFailure(text.T("shops.groups.failed"), p.ask.err, nil),
		components.Shown(len(p.table.groups) == 0, pages.Soft(text.T("shops.groups.none"))),
		app.Ul().Class("shops-groups").Body(pages.Each(
			p.table.groups, func(g api.Group) app.UI { return app.Li().Body(p.groupRow(g)) },
		)),
		pages.Form(p.submitGroup).Class("shops-newgroup").Body(
			p.nameField(fieldGroup, text.T("shops.groups.new"), &p.ask.name),
			&components.Checkbox{
				ID: "shops-group-tag", Label: text.T("shops.groups.tag"), Hint: text.T("shops.groups.tag.hint"), Checked: p.ask.tag,
				OnChange: pages.Bind(&p.ask.tag),
			},
			pages.Row(p.goButton("shops-group-add", p.addLabel())),
		),
	}
}

func (p *Page) undoButton() []app.UI {
	back := p.ask.back
	if back == nil {
		return nil
	}
	return []app.UI{&components.Button{
		ID: "shops-group-undo", Label: text.T("action.undo"), Icon: components.IconUndo, OnClick: func(app.Context) {
			p.changeGroup(*back, func(done api.GroupChanged) {
				p.said(text.T("edit.undone"), nil)
				components.FocusID(p.ctx, firstID(done.Group))
			})
		},
	}}
}

func (p *Page) addLabel() string {
	if n := len(p.groupable()); n > 0 {
		return text.N("shops.groups.add.with", n)
	}
	return text.T("shops.groups.add")
}

// groupRow is one group: a box for the shops that are ticked, and what can be
// done with the group itself.
func (p *Page) groupRow(g api.Group) app.UI {
	id := groupID(g)
	if p.ask.about == g.ID {
		return p.renameForm(g, id)
	}
	ticked := p.groupable()
	in := 0
	for _, shop := range ticked {
		if slices.Contains(g.Shops, shop) {
			in++
		}
	}
	return pages.Div("shops-grouprow",
		app.If(len(ticked) > 0, func() app.UI {
			return &components.Checkbox{
				ID: id, Label: p.groupName(g), Hint: groupSize(g), Checked: in == len(ticked), Mixed: in > 0 && in < len(ticked),
				Disabled: p.ask.busy != 0,
				OnChange: func(_ app.Context, on bool) { p.put(g, ticked, on) },
			}
		}).Else(func() app.UI {
			return app.Div().Body(app.B().Text(p.groupName(g)), pages.SoftSmall(groupSize(g)))
		}),
		pages.Row(
			components.Only(!g.Others, &components.Button{
				ID: firstID(g), Label: text.T("shops.groups.rename"), Kind: components.KindBare,
				OnClick: func(ctx app.Context) {
					p.ask.about, p.ask.to, p.ask.fault = g.ID, g.Name, ""
					components.FocusID(ctx, nameID(g.ID))
				},
			}),
			&components.IconButton{
				ID: id + "-delete", Icon: components.IconTrash, Label: text.T("shops.view.delete", g.Name),
				Kind:    components.KindBare,
				OnClick: pages.Set(&p.ask.drop, &g),
			},
		),
	)
}

func groupSize(g api.Group) string {
	if g.Others {
		return text.N("shops.groups.others", len(g.Shops))
	}
	return text.N("shops.count", len(g.Shops))
}

// dropDialog asks before a group is deleted.
func (p *Page) dropDialog() app.UI {
	var g api.Group
	if p.ask.drop != nil {
		g = *p.ask.drop
	}
	label := text.T("shops.view.delete", g.Name)
	return pages.Asking(&p.ask.drop, pages.Question{
		ID: "shops-drop", Title: label, Text: groupSize(g),
		Body: func() []app.UI { return []app.UI{pages.Soft(text.T("shops.groups.delete.text"))} },
		Go: components.Button{
			ID: "shops-drop-go", Label: label, Kind: components.KindStop, OnClick: func(app.Context) {
				p.ask.drop = nil
				p.deleteGroup(g)
			},
		},
	})
}

func (p *Page) renameForm(g api.Group, id string) app.UI {
	return pages.Form(func(app.Context) { p.renameGroup(g) }).Class("shops-grouprow").Body(
		p.nameField(nameID(g.ID), text.T("label.name"), &p.ask.to),
		pages.Row(
			p.goButton(id+"-save", text.T("action.save")),
			&components.Button{
				ID: id + "-cancel", Label: text.T("action.cancel"), Kind: components.KindBare,
				OnClick: func(ctx app.Context) {
					p.ask.about, p.ask.fault = "", ""
					components.FocusID(ctx, firstID(g))
				},
			},
		),
	)
}

// groupable are the shops that are ticked and that the operator may group.
func (p *Page) groupable() []string {
	return pages.ShopTexts(slices.DeleteFunc(p.ticked(), func(id int64) bool {
		return !p.State.May(id, platform.PermissionShopEdit)
	}))
}

func (p *Page) submitGroup(app.Context) {
	name := strings.TrimSpace(p.ask.name)
	if !api.Visible(name) {
		p.unnamed(fieldGroup)
		return
	}
	p.changeGroup(api.ChangeGroup{Name: name, Tag: p.ask.tag, Add: p.groupable()}, func(done api.GroupChanged) {
		p.said(text.T("shops.groups.added", done.Group.Name), nil)
	})
}

// put puts shops into a group or takes them out, with a way back.
func (p *Page) put(g api.Group, shops []string, in bool) {
	request := api.ChangeGroup{ID: g.ID, Version: g.Version, Add: shops}
	if !in {
		request.Add, request.Drop = nil, shops
	}
	p.changeGroup(request, func(done api.GroupChanged) {
		back := api.ChangeGroup{
			ID: g.ID, Version: done.Group.Version, Add: done.Dropped, Drop: done.Added, Restore: done.Gone,
		}
		words := text.N("shops.groups.put", len(done.Added), g.Name)
		if !in {
			words = text.N("shops.groups.taken", len(done.Dropped), g.Name)
		}
		p.said(words, &back)
	})
}

func (p *Page) renameGroup(g api.Group) {
	name := strings.TrimSpace(p.ask.to)
	if !api.Visible(name) {
		p.unnamed(nameID(g.ID))
		return
	}
	p.changeGroup(api.ChangeGroup{ID: g.ID, Version: g.Version, Name: name}, func(done api.GroupChanged) {
		components.FocusID(p.ctx, firstID(g))
		back := api.ChangeGroup{ID: g.ID, Version: done.Group.Version, Name: g.Name}
		p.said(text.T("shops.groups.renamed", done.Group.Name), &back)
	})
}

// firstID is the id of a group's first button: others' groups can't be renamed.
func firstID(g api.Group) string {
	if g.Others {
		return groupID(g) + "-delete"
	}
	return groupID(g) + "-rename"
}

func groupID(g api.Group) string { return "shops-g-" + g.ID }

// nameID is the id of the field of a group's name, "" for a new group's.
func nameID(group string) string {
	if group == "" {
		return fieldGroup
	}
	return groupID(api.Group{ID: group}) + "-name"
}
