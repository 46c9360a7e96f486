package sandbox

import (
	"embed"
	"errors"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"
)

//go:embed control.html control.css
var controlFiles embed.FS

var controlPage = template.Must(template.New("control.html").Funcs(template.FuncMap{
	"clock": func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") + " UTC" },
	"act":   func(do, words string, o orderView) orderAct { return orderAct{do, words, o} },
	"last": func(list []Attempt) *Attempt {
		if len(list) == 0 {
			return nil
		}
		return &list[len(list)-1]
	},
}).ParseFS(controlFiles, "control.html"))

// controlPolicy allows the page its style sheet, its pictures and its forms.
const controlPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; " +
	"frame-ancestors 'none'"

// controlHandler serves everything under /sandbox/. Pages of other origins
// can't post to it.
func (s *Sandbox) controlHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sandbox/{$}", s.serveControl)
	mux.HandleFunc("GET /sandbox/control.css", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, controlFiles, "control.css")
	})
	mux.HandleFunc("GET /sandbox/pictures/{name}", s.servePicture)
	mux.HandleFunc("GET /sandbox/reviews/{id}/{state}", s.serveReviewed)
	mux.HandleFunc("POST /sandbox/do/{action}", s.serveForm)
	s.routeAPI(mux)
	return http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", controlPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		mux.ServeHTTP(w, r)
	}))
}

// serveForm does what a form of the page asks and shows the page again.
func (s *Sandbox) serveForm(w http.ResponseWriter, r *http.Request) {
	do, ok := actions[r.PathValue("action")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	o, err := formOrder(r)
	if err == nil {
		err = do(s, o)
	}
	if err != nil {
		status, message := s.explain(err)
		http.Error(w, message+"\n\nGo back and try again.", status)
		return
	}
	w.Header().Set("Location", prefix(r)+"/sandbox/")
	w.WriteHeader(http.StatusSeeOther)
}

// formOrder reads a form; an empty number is zero.
func formOrder(r *http.Request) (order, error) {
	if err := r.ParseForm(); err != nil {
		return order{}, errors.Join(ErrInvalid, err)
	}
	get := r.PostForm.Get
	var wrong []error
	number := func(name string, bits int) int64 {
		text := strings.TrimSpace(get(name))
		n, err := strconv.ParseInt(either(text, "0"), 10, bits)
		if err != nil {
			wrong = append(wrong, ErrInvalid, errors.New(name+" must be a whole number"))
		}
		return n
	}
	o := order{
		Variant: Variant(get("variant")), Off: get("off") != "", Set: strings.Join(r.PostForm["set"], ","),
		Reason: get("reason"), By: get("by"), Delay: get("delay"),
		Kind: Kind(get("kind")), Path: get("path"), Message: get("message"),
		Place: OrderKind(get("place")), Currency: get("currency"), URL: strings.TrimSpace(get("url")),
		OrderID: number("orderViewId", 64), ShopID: number("shopId", 64),
		Who: int(number("opType", 32)), Rider: int(number("logisticsStatus", 32)), Event: int(number("eventId", 32)),
		Count: int(number("count", 32)), Code: int(number("code", 32)),
	}
	if text := strings.TrimSpace(get("rate")); text != "" {
		var err error
		if o.Rate, err = strconv.ParseFloat(text, 64); err != nil {
			wrong = append(wrong, ErrInvalid, errors.New("rate must be a number from 0 to 1"))
		}
	}
	return o, errors.Join(wrong...)
}

// explain is the HTTP status and the words for an action's error.
func (s *Sandbox) explain(err error) (int, string) {
	switch {
	case errors.Is(err, ErrUnknownShop), errors.Is(err, ErrUnknownOrder):
		return http.StatusNotFound, err.Error()
	case errors.Is(err, ErrNoPending):
		return http.StatusConflict, err.Error()
	case errors.Is(err, ErrInvalid):
		return http.StatusBadRequest, err.Error()
	}
	if f := asFailure(err); f.code != CodeInternal {
		return http.StatusConflict, f.message
	}
	s.logger().Error("sandbox: control", "error", err)
	return http.StatusInternalServerError, "internal error"
}
