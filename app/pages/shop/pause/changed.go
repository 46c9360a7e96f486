package pause

import (
	"encoding/json"
	"errors"

	"github.com/shopdesk/shopdesk/api"
)

// Changed is the pause that holds now, when err says that somebody was faster.
func Changed(err error) (current api.Pause, ok bool) {
	var refusal *api.Error
	if !errors.As(err, &refusal) || refusal.Code != api.CodeChanged {
		return api.Pause{}, false
	}
	return current, json.Unmarshal(refusal.Current, &current) == nil
}
