package templates

import "encoding/json"

// depth bounds how far back undo goes.
const depth = 100

// editing is an edit with its way back.
type editing struct {
	*edit

	base         string // as it is saved
	now          string
	at           string // the field that the last step was made in
	past, future []string
}

// begin starts from a template as it is saved.
func begin(e *edit) *editing {
	now := written(e)
	return &editing{edit: e, base: now, now: now}
}

func written(e *edit) string {
	data, err := json.Marshal(e)
	if err != nil {
		return "" // an edit is always JSON
	}
	return string(data)
}

// note takes an edit down. What is typed into one field is one step.
func (e *editing) note(field string) {
	now := written(e.edit)
	if now == e.now {
		return
	}
	if field == "" || field != e.at || len(e.future) > 0 {
		if e.past = append(e.past, e.now); len(e.past) > depth {
			e.past = e.past[1:]
		}
	}
	e.now, e.at, e.future = now, field, nil
}

func (e *editing) dirty() bool { return e.now != e.base }

func (e *editing) undo() bool { return e.travel(&e.past, &e.future) }

func (e *editing) redo() bool { return e.travel(&e.future, &e.past) }

func (e *editing) travel(from, to *[]string) bool {
	n := len(*from)
	if n == 0 {
		return false
	}
	there := (*from)[n-1]
	if !e.read(there) {
		return false
	}
	*from, *to = (*from)[:n-1], append(*to, e.now)
	e.now, e.at = there, ""
	return true
}

// read puts what was written on the screen. The version is what it is.
func (e *editing) read(text string) bool {
	version := e.Version
	e.Has, e.Groups, e.Shops = nil, nil, nil
	err := json.Unmarshal([]byte(text), e.edit)
	e.Version = version
	return err == nil
}

// resume goes on from a draft.
func (e *editing) resume(d draft) {
	if e.read(d.Now) {
		e.Version, e.base = d.Version, d.Base
		e.now = written(e.edit)
	}
}

// draft is an unsaved edit as it is kept in the browser.
type draft struct {
	Version int64  `json:"version"` // that it began from
	Base    string `json:"base"`
	Now     string `json:"now"`
}

func (e *editing) draft() draft { return draft{Version: e.Version, Base: e.base, Now: e.now} }
