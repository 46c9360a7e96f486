package templates

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/parts"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates"
	"github.com/shopdesk/shopdesk/app/pages/shop/hours"
	"github.com/shopdesk/shopdesk/app/pages/shop/phones"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// edit is a template being edited. It is kept as JSON, with what is half typed.
// A part that is switched off keeps what was typed.
type edit struct {
	Name    string            `json:"name"`
	Has     map[api.Part]bool `json:"has"`
	Week    hours.Edit        `json:"week"`
	Dates   dates.Edit        `json:"dates"`
	Phones  phones.Edit       `json:"phones"`
	Picture string            `json:"picture"`
	Had     string            `json:"had"` // the picture that the template has, which breaks no rule here
	Groups  []string          `json:"groups"`
	Shops   []string          `json:"shops"` // numbers

	loads int // how often it began anew from a template
}

// allParts are the parts that a template can have, in the order of the page.
var allParts = []api.Part{api.PartWeek, api.PartDates, api.PartPhones, api.PartPicture}

// fields are the model of the editor's page.
type fields = editor.Fields[api.Template, edit]

// newFields compares templates by their parts in words.
func newFields(parts func(*api.Template) []editor.Part, check func(*edit) pages.Faults) fields {
	return fields{
		Show: (*edit).load, Read: (*edit).template, Parts: parts, Take: (*edit).take, Check: check, Place: problem,
	}
}

// load begins with a template.
func (e *edit) load(t *api.Template) {
	e.Name = t.Name
	e.Groups, e.Shops = slices.Clone(t.Groups), slices.Clone(t.Shops)
	e.Has = map[api.Part]bool{}
	e.Week.Load(hours.Usual())
	e.Dates.Load(nil)
	e.Phones.Load(nil)
	e.Picture, e.Had = "", t.Parts.Picture
	e.loads++
	e.fill(t.Parts, e.Week.Load, e.Dates.Load, e.Phones.Load)
}

// fill takes over the parts that there are, each by its function.
func (e *edit) fill(p api.TemplateParts, week func([7][]api.Shift), dates func([]api.ChangeDate),
	phones func([]string)) {
	if p.Week != nil {
		week(*p.Week)
		e.Has[api.PartWeek] = true
	}
	if len(p.Dates) > 0 {
		dates(p.Dates)
		e.Has[api.PartDates] = true
	}
	if len(p.Phones) > 0 {
		phones(p.Phones)
		e.Has[api.PartPhones] = true
	}
	if p.Picture != "" {
		e.Picture = p.Picture
		e.Has[api.PartPicture] = true
	}
}

// fillFrom takes over what a shop has, and returns the parts that the template has from
// it. The shop's phones are kept for whoever switches them on: one shop's number must not
// become that of every shop.
func (e *edit) fillFrom(has api.TemplateParts) api.TemplateParts {
	filled := parts.Only(has, func(p api.Part) bool { return p != api.PartPhones })
	e.fill(filled, e.Week.Fill, e.Dates.Fill, e.Phones.Fill)
	if len(has.Phones) > 0 && !e.Has[api.PartPhones] {
		e.Phones.Fill(has.Phones)
	}
	return filled
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

// template is the template as it would be saved.
func (e *edit) template(base *api.Template) *api.Template {
	t := *base
	t.Name, t.Parts = strings.TrimSpace(e.Name), e.parts()
	t.Groups, t.Shops = slices.Clone(e.Groups), slices.Clone(e.Shops)
	return &t
}

// Parts of a template beside those of a shop.
const (
	partName   = "name"
	partAssign = "assign"
)

// take takes a part over from another edit.
func (e *edit) take(from *edit, part string) {
	switch p := api.Part(part); part {
	case partName:
		e.Name = from.Name
	case partAssign:
		e.Groups, e.Shops = slices.Clone(from.Groups), slices.Clone(from.Shops)
	default:
		e.set(p, from.Has[p])
		switch p { //nolint:exhaustive // a template has no other
		case api.PartWeek:
			e.Week.Load(from.Week.Week())
		case api.PartDates:
			e.Dates.Load(from.Dates.Dates())
		case api.PartPhones:
			e.Phones.Load(from.Phones.Phones())
		case api.PartPicture:
			e.Picture = from.Picture
		}
	}
}

// set says whether the template has a part.
func (e *edit) set(p api.Part, on bool) {
	if delete(e.Has, p); on {
		e.Has[p] = true
	}
}

// UnmarshalJSON goes on from what was kept.
func (e *edit) UnmarshalJSON(data []byte) error {
	type plain edit
	e.Has, e.Groups, e.Shops = nil, nil, nil
	return json.Unmarshal(data, (*plain)(e))
}

// Ids of the controls.
const (
	fieldName    = "template-name"
	fieldPicture = "template-picture"
)

func partID(p api.Part) string { return "template-has-" + string(p) }

// check lists what is wrong, and shows it at its place from then on. A photo that is uploading is none yet.
func (e *edit) check(leaves rules.Leaves, uploading bool) (items pages.Faults) {
	if wrong := e.nameFault(); wrong != "" {
		items.Add(fieldName, wrong)
	}
	if !slices.ContainsFunc(allParts, func(p api.Part) bool { return e.Has[p] }) {
		items.Add(partID(api.PartWeek), text.T("templates.need.part"))
	}
	if e.Has[api.PartWeek] && !e.Week.Check() {
		items = append(items, e.Week.Wrong()...)
	}
	if e.Has[api.PartDates] {
		switch {
		case !e.Dates.Try():
			items = append(items, e.Dates.Wrong()...)
		case len(e.Dates.Dates()) == 0:
			items.Add("dates-add", text.T("templates.need.date"))
		case len(e.Dates.Dates()) > api.MaxTemplateDates:
			items.Add("dates-add", text.T("problem.template_dates", api.MaxTemplateDates))
		}
	}
	if e.Has[api.PartPhones] && !e.Phones.Check() {
		items = append(items, e.Phones.Wrong()...)
	}
	photo, _ := e.pictureFault(leaves)
	if uploading {
		photo = text.T("photo.uploading")
	}
	if photo != "" {
		items.Add(fieldPicture, photo)
	}
	return items
}

// nameFault says what is wrong with the name, "" for nothing.
func (e *edit) nameFault() string {
	switch name := strings.TrimSpace(e.Name); {
	case !api.Visible(name):
		return text.T("shops.name.need")
	case !api.Nameable(name, api.MaxTemplateName):
		return text.T("problem.name", api.MaxTemplateName)
	}
	return ""
}

// pictureFault says what is wrong with the picture's address, and else what the platform may refuse; "" for nothing.
func (e *edit) pictureFault(leaves rules.Leaves) (wrong, doubt string) {
	if !e.Has[api.PartPicture] || e.Had != "" && strings.TrimSpace(e.Picture) == e.Had {
		return "", ""
	}
	return pages.PictureFault(e.Picture, leaves)
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
