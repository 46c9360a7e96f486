package server

import (
	"net/http"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/server/httpio"
)

// routes lists every route with what stands before it. What isn't listed under
// /api is 404; every other path is the page, the same for everybody.
func (s *Server) routes() (http.Handler, error) {
	m := s.opts.mount
	calls := http.NewServeMux()
	handle := func(pattern, path string, f httpio.Func) {
		calls.Handle(pattern+" "+m+path, httpio.Handler(s.log, f))
	}
	handle("GET", api.PathSession, s.auth.HandleSession)
	handle("POST", api.PathSignIn, s.auth.HandleSignIn)
	if s.opts.Demo {
		handle("POST", api.PathDemo, s.auth.HandleDemo)
	}
	handle("POST", api.PathSignOut, s.auth.HandleSignOut)
	handle("POST", api.PathSetup, s.auth.HandleSetup)
	handle("GET", api.PathShops, s.auth.HandleShops)
	handle("POST", api.PathShops, s.handleAddShops)
	handle("GET", api.PathPauses, s.pause.HandleList)
	handle("POST", api.PathPauses, s.pause.HandlePause)
	handle("POST", api.PathResume, s.pause.HandleResume)
	handle("GET", api.PathOrders, s.orders.HandleBoard)
	handle("GET", api.PathHistory, s.orders.HandleHistory)
	handle("GET", api.PathOrder, s.orders.HandleDetail)
	handle("POST", api.PathOrderRefresh, s.orders.HandleRefresh)
	handle("POST", api.PathOrderAct, s.orders.HandleAct)
	handle("GET", api.PathOrderSettings, s.orders.HandleSettings)
	handle("POST", api.PathOrderSettings, s.orders.HandleSaveSettings)
	handle("GET", api.PathLive, s.live.HandleStream)
	handle("GET", api.PathLivePoll, s.live.HandlePoll)
	handle("GET", api.PathHooks, s.inbox.HandleHooks)
	handle("POST", api.PathHooksRegister, s.inbox.HandleRegister)
	handle("POST", api.PathHooksReplay, s.inbox.HandleReplay)
	calls.Handle("POST "+m+api.PlatformPrefix+"/", http.StripPrefix(m+api.PlatformPrefix, httpio.Handler(s.log, s.proxy.Handle)))
	calls.Handle(m+"/api/", httpio.Handler(s.log, noSuchCall(calls)))

	guarded, err := guardAPI(s.log, s.opts.public.String(), s.auth.Identify(calls))
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle(m+"/", s.shell)
	mux.Handle(m+"/api/", guarded)
	mux.HandleFunc(m+api.PathHook+"{id}", s.handleHook)
	mux.Handle("POST "+m+api.PathReports, http.HandlerFunc(s.handleReport))

	checked := http.NewServeMux()
	checked.HandleFunc("GET "+m+api.PathHealth, s.handleHealth)
	checked.HandleFunc("GET "+m+api.PathReady, s.handleReady)
	checked.Handle("/", onlyHosts(s.opts.hosts, secureTransport(s.opts.public, mux)))
	return observe(s.log, s.opts.Now, checked), nil
}

// noSuchCall tells an unknown path from a known one called with another method.
func noSuchCall(calls *http.ServeMux) httpio.Func {
	return func(w http.ResponseWriter, r *http.Request) error {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			other := &http.Request{Method: method, URL: r.URL, Host: r.Host}
			if _, pattern := calls.Handler(other); method != r.Method && pattern != "" && pattern[0] != '/' {
				w.Header().Set("Allow", method)
				return &api.Error{Status: http.StatusMethodNotAllowed, Code: api.CodeMethod, Message: "This call is made with " + method + "."}
			}
		}
		return &api.Error{Status: http.StatusNotFound, Code: api.CodeNotFound, Message: "There is no such call."}
	}
}
