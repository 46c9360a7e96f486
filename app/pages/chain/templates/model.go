package templates

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates"
	"github.com/shopdesk/shopdesk/app/pages/shop/hours"
	"github.com/shopdesk/shopdesk/app/pages/shop/phones"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// edit is a template being edited. It is kept as JSON, with what is half typed.
// A part that is switched off keeps what was typed.
type edit struct {
	ID      string            `json:"id"`
	Version int64             `json:"version"` // 0: it was never saved
	Name    string            `json:"name"`
	Has     map[api.Part]bool `json:"has"`
	Week    hours.Edit        `json:"week"`
	Dates   dates.Edit        `json:"dates"`
	Phones  phones.Edit       `json:"phones"`
	Picture string            `json:"picture"`
	Groups  []string          `json:"groups"`
	Shops   []string          `json:"shops"` // numbers
}

// allParts are the parts that a template can have, in the order of the page.
var allParts = []api.Part{api.PartWeek, api.PartDates, api.PartPhones, api.PartPicture}

// newEdit is a new template, with an id of its own.
func newEdit() *edit {
	e := &edit{}
	e.load(api.Template{TemplateID: api.TemplateID{ID: device.NewID()}})
	return e
}

// load begins with a template.
func (e *edit) load(t api.Template) {
	e.ID, e.Version, e.Name = t.ID, t.Version, t.Name
	e.Groups, e.Shops = slices.Clone(t.Groups), slices.Clone(t.Shops)
	e.Has = map[api.Part]bool{}
	e.Week.Load([7][]api.Shift{})
	e.Dates.Load(nil)
	e.Phones.Load(nil)
	e.Picture = ""
	e.fill(t.Parts)
}

// fill takes over the parts that there are.
func (e *edit) fill(p api.TemplateParts) {
	if p.Week != nil {
		e.Week.Load(*p.Week)
		e.Has[api.PartWeek] = true
	}
	if len(p.Dates) > 0 {
		e.Dates.Load(p.Dates)
		e.Has[api.PartDates] = true
	}
	if len(p.Phones) > 0 {
		e.Phones.Load(p.Phones)
		e.Has[api.PartPhones] = true
	}
	if p.Picture != "" {
		e.Picture = p.Picture
		e.Has[api.PartPicture] = true
	}
}

// parts are those that the template has, as they stand.
func (e *edit) parts() (p api.TemplateParts) {
	if e.Has[api.PartWeek] {
		week := e.Week.Week()
		p.Week = &week
	}
	if e.Has[api.PartDates] {
		p.Dates = e.Dates.Dates()
	}
	if e.Has[api.PartPhones] {
		p.Phones = e.Phones.Phones()
	}
	if e.Has[api.PartPicture] {
		p.Picture = strings.TrimSpace(e.Picture)
	}
	return p
}

func (e *edit) request() api.SaveTemplate {
	return api.SaveTemplate{
		TemplateID: api.TemplateID{ID: e.ID, Name: strings.TrimSpace(e.Name)}, Version: e.Version, Parts: e.parts(),
		Groups: append([]string{}, e.Groups...), Shops: append([]string{}, e.Shops...),
	}
}

// Ids of the controls.
const (
	fieldName    = "template-name"
	fieldPicture = "template-picture"
)

func partID(p api.Part) string { return "template-has-" + string(p) }

// check lists what is wrong, and shows it at its place from then on.
func (e *edit) check() (items []components.ErrorItem) {
	if wrong := e.nameFault(); wrong != "" {
		items = append(items, components.ErrorItem{Target: fieldName, Text: wrong})
	}
	has := false
	for _, p := range allParts {
		has = has || e.Has[p]
	}
	if !has {
		items = append(items, components.ErrorItem{Target: partID(api.PartWeek), Text: text.T("templates.need.part")})
	}
	if e.Has[api.PartWeek] && !e.Week.Try() {
		items = append(items, e.Week.Items()...)
	}
	if e.Has[api.PartDates] {
		switch {
		case !e.Dates.Try():
			items = append(items, e.Dates.Items()...)
		case len(e.Dates.Dates()) == 0:
			items = append(items, components.ErrorItem{Target: "dates-add", Text: text.T("templates.need.date")})
		case len(e.Dates.Dates()) > api.MaxTemplateDates:
			items = append(items, components.ErrorItem{Target: "dates-add", Text: text.T("templates.many.dates", api.MaxTemplateDates)})
		}
	}
	if e.Has[api.PartPhones] && !e.Phones.Try() {
		items = append(items, e.Phones.Items()...)
	}
	if wrong := e.pictureFault(); wrong != "" {
		items = append(items, components.ErrorItem{Target: fieldPicture, Text: wrong})
	}
	return items
}

// nameFault says what is wrong with the name, "" for nothing.
func (e *edit) nameFault() string {
	switch name := strings.TrimSpace(e.Name); {
	case name == "":
		return text.T("templates.need.name")
	case utf8.RuneCountInString(name) > api.MaxTemplateName, !api.PlainText(name):
		return text.T("templates.long.name", api.MaxTemplateName)
	}
	return ""
}

// pictureFault says what is wrong with the picture's address, "" for nothing.
func (e *edit) pictureFault() string {
	if !e.Has[api.PartPicture] {
		return ""
	}
	if wrong := rules.PictureURL(strings.TrimSpace(e.Picture)); len(wrong) > 0 {
		return text.Problem(wrong[0])
	}
	return ""
}

// toggle puts one into a list, or takes it out.
func toggle(list []string, one string, in bool) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == one })
	if in {
		list = append(list, one)
	}
	return list
}

func number(id int64) string { return strconv.FormatInt(id, 10) }

func parseNumber(text string) int64 {
	id, _ := strconv.ParseInt(text, 10, 64) // what is no number is nobody's shop
	return id
}
