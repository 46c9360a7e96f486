package connections

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// notice is what came of the last thing done, by its words' keys.
type notice struct {
	key  string // "" for none
	more string // in a second sentence, unless err says why
	tone components.Tone
	err  error
}

// words are the notice's second sentence.
func (n notice) words() string {
	if n.err != nil {
		return text.Failure(n.err)
	}
	return text.T(n.more)
}

// noticeOf words what came of a merchant's way to the platform and back. What
// isn't one of ours in the address says nothing.
func noticeOf(result api.ConnectResult) notice {
	n := notice{key: "connections.not", more: "connections.back." + string(result), tone: components.ToneBad}
	if !text.Has(n.more) {
		return notice{}
	}
	switch result {
	case api.ConnectDone:
		n.key, n.tone = "connections.connected", components.ToneOK
	case api.ConnectDenied:
		n.tone = components.ToneWarn
	case api.ConnectUsed:
		n.key, n.tone = "connections.nothing", components.ToneWarn
	case api.ConnectLost, api.ConnectSignedOut, api.ConnectRefused, api.ConnectDown, api.ConnectFailed:
	}
	return n
}

// codeForm takes a code that the platform gave a merchant to copy.
type codeForm struct {
	open  bool
	mends string // the connection, "" for a new one
	value string
	fault string // the key of what is wrong with it
	err   error
}

// submit tells whether there is a code to send.
func (f *codeForm) submit() bool {
	f.fault, f.err = "", nil
	if strings.TrimSpace(f.value) == "" {
		f.fault = "connections.code.need"
	}
	return f.fault == ""
}

// names are those of a connection's shops, as far as they are known.
func names(s *state.State, c api.Connection) (all []string) {
	for _, in := range c.Shops {
		shop, _ := s.Shop(in.ShopID)
		all = append(all, cmp.Or(state.DisplayName(shop), text.LTR(strconv.FormatInt(in.ShopID, 10))))
	}
	return all
}

// matching lists the connections that hold every word of query in the name or
// number of a shop or in who connected them.
func matching(s *state.State, list []api.Connection, query string) []api.Connection {
	return components.Holding(list, query, func(c api.Connection) string {
		hay := c.By + "\n" + strings.Join(names(s, c), "\n")
		for _, shop := range c.Shops {
			hay += "\n" + strconv.FormatInt(shop.ShopID, 10)
		}
		return hay
	})
}

// pill is a state in a word; one that we don't know is shown as it is.
func pill(s api.ConnectionState, endsAt int64, now time.Time) *components.Pill {
	switch s {
	case api.ConnectionGood:
		return pages.Pill(components.ToneOK, "connections.state.good")
	case api.ConnectionRenewing:
		return pages.Pill(components.ToneInfo, "connections.state.renewing")
	case api.ConnectionLate:
		return &components.Pill{Tone: components.ToneWarn, Text: ends(endsAt, now)}
	case api.ConnectionSignIn:
		return pages.Pill(components.ToneBad, "signin.over")
	case api.ConnectionMissing:
		return pages.Pill(components.ToneBad, "connections.state.missing")
	}
	return &components.Pill{Text: string(s)}
}

// ends says in how long access ends: "Ends in 35 minutes".
func ends(endsAt int64, now time.Time) string {
	left := time.UnixMilli(endsAt).Sub(now)
	switch {
	case left <= 0:
		return text.T("connections.ended")
	case left >= 48*time.Hour:
		return text.N("connections.ends.days", int(left.Hours()/24))
	case left >= 2*time.Hour:
		return text.N("connections.ends.hours", int(left.Hours()))
	}
	return text.N("connections.ends.minutes", int((left+time.Minute-1)/time.Minute))
}
