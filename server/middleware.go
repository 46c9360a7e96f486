package server

import (
	"crypto/rand"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/baseurl"
	"github.com/shopdesk/shopdesk/internal/loopback"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// observe gives each request an id, logs its result, and keeps a panic in one handler from ending the process.
func observe(log *slog.Logger, now func() time.Time, tracer *tracing.Tracer, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := now()
		id := rand.Text()[:12]
		ctx, span := tracer.Start(httpio.WithRequestID(r.Context(), id), tracing.Request, tracing.Method(r.Method),
			tracing.RequestID(id))
		r = r.WithContext(ctx)
		status := &statusWriter{ResponseWriter: w}
		defer func() {
			span.End(status.code >= http.StatusInternalServerError, tracing.Status(status.code))
		}()
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler { //nolint:errorlint // net/http panics with this very value
					panic(p)
				}
				log.ErrorContext(r.Context(), "panic", "request", id, "path", loggedPath(r), "panic", p, "stack",
					string(debug.Stack()))
				if status.code == 0 {
					httpio.WriteError(log, status, r, httpio.Internal)
				} else {
					defer panic(http.ErrAbortHandler) // else a part of an answer would look like the whole
				}
			}
			level := slog.LevelDebug
			if status.code >= http.StatusInternalServerError {
				level = slog.LevelWarn
			}
			if !log.Enabled(r.Context(), level) {
				return
			}
			log.Log(r.Context(), level, "request", "request", id, "method", r.Method, "path", loggedPath(r), "status",
				status.code, "took", now().Sub(start))
		}()
		next.ServeHTTP(status, r)
	})
}

// loggedPath leaves out the id of the hook, which readers of logs shouldn't learn.
func loggedPath(r *http.Request) string {
	before, _, hook := strings.Cut(r.URL.Path, api.PathHook)
	if hook {
		return before + api.PathHook
	}
	return r.URL.Path
}

// statusWriter remembers the status that it passes on.
type statusWriter struct {
	http.ResponseWriter
	code int
}

func (w *statusWriter) WriteHeader(code int) {
	if code == httpio.StatusReaderLeft && w.code != 0 {
		return // the reader left while the answer was being sent
	}
	w.code = code
	w.ResponseWriter.WriteHeader(code)
}

func (w *statusWriter) Write(b []byte) (int, error) {
	if w.code == 0 {
		w.code = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// onlyOurs refuses requests for other hosts. A demonstration lets everybody in, so it also refuses requests from
// other machines, with a page that says why.
func (s *Server) onlyOurs(next http.Handler) http.Handler {
	if s.opts.Demo {
		return loopback.Guard{Name: "This demonstration"}.Handler(next)
	}
	return s.onlyHosts(s.opts.hosts, next)
}

// onlyHosts answers 421 to a Host that isn't ours, so that no handler builds a URL from a stranger's host name. The log
// tells of each such host once, because a proxy that doesn't pass the Host on causes the answer, too. Handlers see our
// hosts as browsers write them: some proxies add the default port.
func (s *Server) onlyHosts(hosts map[string]bool, next http.Handler) http.Handler {
	var strange mentioned
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hosts[r.Host] {
			if host, err := baseurl.Host(s.opts.public.Scheme, r.Host); err == nil && hosts[host] {
				same := *r
				same.Host = host
				next.ServeHTTP(w, &same)
				return
			}
			if strange.first(r.Host) {
				s.log.WarnContext(r.Context(), "a request for a host that isn't ours was refused; a proxy in front must pass "+
					"the Host on (nginx: proxy_set_header Host $http_host)", "seen", r.Host, "expected",
					slices.Sorted(maps.Keys(hosts)))
			}
			http.Error(w, "This server does not answer for that host.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// noteForwarded tells once of each proxy whose X-Forwarded-For isn't believed: behind such a proxy all clients count as
// one.
func (s *Server) noteForwarded(next http.Handler) http.Handler {
	var strange mentioned
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if peer := s.auth.ForwardedByStranger(r); peer.IsValid() && strange.first(peer.String()) {
			s.log.WarnContext(r.Context(), "X-Forwarded-For isn't believed: the peer is no trusted proxy "+
				"(Options.TrustedProxies, SHOPDESK_TRUSTED_PROXIES). If it is one, all its clients count as one now",
				"peer", peer.String())
		}
		next.ServeHTTP(w, r)
	})
}

// astray answers paths outside of the mount. The log tells once, because a host or a proxy that takes the prefix off
// causes them.
func (s *Server) astray() http.Handler {
	var told sync.Once
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		told.Do(func() {
			s.log.WarnContext(r.Context(), "a path outside of the public URL's was asked for; a host or a proxy in front must "+
				"pass whole paths on (no http.StripPrefix; nginx: no path behind proxy_pass's host)", "seen", loggedPath(r),
				"expected", s.opts.mount+"/")
		})
		http.Error(w, "The console is under "+s.opts.mount+"/.", http.StatusNotFound)
	})
}

// mentionedMost bounds what strangers can write into the log.
const mentionedMost = 10

// mentioned remembers what the log was told of.
type mentioned struct {
	mu  sync.Mutex
	all map[string]bool
}

// first reports whether the log is to be told of a text.
func (m *mentioned) first(text string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all[text] || len(m.all) >= mentionedMost {
		return false
	}
	if m.all == nil {
		m.all = map[string]bool{}
	}
	m.all[text] = true
	return true
}

// guardAPI guards every route of the API: answers are never stored or framed, and neither another site nor a form can
// send a change.
func guardAPI(log *slog.Logger, origin string, next http.Handler) (http.Handler, error) {
	protection := http.NewCrossOriginProtection()
	if err := protection.AddTrustedOrigin(origin); err != nil {
		return nil, err
	}
	refuse := func(w http.ResponseWriter, r *http.Request) {
		httpio.WriteError(log, w, r, httpio.Refusal(api.CodeCrossOrigin, "The request came from another site."))
	}
	protection.SetDenyHandler(http.HandlerFunc(refuse))
	guarded := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpio.Seclude(w.Header())
		if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Header.Get(api.HeaderConsole) != "1" {
			refuse(w, r)
			return
		}
		guarded.ServeHTTP(w, r)
	}), nil
}

// imagesForCalls is how many small images are allowed for each call: a list that is scrolled asks for one in each row.
const imagesForCalls = 4

// bounded refuses a caller who calls more often than a person and their pages do, because all callers share our
// capacity and the platform's.
func (s *Server) bounded(next http.Handler) http.Handler {
	if s.opts.Limits.Calls < 0 {
		return next
	}
	calls, images := httpio.NewRate(s.opts.Limits.Calls), httpio.NewRate(imagesForCalls*s.opts.Limits.Calls)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rate := calls
		if r.URL.Path == s.opts.mount+api.PathThumbnail {
			rate = images
		}
		if p := auth.PrincipalFrom(r.Context()); p != nil &&
			!rate.Allow(httpio.Caller{Session: p.Session(), Operator: p.OperatorID}, time.Now()) {
			httpio.WriteError(s.log, w, r, errTooOften)
			return
		}
		next.ServeHTTP(w, r)
	})
}

var errTooOften = httpio.RetryAfter(api.CodeTooMuch, "You ask for very much at once. Wait a moment.", 1)

const transportSecurity = "Strict-Transport-Security"

// secureTransport tells browsers to stay on https, if the console is on https and its host hasn't told them. The header
// covers only this host: an embedding host's other names are not ours.
func secureTransport(public *url.URL, next http.Handler) http.Handler {
	if public.Scheme != "https" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h := w.Header(); h.Get(transportSecurity) == "" {
			h.Set(transportSecurity, "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}
