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

// calls lists every call of our own API with its access. A call without a rule is refused to every caller. The
// platform's own calls have their access in the catalogue of package platform.
func (s *Server) calls() []route {
	activity := &audit.Reader{Authoriser: s.auth, Audit: s.store}
	list := []route{
		{"GET", api.PathSession, anyone, s.auth.HandleSession},
		{"POST", api.PathSignIn, anyone, s.auth.HandleSignIn},
		{"POST", api.PathSignInPasskeyBegin, anyone, s.auth.HandlePasskeySignInBegin},
		{"POST", api.PathSignInPasskey, anyone, s.auth.HandlePasskeySignIn},
		{"POST", api.PathSignOut, anyone, s.auth.HandleSignOut},
		{"POST", api.PathSetup, anyone, s.auth.HandleSetup},
		{"POST", api.PathInviteLook, anyone, s.auth.HandleInviteLook},
		{"POST", api.PathInvite, anyone, s.auth.HandleAccept},
		{"POST", api.PathOIDCStart, anyone, s.auth.HandleOIDCStart},
		{"GET", api.PathOIDCCallback, anyone, s.auth.HandleOIDCCallback},
		{"POST", api.PathOIDCUnlink, signedIn, s.auth.HandleOIDCUnlink},
		{"GET", api.PathStepUp, signedIn, s.auth.HandleStepUpWays},
		{"POST", api.PathStepUp, signedIn, s.auth.HandleStepUp},
		{"POST", api.PathStepUpPasskey, signedIn, s.auth.HandleStepUpPasskey},

		{"GET", api.PathShops, signedIn, s.auth.HandleShops},
		{"POST", api.PathShops, whole(auth.PermissionShopsAdd), s.handleAddShops},
		{"POST", api.PathMark, somewhere(platform.PermissionShopView), s.auth.HandleMark},
		{"GET", api.PathRecord, somewhere(platform.PermissionShopView), s.handleRecord},
		{"GET", api.PathPauses, signedIn, s.pause.HandleList},
		{"POST", api.PathPauses, somewhere(platform.PermissionShopPause), s.pause.HandlePause},
		{"POST", api.PathResume, somewhere(platform.PermissionShopPause), s.pause.HandleResume},

		{"GET", api.PathRoster, signedIn, s.roster.HandleList},
		{"POST", api.PathGroups, somewhere(platform.PermissionShopEdit), s.roster.HandleGroup},
		{"POST", api.PathViews, signedIn, s.roster.HandleView},

		{"GET", api.PathActivity, somewhere(auth.PermissionActivity), activity.HandleList},
		{"POST", api.PathPhotos, somewhere(platform.PermissionShopEdit), s.photo.HandleUpload},
		{"GET", api.PathDateNames, somewhere(platform.PermissionShopView), s.almanac.HandleNames},
		{"POST", api.PathDateNames, somewhere(platform.PermissionHoursEdit), s.almanac.HandleChangeNames},
		{"POST", api.PathForgetDates, somewhere(platform.PermissionHoursEdit), s.roster.HandleForget},
		{"GET", api.PathHolidays, somewhere(platform.PermissionShopView), s.almanac.HandleHolidays},
		{"POST", api.PathHolidays, somewhere(platform.PermissionHoursEdit), s.almanac.HandleDismiss},

		{"GET", api.PathTemplates, somewhere(auth.PermissionTemplates), s.templates.HandleList},
		{"POST", api.PathTemplates, somewhere(auth.PermissionTemplates), s.templates.HandleSave},
		{"POST", api.PathTemplateDrop, somewhere(auth.PermissionTemplates), s.templates.HandleRemove},
		{"GET", api.PathDrift, somewhere(auth.PermissionTemplates), s.templates.HandleDrift},
		{"POST", api.PathDriftAccept, somewhere(auth.PermissionTemplates), s.templates.HandleAccept},
		{"GET", api.PathRuns, somewhere(auth.PermissionActivity), s.runs.HandleList},
		{"POST", api.PathRuns, somewhere(auth.PermissionActivity), s.runs.HandleStart},
		{"GET", api.PathRun, somewhere(auth.PermissionActivity), s.runs.HandleOne},
		{"POST", api.PathRunPreview, somewhere(auth.PermissionActivity), s.runs.HandlePreview},
		{"POST", api.PathRunSteer, somewhere(auth.PermissionActivity), s.runs.HandleSteer},
		{"POST", api.PathRunRepeat, somewhere(auth.PermissionActivity), s.runs.HandleRepeat},

		{"GET", api.PathToday, somewhere(platform.PermissionShopView), s.today.Handle},
		{"GET", api.PathOrders, somewhere(platform.PermissionOrderView), s.orders.HandleBoard},
		{"GET", api.PathHistory, somewhere(platform.PermissionOrderView), s.orders.HandleHistory},
		{"GET", api.PathOrder, somewhere(platform.PermissionOrderView), s.orders.HandleDetail},
		{"POST", api.PathOrderRefresh, somewhere(platform.PermissionOrderView), s.orders.HandleRefresh},
		{"POST", api.PathOrderAct, somewhere(platform.PermissionOrderWork), s.orders.HandleAct},
		{"GET", api.PathOrderSettings, somewhere(platform.PermissionOrderView), s.orders.HandleSettings},
		{"POST", api.PathOrderSettings, somewhere(platform.PermissionShopPause), s.orders.HandleSaveSettings},
		{"GET", api.PathLive, signedIn, s.live.HandleStream},
		{"GET", api.PathLivePoll, signedIn, s.live.HandlePoll},
		{"GET", api.PathPush, signedIn, s.push.HandlePush},
		{"POST", api.PathPush, signedIn, s.push.HandleOn},
		{"POST", api.PathPushOff, signedIn, s.push.HandleOff},
		{"POST", api.PathPushTest, signedIn, s.push.HandleTest},
		{"GET", api.PathHooks, whole(auth.PermissionHooks), s.inbox.HandleHooks},
		{"POST", api.PathHooksRegister, whole(auth.PermissionHooks), s.inbox.HandleRegister},
		{"POST", api.PathHooksReplay, whole(auth.PermissionHooks), s.inbox.HandleReplay},

		{"GET", api.PathConnections, whole(auth.PermissionConnections), s.connect.HandleList},
		{"POST", api.PathConnectStart, whole(auth.PermissionConnections), s.connect.HandleStart},
		{"POST", api.PathConnectCode, whole(auth.PermissionConnections), s.connect.HandleCode},
		{"POST", api.PathConnectLook, whole(auth.PermissionConnections), s.connect.HandleLook},
		{"POST", api.PathDisconnect, whole(auth.PermissionConnections), s.connect.HandleDisconnect},

		{"GET", api.PathOperators, somewhere(auth.PermissionOperatorsView), s.auth.HandleOperators},
		{"POST", api.PathOperatorRoles, somewhere(auth.PermissionOperators), s.auth.HandleRoles},
		{"POST", api.PathOperatorDisable, somewhere(auth.PermissionOperators), s.auth.HandleDisable},
		{"POST", api.PathOperatorRemove, somewhere(auth.PermissionOperators), s.auth.HandleRemove},
		{"POST", api.PathOperatorReset, somewhere(auth.PermissionOperators), s.auth.HandleReset},
		{"POST", api.PathInvitations, somewhere(auth.PermissionOperators), s.auth.HandleInvite},
		{"POST", api.PathInviteRevoke, somewhere(auth.PermissionOperators), s.auth.HandleRevokeInvite},
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
		{"GET", api.PathProfile, whole(auth.PermissionSettingsView), s.handleProfile},
		{"GET", api.PathLegend, signedIn, s.legend.HandleList},
		{"POST", api.PathLegend, whole(auth.PermissionSettingsEdit), s.legend.HandleChange},
		{"GET", api.PathCheck, whole(auth.PermissionSettingsEdit), s.check.HandleLook},
		{"POST", api.PathCheck, whole(auth.PermissionSettingsEdit), s.check.HandleStart},
		{"GET", api.PathJobs, whole(auth.PermissionSettingsView), s.jobs.HandleList},
		{"GET", api.PathCrashes, whole(auth.PermissionSettingsView), s.crashes.HandleList},
		{"POST", api.PathCrashes, signedIn, s.crashes.HandleTell},
	}
	if s.opts.Demo {
		list = append(list, route{"POST", api.PathDemo, anyone, s.auth.HandleDemo})
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
		{"", "/", s.shell},
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

	checked := http.NewServeMux()
	checked.HandleFunc("GET "+m+api.PathHealth, s.handleHealth)
	checked.HandleFunc("GET "+m+api.PathReady, s.handleReady)
	checked.Handle("/", s.onlyOurs(secureTransport(s.opts.public, mux)))
	return observe(s.log, s.opts.Now, checked), nil
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
