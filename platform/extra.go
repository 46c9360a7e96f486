package platform

import "strings"

// Extra holds what a record of the platform said beside its fields, as it came:
// the members that this version doesn't know, and those whose value isn't what
// the field would be written as (`"count":"2"`, `"status":"PENDING"`). A record
// that came as something else than an object is in it whole. The names of the
// fields that were absent, though a new record has them, stand in front.
//
// A record gives its Extra back unchanged when it is written, and nothing that was
// absent, except for the members whose fields were set since. It is text, so that
// records can be compared.
type Extra string

// wholly marks an Extra that is the whole record. No member begins so.
const wholly = "="

// Whole is the record as it came if that wasn't an object: a text without its
// quotes, anything else as JSON. It is "" for an object.
func (e Extra) Whole() string {
	if raw := e.whole(); raw != "" {
		return shown([]byte(raw))
	}
	return ""
}

// whole is Whole as JSON.
func (e Extra) whole() string {
	if raw, ok := strings.CutPrefix(string(e), wholly); ok {
		return raw
	}
	return ""
}

// Raw is a member as it came, to be shown: a text without its quotes, anything
// else as JSON. It is "" for a member that isn't kept.
func (e Extra) Raw(member string) (raw string) {
	if e == "" {
		return ""
	}
	for _, m := range e.members() {
		if m.Named(member) {
			raw = shown(m.Value)
		}
	}
	return raw
}

// Each calls member with what is kept, in its order, as JSON. What is whole has no
// name.
func (e Extra) Each(member func(name, value string)) {
	if whole := e.Whole(); whole != "" {
		member("", whole)
	}
	for _, m := range e.members() {
		member(m.Text(), string(m.Value))
	}
}

func (e Extra) members() []Member {
	parts, _ := Split([]byte("{" + e[len(e.absent()):] + "}"))
	return parts
}

// absent are the names of the fields that were absent, each with a space behind it.
func (e Extra) absent() Extra {
	if strings.HasPrefix(string(e), wholly) {
		return ""
	}
	names, _, _ := strings.Cut(string(e), `"`)
	return Extra(names)
}

// Lacks reports whether the member was absent, though a new record has it. Of null and an empty list all are.
func (e Extra) Lacks(name string) bool {
	if parts, kind := Split([]byte(e.whole())); kind == '[' && len(parts) == 0 || e == wholly+"null" {
		return true
	}
	names := string(e.absent())
	return names != "" && strings.Contains(" "+names, " "+name+" ")
}
