package server

import (
	"net/http"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// calls lists every call of our own API with its access. A call without access is refused to every caller. The
// platform's own calls have their access in the catalogue of package platform.
func (s *Server) calls() []route {
	activity := &audit.Reader{Authoriser: s.auth, Audit: s.store}
	list := []route{
		{"GET", api.PathSession, public, s.auth.HandleSession},
		{"POST", api.PathSignIn, public, s.auth.HandleSignIn},
		{"POST", api.PathSignInPasskeyBegin, public, s.auth.HandlePasskeySignInBegin},
		{"POST", api.PathSignInPasskey, public, s.auth.HandlePasskeySignIn},
		{"POST", api.PathSignOut, public, s.auth.HandleSignOut},
		{"POST", api.PathSetup, public, s.auth.HandleSetup},
		{"POST", api.PathInviteLook, public, s.auth.HandleInviteLook},
		{"POST", api.PathInvite, public, s.auth.HandleAccept},
		{"POST", api.PathOIDCStart, public, s.auth.HandleOIDCStart},
		{"GET", api.PathOIDCCallback, public, s.auth.HandleOIDCCallback},
		{"POST", api.PathOIDCUnlink, signedIn, s.auth.HandleOIDCUnlink},
		{"GET", api.PathStepUp, signedIn, s.auth.HandleStepUpWays},
		{"POST", api.PathStepUp, signedIn, s.auth.HandleStepUp},
		{"POST", api.PathStepUpPasskey, signedIn, s.auth.HandleStepUpPasskey},

		{"GET", api.PathShops, signedIn, s.auth.HandleShops},
		{"POST", api.PathShops, auth.PermissionShopsAdd, s.handleAddShops},
		{"POST", api.PathZone, auth.PermissionShopsAdd, s.handleZone},
		{"POST", api.PathMark, platform.PermissionShopView, s.auth.HandleMark},
		{"GET", api.PathRecord, platform.PermissionShopView, s.handleRecord},
		{"GET", api.PathPauses, signedIn, s.pause.HandleList},
		{"POST", api.PathPauses, platform.PermissionShopPause, s.pause.HandlePause},
		{"POST", api.PathResume, platform.PermissionShopPause, s.pause.HandleResume},

		{"GET", api.PathRoster, signedIn, s.directory.HandleList},
		{"POST", api.PathGroups, platform.PermissionShopEdit, s.directory.HandleGroup},
		{"POST", api.PathViews, signedIn, s.directory.HandleView},

		{"GET", api.PathActivity, auth.PermissionActivity, activity.HandleList},
		{"POST", api.PathPhotos, platform.PermissionShopEdit, s.photo.HandleUpload},
		{"GET", api.PathThumbnail, platform.PermissionShopView, s.photo.HandleThumbnail},
		{"GET", api.PathDateNames, platform.PermissionShopView, s.holidays.HandleNames},
		{"POST", api.PathDateNames, platform.PermissionHoursEdit, s.holidays.HandleChangeNames},
		{"POST", api.PathForgetDates, platform.PermissionHoursEdit, s.directory.HandleForget},
		{"GET", api.PathHolidays, platform.PermissionShopView, s.holidays.HandleHolidays},
		{"POST", api.PathHolidays, platform.PermissionHoursEdit, s.holidays.HandleDismiss},

		{"GET", api.PathTemplates, auth.PermissionTemplates, s.templates.HandleList},
		{"POST", api.PathTemplates, auth.PermissionTemplates, s.templates.HandleSave},
		{"POST", api.PathTemplateDrop, auth.PermissionTemplates, s.templates.HandleRemove},
		{"GET", api.PathDrift, auth.PermissionTemplates, s.templates.HandleDrift},
		{"GET", api.PathShopDrift, auth.PermissionTemplates, s.templates.HandleOfShop},
		{"POST", api.PathDriftAccept, auth.PermissionTemplates, s.templates.HandleAccept},
		{"GET", api.PathRuns, auth.PermissionActivity, s.runs.HandleList},
		{"POST", api.PathRuns, auth.PermissionActivity, s.runs.HandleStart},
		{"GET", api.PathRun, auth.PermissionActivity, s.runs.HandleOne},
		{"POST", api.PathRunPreview, auth.PermissionActivity, s.runs.HandlePreview},
		{"POST", api.PathRunSteer, auth.PermissionActivity, s.runs.HandleSteer},
		{"POST", api.PathRunRepeat, auth.PermissionActivity, s.runs.HandleRepeat},

		{"GET", api.PathToday, platform.PermissionShopView, s.today.Handle},
		{"GET", api.PathYesterday, platform.PermissionOrderView, s.summary.HandleYesterday},
		{"GET", api.PathOrders, platform.PermissionOrderView, s.orders.HandleBoard},
		{"GET", api.PathHistory, platform.PermissionOrderView, s.orders.HandleHistory},
		{"GET", api.PathHistoryTotals, platform.PermissionOrderView, s.orders.HandleTotals},
		{"GET", api.PathOrder, platform.PermissionOrderView, s.orders.HandleDetail},
		{"POST", api.PathOrderRefresh, platform.PermissionOrderView, s.orders.HandleRefresh},
		{"POST", api.PathOrderAct, platform.PermissionOrderWork, s.orders.HandleAct},
		{"POST", api.PathOrdersReached, platform.PermissionOrderView, s.orders.HandleReached},
		{"GET", api.PathOrderSettings, platform.PermissionOrderView, s.orders.HandleSettings},
		{"POST", api.PathOrderSettings, platform.PermissionShopPause, s.orders.HandleSaveSettings},
		{"GET", api.PathLive, signedIn, s.live.HandleStream},
		{"GET", api.PathLivePoll, signedIn, s.live.HandlePoll},
		{"GET", api.PathPush, signedIn, s.push.HandlePush},
		{"POST", api.PathPush, signedIn, s.push.HandleOn},
		{"POST", api.PathPushOff, signedIn, s.push.HandleOff},
		{"POST", api.PathPushTest, signedIn, s.push.HandleTest},
		{"GET", api.PathSummary, signedIn, s.summary.HandleChoice},
		{"POST", api.PathSummary, signedIn, s.summary.HandleChange},
		{"GET", api.PathRing, auth.PermissionOperatorsView, s.ring.HandleList},
		{"POST", api.PathRingTell, platform.PermissionOrderWork, s.ring.HandleTell},
		{"GET", api.PathHooks, auth.PermissionHooks, s.inbox.HandleHooks},
		{"POST", api.PathHooksRegister, auth.PermissionHooks, s.handleRegister},
		{"POST", api.PathHooksReplay, auth.PermissionHooks, s.inbox.HandleReplay},

		{"GET", api.PathConnections, auth.PermissionConnections, s.connect.HandleList},
		{"POST", api.PathConnectStart, auth.PermissionConnections, s.connect.HandleStart},
		{"POST", api.PathConnectCode, auth.PermissionConnections, s.connect.HandleCode},
		{"POST", api.PathConnectLook, auth.PermissionConnections, s.connect.HandleLook},
		{"POST", api.PathDisconnect, auth.PermissionConnections, s.connect.HandleDisconnect},

		{"GET", api.PathOperators, auth.PermissionOperatorsView, s.auth.HandleOperators},
		{"POST", api.PathOperatorRoles, auth.PermissionOperators, s.auth.HandleRoles},
		{"POST", api.PathOperatorDisable, auth.PermissionOperators, s.auth.HandleDisable},
		{"POST", api.PathOperatorRemove, auth.PermissionOperators, s.auth.HandleRemove},
		{"POST", api.PathOperatorReset, auth.PermissionOperators, s.auth.HandleReset},
		{"POST", api.PathInvitations, auth.PermissionOperators, s.auth.HandleInvite},
		{"POST", api.PathInviteRevoke, auth.PermissionOperators, s.auth.HandleRevokeInvite},
		{"GET", api.PathDevices, signedIn, s.auth.HandleDevices},
		{"POST", api.PathDeviceRevoke, signedIn, s.auth.HandleRevokeDevice},
		{"POST", api.PathDeviceOthers, signedIn, s.auth.HandleRevokeOthers},
		{"GET", api.PathAccount, signedIn, s.auth.HandleAccount},
		{"POST", api.PathAccountName, signedIn, s.auth.HandleRename},
		{"POST", api.PathAccountPassword, signedIn, s.auth.HandlePassword},
		{"POST", api.PathPreferences, signedIn, s.auth.HandlePreferences},
		{"POST", api.PathPasskeyBegin, signedIn, s.auth.HandlePasskeyBegin},
		{"POST", api.PathPasskeyFinish, signedIn, s.auth.HandlePasskeyFinish},
		{"POST", api.PathPasskeyRemove, signedIn, s.auth.HandlePasskeyRemove},
		{"GET", api.PathProfile, auth.PermissionSettingsView, s.handleProfile},
		{"GET", api.PathLegend, signedIn, s.legend.HandleList},
		{"POST", api.PathLegend, auth.PermissionSettingsEdit, s.legend.HandleChange},
		{"GET", api.PathCheck, auth.PermissionSettingsEdit, s.check.HandleLook},
		{"POST", api.PathCheck, auth.PermissionSettingsEdit, s.check.HandleStart},
		{"GET", api.PathJobs, auth.PermissionSettingsView, s.jobs.HandleList},
		{"GET", api.PathCrashes, auth.PermissionSettingsView, s.crashes.HandleList},
		{"POST", api.PathCrashes, signedIn, s.crashes.HandleTell},
	}
	if s.opts.Demo {
		list = append(list, route{"POST", api.PathDemo, public, s.auth.HandleDemo})
	}
	return list
}

// outsideRoute is a route outside the API: open to every caller who knows its path. An empty method means any.
type outsideRoute struct {
	method, path string
	handle       http.Handler
}

// outside lists the routes outside the API.
func (s *Server) outside() []outsideRoute {
	return []outsideRoute{
		{"", "/", s.page},
		{"GET", api.PathPhotoFiles + "{name}", s.photo}, // for every caller who knows the name
		{"", api.PathHook + "{id}", http.HandlerFunc(s.handleHook)},
		{"GET", api.PathCallback, http.HandlerFunc(s.connect.Callback)},
		{"POST", api.PathReports, http.HandlerFunc(s.handleReport)},
	}
}

// routes puts the guards before the routes. Unlisted paths under /api answer 404; every other path is the page, equal
// for every caller.
func (s *Server) routes() (http.Handler, error) {
	m := s.opts.mount
	calls := http.NewServeMux()
	for _, r := range s.calls() {
		calls.Handle(r.method+" "+m+r.path, httpio.Handler(s.log, s.guarded(r)))
	}
	calls.Handle("POST "+m+api.PlatformPrefix+"/", http.StripPrefix(m+api.PlatformPrefix,
		httpio.Handler(s.log, s.proxy.Handle)))
	calls.Handle(m+"/api/", httpio.Handler(s.log, noSuchCall(calls)))

	guarded, err := guardAPI(s.log, s.opts.public.String(), s.auth.Identify(s.bounded(calls)))
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle(m+"/api/", guarded)
	for _, r := range s.outside() {
		mux.Handle(strings.TrimSpace(r.method+" "+m+r.path), r.handle)
	}
	if m != "" {
		mux.Handle("/", s.astray())
	}

	checked := http.NewServeMux()
	checked.HandleFunc("GET "+m+api.PathHealth, s.handleHealth)
	checked.HandleFunc("GET "+m+api.PathReady, s.handleReady)
	checked.Handle("/", s.onlyOurs(s.noteForwarded(secureTransport(s.opts.public, mux))))
	return observe(s.log, s.opts.Now, s.tracer, checked), nil
}

// noSuchCall tells an unknown path from a known one called with another method.
func noSuchCall(calls *http.ServeMux) httpio.Func {
	return func(w http.ResponseWriter, r *http.Request) error {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			other := &http.Request{Method: method, URL: r.URL, Host: r.Host}
			if _, pattern := calls.Handler(other); method != r.Method && pattern != "" && pattern[0] != '/' {
				w.Header().Set("Allow", method)
				return httpio.Refusal(api.CodeMethod, "This call is made with "+method+".")
			}
		}
		return httpio.Refusal(api.CodeNotFound, "There is no such call.")
	}
}
