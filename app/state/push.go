package state

import (
	"strconv"

	"github.com/shopdesk/shopdesk/api"
)

const keyPush = "push"

// pushChoice is what was chosen on this device, for web/push.js to subscribe anew
// with at each start.
type pushChoice struct {
	Operator string     `json:"operator"`
	Key      string     `json:"key"` // the server's
	On       api.PushOn `json:"on"`  // without the browser's part
}

// KeepPush remembers what this device is told of in the background.
func (s *State) KeepPush(key string, on api.PushOn) {
	on.Endpoint, on.P256dh, on.Auth = "", "", ""
	_ = s.write(s.key(keyPush), pushChoice{strconv.FormatInt(s.OperatorID(), 10), key, on}) // without it the choice ends with the session
}

// DropPush forgets it.
func (s *State) DropPush() { s.storage.Remove(s.key(keyPush)) }
