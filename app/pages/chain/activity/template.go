package activity

import (
	"encoding/json"

	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// templateChanges tells what a template says otherwise than before.
func templateChanges(e api.ActivityEntry) []change {
	request, before, ok := read[api.SaveTemplate, api.SaveTemplate](e)
	if !ok {
		return nil
	}
	was := api.SaveTemplate{}
	if before != nil {
		was = *before
	}
	name := change{What: text.T("label.name"), After: request.Name}
	if was.Name != request.Name {
		name.Before = was.Name
	}
	return append([]change{name}, differences(diff.Between(was.Parts, request.Parts), text.When)...)
}

// driftChanges tells which differences from which template are meant, or no
// longer are, and why.
func driftChanges(e api.ActivityEntry) []change {
	var request told
	if json.Unmarshal(e.Request, &request) != nil {
		return nil
	}
	list := []change{{What: text.T("templates.one"), After: request.Name}}
	if request.Note != "" {
		list = append(list, change{What: text.T("activity.member.note"), After: request.Note})
	}
	for _, d := range differences(request.Differences, text.When) {
		d.Before, d.After = d.After, d.Before // what the template says, and what the shop may be
		d.PhotoBefore, d.PhotoAfter = d.PhotoAfter, d.PhotoBefore
		list = append(list, d)
	}
	return list
}
