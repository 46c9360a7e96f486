package state

import (
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Session is who is signed in, as far as we know: the server's last answer, or
// what an earlier visit left when Checked is false.
func (s *State) Session() api.Session { return s.session }

// Checked reports whether the server has told in this visit who is signed in.
func (s *State) Checked() bool { return s.checked }

// Operator is the person signed in, nil when nobody is.
func (s *State) Operator() *api.Operator { return s.session.Operator }

// OperatorID is the operator's id, 0 when nobody is signed in.
func (s *State) OperatorID() int64 {
	if s.session.Operator == nil {
		return 0
	}
	return s.session.Operator.ID
}

// SetSession takes the server's answer. The shops and records of everybody else are
// forgotten, also in the storage: their session ended elsewhere, or on an earlier
// visit. Drafts stay where they are, under their own owner's id; but those of photos,
// whose pictures go.
func (s *State) SetSession(session api.Session) {
	before := s.OperatorID()
	if before != 0 && (session.Operator == nil || session.Operator.ID != before) {
		s.today = nil
		s.dropPhotoDrafts()
	}
	s.session, s.checked = session, true
	s.revision++
	if s.OperatorID() != before {
		s.keep(nil, "")
		s.listed, s.listErr, s.records = false, nil, map[int64]*Record{}
		s.pauses, s.pausesAt = map[int64]api.Pause{}, map[int64]time.Time{}
		s.pauseVersions = map[int64]int64{}
		s.drafts, s.wanted = nil, nil
		s.roster = roster{}
		s.readShops()
	}
	s.forget(s.own(""))
	if session.Operator == nil {
		s.storage.Remove(s.key(keySession))
		return
	}
	_ = s.write(s.key(keySession), session) // without it the next start only waits longer
	_ = s.storage.Set(s.own(keyReads), "1")
}

// ForgetKept forgets what the storage keeps of the operator's shops: the session
// is over, and whoever has the device may not be who signed in. What is in the
// page stays, and so do drafts: the same person may sign in again over the page.
func (s *State) ForgetKept() {
	s.today = nil
	s.tag = "" // the whole list is asked for, and kept, when somebody is back
	s.forget("")
}

// SignOut forgets the person and everything read for them, as [State.SetSession]
// does.
func (s *State) SignOut() {
	session := s.session
	session.Operator = nil
	s.SetSession(session)
}

func (s *State) dropPhotoDrafts() {
	s.RereadDrafts()
	for _, d := range s.Drafts() {
		if d.Kind == DraftPhoto {
			s.dropDraft(d)
		}
	}
}
