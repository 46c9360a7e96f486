package state

import (
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Options is what a State is made of.
type Options struct {
	Mount   routes.Mount     // tells consoles on one host apart
	Storage Storage          // required
	Tab     Storage          // lasts as long as the browser's tab; default: as long as the program
	Now     func() time.Time // the device's clock; default time.Now
	Ahead   func() int64     // milliseconds that the server's clock is ahead of Now, as far as it is known; default: none
}

// State is what the browser remembers.
type State struct {
	mount   routes.Mount
	storage Storage
	tab     Storage
	now     func() time.Time
	ahead   func() int64

	revision      int
	session       api.Session
	checked       bool // session is an answer of this visit
	shops         []api.Shop
	byID          map[int64]int // where in shops
	home          string        // the zone of most shops
	zones         int           // how many zones the shops are in
	tag           string        // names the list, for the server
	listed        bool          // shops is an answer of this visit
	listErr       error
	records       map[int64]*Record
	drafts        []DraftRef        // nil: not read yet
	mine          map[string]string // drafts as this window has last kept or loaded each, by key
	wanted        *api.Preferences  // on their way to the server, nil for none
	pauses        map[int64]api.Pause
	pausesAt      map[int64]time.Time // when each was last taken alone
	pauseVersions map[int64]int64     // of those
	roster        roster
	place         string     // on the page
	today         *KeptToday // nil: of this visit none
}

// New reads what an earlier visit left: the operator, their shops, the theme.
// What is remembered only saves time; the server judges every call.
func New(o Options) (*State, error) {
	if o.Storage == nil {
		return nil, errors.New("state: no storage")
	}
	if o.Tab == nil {
		o.Tab = new(Memory)
	}
	if o.Now == nil {
		o.Now = wall
	}
	if o.Ahead == nil {
		o.Ahead = func() int64 { return 0 }
	}
	s := &State{
		mount: o.Mount, storage: lasting{o.Storage, map[string]string{}}, tab: lasting{o.Tab, map[string]string{}},
		now: o.Now, ahead: o.Ahead,
		records: map[int64]*Record{}, pauses: map[int64]api.Pause{}, pausesAt: map[int64]time.Time{},
		pauseVersions: map[int64]int64{},
		mine:          map[string]string{},
	}
	s.read(s.key(keySession), &s.session)
	s.readShops()
	return s, nil
}

// Revision grows with every change.
func (s *State) Revision() int { return s.revision }

// Now is the device's time, for ages of what the device has. Its clock may be off by minutes or hours.
func (s *State) Now() time.Time { return s.now() }

// ServerNow is the server's time as far as it is known, by which shops open and pauses end.
func (s *State) ServerNow() time.Time {
	return s.now().Add(time.Duration(s.ahead()) * time.Millisecond)
}

// key is the name of something that belongs to the mount.
func (s *State) key(name string) string { return "shopdesk:" + string(s.mount) + ":" + name }

// own is the name of something that belongs to the operator at the mount.
func (s *State) own(name string) string {
	return s.key(strconv.FormatInt(s.OperatorID(), 10) + ":" + name)
}

// wall is the present time without the reading of the monotonic clock, which stands still while a device sleeps.
func wall() time.Time { return time.Now().Round(0) }

// of is the name of something that is about a shop or an order.
func of(name string, id int64) string { return name + ":" + strconv.FormatInt(id, 10) }

// Typed is the key of what the operator types in a field, by its name and what it is about ([components.Typed]).
func (s *State) Typed(name string, about int64) string {
	return s.own("typed:" + name + strconv.FormatInt(about, 10))
}

// read decodes what is kept under key. What can't be read is as good as absent.
func (s *State) read(key string, v any) bool {
	text, ok := s.storage.Get(key)
	return ok && json.Unmarshal([]byte(text), v) == nil
}

func (s *State) write(key string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.storage.Set(key, string(data))
}
