package state

import "github.com/shopdesk/shopdesk/internal/api"

// Names of the actions that parts of the app post to one another.
const (
	ActionChanged    = "shopdesk/changed"     // the State is no longer what was rendered
	ActionSigningOut = "shopdesk/signing-out" // value: bool, signing out begins, or has failed
	ActionSignedIn   = "shopdesk/signed-in"   // the same person is back, or pulls the page down: read anew
	ActionHeard      = "shopdesk/heard"       // the server is heard again, or the network is back
	ActionRoles      = "shopdesk/roles"       // roles or shops may be others: read the list of shops and the session anew
	ActionRead       = "shopdesk/read"        // read the current shop anew
	ActionEnter      = "shopdesk/enter"       // value: api.Session of somebody who has signed in
	ActionOutlive    = "shopdesk/outlive"     // value: func(app.Context), to be called with the frame's
	ActionOwnSave    = "shopdesk/own-save"    // value: package editor's: the same person has saved a record elsewhere
	ActionToast      = "shopdesk/toast"       // value: package pages' Offer
	ActionPause      = "shopdesk/pause"       // ask about pausing the current shop
	ActionPauseMany  = "shopdesk/pause-many"  // value: []int64, ask about pausing several shops, these ticked
	ActionPrefer     = "shopdesk/prefer"      // value: package pages' Choice, of the operator for any device
	ActionOrder      = "shopdesk/order"       // value: api.ActOrder, to be asked for
	ActionOrderMany  = "shopdesk/order-many"  // value: []api.ActOrder, to be asked for a few at a time
	ActionActed      = "shopdesk/acted"       // value: Acted
	ActionArrived    = "shopdesk/arrived"     // value: int64, the id of an order that has just come
	ActionOrders     = "shopdesk/orders"      // read the orders anew
	ActionRun        = "shopdesk/run"         // a bulk change began or went on
	ActionMark       = "shopdesk/mark"        // mark the current shop as a favourite, or no longer
	ActionResume     = "shopdesk/resume"      // resume the current shop's orders
)

// Acted is what came of an act on an order.
type Acted struct {
	Request api.ActOrder
	Acted   api.Acted
	Err     error
}

// Names of what is kept in the browser's storage, below the mount's prefix
// and, where it is personal, the operator's id.
const (
	keySession  = "session"
	keyTheme    = "theme"
	keyCompact  = "compact"
	keyLang     = "lang"
	keyReads    = "reads"
	keyShops    = "shops"
	keyLastShop = "last-shop"
	keyRecent   = "recent-shops"
	keyDraft    = "draft"
	keyKept     = "kept-paused"
	keyRemind   = "remind"
	keyDrafts   = "drafts"
	keyRecord   = "record"
	keyRecords  = "records"
	keyToday    = "today"
	keyBoard    = "board"
	keySeen     = "seen-orders"
	keyWork     = "worked-orders"

	keyRoster    = "roster"
	keyShopsView = "shops-view"
	keyTicked    = "ticked-shops"
)
