package device

// Standing says whether a browser can tell its person something while no page of
// ours is before them. The first three are the browser's own words.
type Standing string

// The standings.
const (
	PushGranted Standing = "granted" // the person allows it
	PushDenied  Standing = "denied"  // they don't, and the browser won't ask again
	PushDefault Standing = "default" // they weren't asked
	PushInstall Standing = "install" // only once the console is on the home screen (iOS)
	PushNone    Standing = "none"    // never
)
