package state

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"
)

// DraftPhoto is the kind of a photo's draft. The picture itself is kept elsewhere
// (app/device/picture), until the sign-out.
const DraftPhoto = "photo"

// DraftDay is the kind of the draft of one day's hours, which the shop's own page
// changes.
const DraftDay = "day"

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
	data, err := encode(v)
	if err != nil {
		return err
	}
	// A draft is kept with every key: put together here, its data is gone over once.
	kept := `{"savedAt":` + strconv.FormatInt(s.now().UnixMilli(), 10) + `,"data":` + string(data) + `}`
	key := s.draftKey(kind, shopID)
	s.mine[key] = kept
	if err := s.storage.Set(key, kept); err != nil {
		return err
	}
	s.listDraft(DraftRef{kind, shopID}, true)
	return nil
}

func encode(v any) ([]byte, error) {
	if own, ok := v.(json.Marshaler); ok {
		return own.MarshalJSON()
	}
	return json.Marshal(v)
}

// LoadDraft decodes the operator's draft into v and tells when it was kept.
// Without one, or with one that v can't hold, ok is false.
func (s *State) LoadDraft(kind string, shopID int64, v any) (savedAt time.Time, ok bool) {
	key := s.draftKey(kind, shopID)
	s.mine[key], _ = s.storage.Get(key)
	return s.PeekDraft(kind, shopID, v)
}

// PeekDraft is [State.LoadDraft] for a look: the window doesn't drop the draft for having looked.
func (s *State) PeekDraft(kind string, shopID int64, v any) (savedAt time.Time, ok bool) {
	var d draft
	if !s.read(s.draftKey(kind, shopID), &d) || json.Unmarshal(d.Data, v) != nil {
		return time.Time{}, false
	}
	return time.UnixMilli(d.SavedAt), true
}

// DropDraft forgets the operator's draft as this window has kept or loaded it. A draft that another window has kept
// since stays.
func (s *State) DropDraft(kind string, shopID int64) {
	if !s.Elsewhere(kind, shopID) {
		s.dropDraft(DraftRef{kind, shopID})
	}
}

// Elsewhere reports whether another window has kept or dropped the draft since this one has kept or loaded it.
func (s *State) Elsewhere(kind string, shopID int64) bool {
	key := s.draftKey(kind, shopID)
	now, _ := s.storage.Get(key)
	return now != s.mine[key]
}

// dropDraft forgets the operator's draft, whichever window has kept the draft.
func (s *State) dropDraft(ref DraftRef) {
	s.storage.Remove(s.draftKey(ref.Kind, ref.ShopID))
	s.listDraft(ref, false)
}

func (s *State) draftKey(kind string, shopID int64) string {
	return s.own(of(keyDraft+":"+kind, shopID))
}

// DraftRef names a draft.
type DraftRef struct {
	Kind   string `json:"kind"`
	ShopID int64  `json:"shopId,string"`
}

// Drafts lists the operator's drafts, the newest last.
func (s *State) Drafts() []DraftRef {
	if s.drafts == nil {
		s.drafts = []DraftRef{}
		s.read(s.own(keyDrafts), &s.drafts)
	}
	return s.drafts
}

// RereadDrafts has [State.Drafts] tell also of what another window has kept and dropped.
func (s *State) RereadDrafts() { s.drafts = nil }

// listDraft puts a draft on the list, or takes it off.
func (s *State) listDraft(ref DraftRef, there bool) {
	s.RereadDrafts()
	if slices.Contains(s.Drafts(), ref) == there {
		return
	}
	list := slices.DeleteFunc(slices.Clone(s.drafts), func(d DraftRef) bool { return d == ref })
	if there {
		list = append(list, ref)
	}
	s.drafts = list
	s.revision++
	_ = s.write(s.own(keyDrafts), list)
}
