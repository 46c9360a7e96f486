package doctor

import (
	"fmt"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// webhooks looks at what was heard.
func (d *Doctor) webhooks() (events []int) {
	d.mu.Lock()
	beats, messages := slices.Clone(d.beats), slices.Clone(d.heard)
	d.mu.Unlock()
	for _, form := range beats {
		switch form {
		case "":
			d.holds("heartbeat", "")
		case ownHeartbeat:
			d.compares("heartbeat", d.o.Presenter.Profile.Heartbeats == platform.HeartbeatsAny, "a heartbeat is "+form,
				"a heartbeat is "+form, "SHOPDESK_HEARTBEATS=any")
		default:
			d.holds("heartbeat", "a heartbeat is "+form)
		}
		d.holds("last-heartbeat", "one came just now")
	}
	for _, m := range messages {
		events = append(events, int(m.event))
		if !d.signature(m) {
			continue
		}
		d.compares("hook-events", slices.Contains(platform.Events(), m.event), "", fmt.Sprintf("event %d", m.event),
			"none needed")
		d.stamp(m)
		d.message(m)
	}
	slices.Sort(events)
	return slices.Compact(events)
}

// signature notes what a message is signed by, and reports whether it is the
// platform's.
func (d *Doctor) signature(m heard) bool {
	switch {
	case len(m.rules) > 0 && m.rules[0] == d.o.HookRule:
		d.holds("hook-signature", string(m.rules[0]))
	case len(m.rules) > 0:
		d.differs("hook-signature", "the signature fits "+string(m.rules[0]), "SHOPDESK_HOOK_RULE="+string(m.rules[0]))
	case m.header:
		d.differs("hook-signature", "the signature is in X-App-Signature", "")
		return true
	default:
		d.differs("hook-signature", "a signature fits no rule with this client_secret",
			"SHOPDESK_HOOK_MODE=observe shows more of such messages")
		return false
	}
	return true
}

func (d *Doctor) stamp(m heard) {
	offset := time.Unix(m.timestamp, 0).Sub(m.at)
	switch {
	case offset >= -platform.HookMaxPast && offset <= platform.HookMaxFuture:
		d.holds("hook-time", "")
	case time.UnixMilli(m.timestamp).Sub(m.at).Abs() < platform.HookMaxPast:
		d.differs("hook-time", "timestamps are in milliseconds", "none needed")
	default:
		d.differs("hook-time", fmt.Sprintf("a timestamp is %s our clock", ahead(offset)), "")
	}
}
