package api

// Paths of our own API, relative to the mount point.
const (
	PathSession  = "/api/session"       // GET: who am I, and what may I do first
	PathSignIn   = "/api/signin"        // POST SignIn → Session
	PathDemo     = "/api/signin/demo"   // POST DemoSignIn → Session
	PathSignOut  = "/api/signout"       // POST {} → {}
	PathSetup    = "/api/setup"         // POST Setup → Session
	PathShops    = "/api/shops"         // GET → Shops, with an ETag; POST AddShops → Shops (owner)
	PathMark     = "/api/shops/mark"    // POST MarkShop → {}
	PathZone     = "/api/shops/zone"    // POST SetZone → Shops (owner)
	PathRecord   = "/api/shops/record"  // GET ?shop= → ShopRecord
	PathPauses   = "/api/pauses"        // GET, perhaps with ?shop=: → Pauses; POST PauseOrders → Pause
	PathResume   = "/api/pauses/resume" // POST ResumeOrders → Pause
	PathActivity = "/api/activity"      // GET → Activity
	PathLegend   = "/api/legend"        // GET → Legend; POST Legend → Legend (owner)
	PathCheck    = "/api/check"         // GET → Check (owner); POST StartCheck → Check (owner)
	PathReports  = "/api/csp"           // POST: the browser's policy reports
	PathJobs     = "/api/jobs"          // GET → Jobs (owner)
	PathCrashes  = "/api/crashes"       // POST TellCrash → {}; GET → Crashes (owner)
	PathHealth   = "/healthz"           // GET: the process lives
	PathReady    = "/readyz"            // GET: store and platform connection usable

	PathDateNames   = "/api/dates/names"    // GET ?shop= → DateNames; POST ChangeDateNames → DateNames
	PathForgetDates = "/api/dates/forget"   // POST ForgetDates → {}
	PathHolidays    = "/api/dates/holidays" // GET ?shop=&code=&country= → Holidays; POST DismissHoliday → {}

	PathOrders        = "/api/orders"                // GET, perhaps with ?shop=: → Orders
	PathHistory       = "/api/orders/history"        // GET → History
	PathHistoryTotals = "/api/orders/history/totals" // GET → HistoryTotals
	PathOrder         = "/api/orders/one"            // GET ?shop=&order= → OrderDetail
	PathOrderRefresh  = "/api/orders/refresh"        // POST OrderRef → OrderDetail
	PathOrderAct      = "/api/orders/act"            // POST ActOrder → Acted
	PathOrdersReached = "/api/orders/reached"        // POST {} with ?told=REACH.SHOP.ORDER,… → {}
	// GET, perhaps with ?shop=: → OrderSettingsList; POST OrderSettings → OrderSettings
	PathOrderSettings = "/api/orders/settings"
	PathLive          = "/api/live"           // GET, perhaps with ?shop=: server-sent events
	PathLivePoll      = "/api/live/poll"      // GET ?after=, perhaps with &shop=: → LiveBatch
	PathPush          = "/api/push"           // GET → Push; POST PushOn → Push
	PathPushOff       = "/api/push/off"       // POST {} → Push
	PathPushTest      = "/api/push/test"      // POST {} → PushTested
	PathSummary       = "/api/summary"        // GET → Summary; POST SetSummary → Summary
	PathRing          = "/api/ring"           // GET → Devices: when those of the asker's shops could ring last
	PathRingTell      = "/api/ring/tell"      // POST Ring → {}
	PathHooks         = "/api/hooks"          // GET → Hooks (owner)
	PathHooksRegister = "/api/hooks/register" // POST RegisterHooks → Hooks (owner, step-up)
	PathHooksReplay   = "/api/hooks/replay"   // POST ReplayHooks → Hooks (owner)
	PathHook          = "/hooks/"             // POST, with an id behind it: where the platform pushes to

	PathConnections  = "/api/connections"            // GET → Connections (owner, as are the next)
	PathConnectStart = "/api/connections/start"      // POST StartConnect → GoTo
	PathConnectCode  = "/api/connections/code"       // POST ConnectCode → Connections
	PathConnectLook  = "/api/connections/look"       // POST ConnectionRef → Connections: which shops does it reach?
	PathDisconnect   = "/api/connections/disconnect" // POST ConnectionRef → Connections
	PathCallback     = "/oauth/callback"             // GET: the platform sends merchants back here

	PathSignInPasskeyBegin = "/api/signin/passkey/begin" // POST {} → PasskeyAsk
	PathSignInPasskey      = "/api/signin/passkey"       // POST PasskeySignIn → Session
	PathOIDCStart          = "/api/oidc/start"           // POST OIDCStart → OIDCGo
	PathOIDCCallback       = "/api/oidc/callback"        // GET: the provider sends the browser back here
	PathOIDCUnlink         = "/api/oidc/unlink"          // POST {} → Account (step-up)
	PathInviteLook         = "/api/invite/look"          // POST InviteToken → InviteInfo
	PathInvite             = "/api/invite"               // POST AcceptInvite → Session
	PathStepUp             = "/api/stepup"               // GET → StepUpWays; POST StepUp → Session
	PathStepUpPasskey      = "/api/stepup/passkey"       // POST {} → PasskeyAsk

	PathOperators       = "/api/operators"             // GET → Operators
	PathOperatorRoles   = "/api/operators/roles"       // POST SetRoles → Operators (step-up)
	PathOperatorDisable = "/api/operators/disable"     // POST DisableOperator → Operators (step-up)
	PathOperatorRemove  = "/api/operators/remove"      // POST OperatorRef → Operators (step-up)
	PathOperatorReset   = "/api/operators/reset"       // POST OperatorRef → OneTimeLink (step-up)
	PathInvitations     = "/api/invitations"           // POST Invite → OneTimeLink (step-up)
	PathInviteRevoke    = "/api/invitations/revoke"    // POST InvitationRef → Operators
	PathDevices         = "/api/devices"               // GET → Devices
	PathDeviceRevoke    = "/api/devices/revoke"        // POST DeviceRef → Devices
	PathDeviceOthers    = "/api/devices/revoke-others" // POST {} → Devices
	PathAccount         = "/api/account"               // GET → Account
	PathAccountName     = "/api/account/name"          // POST Rename → Account
	PathAccountPassword = "/api/account/password"      //nolint:gosec // a path: POST NewPassword → Account (step-up)
	PathPreferences     = "/api/account/preferences"   // POST SetPreferences → Session
	PathPasskeyBegin    = "/api/passkeys/begin"        // POST {} → PasskeyAsk (step-up)
	PathPasskeyFinish   = "/api/passkeys/finish"       //nolint:gosec // a path: POST PasskeyAdd → Account
	PathPasskeyRemove   = "/api/passkeys/remove"       //nolint:gosec // a path: POST PasskeyRef → Account (step-up)
	PathProfile         = "/api/profile"               // GET → ProfileFacts

	PathRoster       = "/api/roster"           // GET → Roster, with an ETag
	PathGroups       = "/api/groups"           // POST ChangeGroup → GroupChanged
	PathViews        = "/api/views"            // POST SaveView → Views
	PathTemplates    = "/api/templates"        // GET → Templates; POST SaveTemplate → Template
	PathTemplateDrop = "/api/templates/remove" // POST RemoveTemplate → Templates
	PathDrift        = "/api/templates/drift"  // GET ?template= → Drifts
	PathShopDrift    = "/api/shops/drift"      // GET ?shop= → []Drifts
	PathDriftAccept  = "/api/templates/accept" // POST AcceptDrift → Drifts
	PathRuns         = "/api/runs"             // GET → Runs; POST StartRun → Run
	PathRun          = "/api/runs/one"         // GET ?run= → RunDetail
	PathRunPreview   = "/api/runs/preview"     // POST AskPreview → Preview
	PathRunSteer     = "/api/runs/steer"       // POST SteerRun → Run
	PathRunRepeat    = "/api/runs/repeat"      // POST RepeatRun → Run
	PathToday        = "/api/today"            // GET → Today
	PathYesterday    = "/api/today/yesterday"  // GET → Yesterday
)

// PlatformPrefix stands before the platform's own paths.
const PlatformPrefix = "/api/platform"

// HeaderConsole must be "1" on every call but GET: a header no form can send.
const HeaderConsole = "X-Console"

// HeaderActed is "1" on the first call after a person has opened the page,
// pressed a key or touched it. Only such a call keeps the session alive: what a
// page asks by itself isn't use. The call of [PathSession] never has it, because
// the page asks that before its program runs.
const HeaderActed = "X-Acted"

// HeaderOperator is the id of the operator for whom a page makes the call. A
// call for another operator than the session's is answered like one without a
// session: somebody else has signed in, in another tab.
const HeaderOperator = "X-Operator"

// HeaderBase carries, on an update that replaces a whole record, the digest of
// the record the edit started from (see [Digest]). When the platform's present
// record has another digest, the update is refused with [CodeChanged] and the
// present record.
const HeaderBase = "X-Base"
