package state

import (
	"encoding/json"
	"strconv"
	"time"
)

// draft is how a draft is kept.
type draft struct {
	SavedAt int64           `json:"savedAt"` // milliseconds
	Data    json.RawMessage `json:"data"`
}

// SaveDraft keeps the operator's unsaved edit of a shop, so that it survives a
// reload and a sign-out. Kind names what is edited ("week"). The error wraps
// [ErrStorage] when the browser keeps nothing: the edit then lives only as
// long as the page.
func (s *State) SaveDraft(kind string, shopID int64, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.write(s.draftKey(kind, shopID), draft{SavedAt: s.now().UnixMilli(), Data: data})
}

// LoadDraft decodes the operator's draft into v and tells when it was kept.
// Without one, or with one that v can't hold, ok is false.
func (s *State) LoadDraft(kind string, shopID int64, v any) (savedAt time.Time, ok bool) {
	var d draft
	if !s.read(s.draftKey(kind, shopID), &d) || json.Unmarshal(d.Data, v) != nil {
		return time.Time{}, false
	}
	return time.UnixMilli(d.SavedAt), true
}

// DropDraft forgets the operator's draft.
func (s *State) DropDraft(kind string, shopID int64) { s.storage.Remove(s.draftKey(kind, shopID)) }

func (s *State) draftKey(kind string, shopID int64) string {
	return s.own(keyDraft + ":" + kind + ":" + strconv.FormatInt(shopID, 10))
}
