package api

// Paths of our own API, relative to the mount point.
const (
	PathSession      = "/api/session"                // GET: who am I, and what may I do first
	PathSignIn       = "/api/signin"                 // POST SignIn → Session
	PathDemo         = "/api/signin/demo"            // POST DemoSignIn → Session
	PathSignOut      = "/api/signout"                // POST {} → {}
	PathSetup        = "/api/setup"                  // POST Setup → Session
	PathShops        = "/api/shops"                  // GET → Shops; POST AddShops → Shops (owner)
	PathPauses       = "/api/pauses"                 // GET, perhaps with ?shop=: → Pauses; POST PauseOrders → Pause
	PathResume       = "/api/pauses/resume"          // POST ResumeOrders → Pause
	PathConnections  = "/api/connections"            // GET → Connections (owner, as are the next)
	PathConnectStart = "/api/connections/start"      // POST StartConnect → GoTo
	PathConnectCode  = "/api/connections/code"       // POST ConnectCode → Connections
	PathConnectLook  = "/api/connections/look"       // POST ConnectionRef → Connections: which shops does it reach?
	PathDisconnect   = "/api/connections/disconnect" // POST ConnectionRef → Connections
	PathCallback     = "/oauth/callback"             // GET: the platform sends merchants back here
	PathReports      = "/api/csp"                    // POST: the browser's policy reports
	PathHealth       = "/healthz"                    // GET: the process lives
	PathReady        = "/readyz"                     // GET: store and platform connection usable
)

// PlatformPrefix stands before the platform's own paths.
const PlatformPrefix = "/api/platform"

// HeaderConsole must be "1" on every call but GET: a header no form can send.
const HeaderConsole = "X-Console"

// HeaderBase carries, on an update that replaces a whole record, the digest of
// the record the edit started from (see [Digest]). When the platform's present
// record has another digest, the update is refused with [CodeChanged] and the
// present record.
const HeaderBase = "X-Base"
