package api

import "encoding/json"

// LiveKind tells what an event is about. Kinds that a browser doesn't know are
// passed over.
type LiveKind string

// The kinds. As server-sent events the kind is the event's name.
const (
	LiveOrder    LiveKind = "order"    // LiveEvent.Data is an Order, newer than any before
	LiveShop     LiveKind = "shop"     // the platform changed the shop's record or status: read it again
	LiveHours    LiveKind = "hours"    // the platform changed the shop's hours: read them again
	LivePicture  LiveKind = "picture"  // images were bound (interface 6.3, 1201)
	LivePause    LiveKind = "pause"    // LiveEvent.Data is a Pause
	LiveRoster   LiveKind = "roster"   // LiveEvent.Data is a RosterShop
	LiveSettings LiveKind = "settings" // LiveEvent.Data is an OrderSettings
	LiveRun      LiveKind = "run"      // LiveEvent.Data is a RunNews
	LiveMessage  LiveKind = "message"  // LiveEvent.Data is a LiveRaw: an event code we don't know

	// Of the stream itself: they have no id, are not in the log, and aren't
	// among what [PathLivePoll] answers.
	LiveHello LiveKind = "hello" // first; data is a LiveTick
	LiveBeat  LiveKind = "beat"  // at least every LiveEvery; data is a LiveTick
	LiveReset LiveKind = "reset" // events before this one are missing: load the lists again; data is a LiveTick
	LiveBye   LiveKind = "bye"   // you may not look any more, or the server stops; data is a LiveEnd
)

// LiveEvery is how many seconds are between two signs of life of a stream at
// most: a console that hears nothing for five seconds longer isn't live.
const LiveEvery = 15

// LiveEvent is one event. On [PathLive] (query: shop, or none for all one may
// see; after: as Last-Event-ID, which wins; shops) Seq is the SSE id, Kind the SSE
// event, and the rest the data line. On [PathLivePoll] it is all in one.
type LiveEvent struct {
	Seq    int64           `json:"seq,string,omitempty"`
	Kind   LiveKind        `json:"kind,omitempty"`
	ShopID int64           `json:"shopId,string"`
	At     int64           `json:"at"`
	Data   json.RawMessage `json:"data,omitempty"`
}

// LiveTick is the data of the stream's own events: the server's clock, and the
// log's end as this stream knows it.
type LiveTick struct {
	Now     int64    `json:"now"`
	Seq     int64    `json:"seq,string"`
	Shops   string   `json:"shops,omitempty"`   // stands for the shops whose events come; give it back as shops
	Rights  string   `json:"rights,omitempty"`  // stands for the reader's roles: another one is other roles
	Version string   `json:"version,omitempty"` // the server's build, with LiveHello
	Hooks   *Hearing `json:"hooks,omitempty"`
}

// LiveEnd tells why a stream ends.
type LiveEnd struct {
	// CodeSignedOut, CodeNotFound, CodeForbidden, CodeUnavailable (come back), CodeSlowDown (you were too slow: come back)
	Why Code `json:"why"`
}

// LiveRaw is a message whose code we don't know (interface 6.3).
type LiveRaw struct {
	Event   int    `json:"event"`
	Message string `json:"message"` // as the platform wrote it
}

// LiveBatch answers [PathLivePoll] (query: after, shop, shops). Events are those
// after the given Seq; ask again after Seq. With Reset the log doesn't reach
// back so far, or the caller sees other shops than those of the given Shops: load
// the lists, go on from Seq. More: ask again at once.
type LiveBatch struct {
	Events []LiveEvent `json:"events"`
	Seq    int64       `json:"seq,string"`
	Now    int64       `json:"now"`
	Shops  string      `json:"shops,omitempty"` // as in LiveTick
	Rights string      `json:"rights,omitempty"`
	Reset  bool        `json:"reset,omitempty"`
	More   bool        `json:"more,omitempty"`
	Hooks  *Hearing    `json:"hooks,omitempty"`
}

// LivePage is how many events [PathLivePoll] answers at most.
const LivePage = 200
