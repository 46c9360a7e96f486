package sandbox

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"
)

// routeAPI adds the JSON API. A GET reads; a POST of an action's name with its
// arguments as a JSON object does it.
func (s *Sandbox) routeAPI(mux *http.ServeMux) {
	mux.HandleFunc("GET /sandbox/api/shops", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, s.Directory())
	})
	mux.HandleFunc("GET /sandbox/api/shops/{id}", s.serveShop)
	mux.HandleFunc("GET /sandbox/api/calls", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, s.Calls())
	})
	mux.HandleFunc("GET /sandbox/api/faults", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, s.Faults())
	})
	mux.HandleFunc("GET /sandbox/api/clock", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]time.Time{"now": s.Now()})
	})
	mux.HandleFunc("GET /sandbox/api/orders", s.serveOrders)
	mux.HandleFunc("GET /sandbox/api/pushes", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, s.Pushes())
	})
	mux.HandleFunc("GET /sandbox/api/callbacks", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, s.Callbacks())
	})
	mux.HandleFunc("GET /sandbox/api/variants", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"playing": s.Playing(), "variants": Variants(), "sets": Sets()})
	})
	mux.HandleFunc("POST /sandbox/api/{action}", s.serveAction)
}

func (s *Sandbox) serveShop(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	sh, ok := s.Shop(id)
	if err != nil || !ok {
		writeProblem(w, http.StatusNotFound, ErrUnknownShop.Error())
		return
	}
	writeJSON(w, http.StatusOK, sh)
}

// serveOrders lists the orders, those of one shop with shopId.
func (s *Sandbox) serveOrders(w http.ResponseWriter, r *http.Request) {
	var shop int64
	if text := r.URL.Query().Get("shopId"); text != "" {
		var err error
		if shop, err = strconv.ParseInt(text, 10, 64); err != nil {
			writeProblem(w, http.StatusBadRequest, "sandbox: shopId must be a number")
			return
		}
	}
	writeJSON(w, http.StatusOK, s.Orders(shop))
}

// serveAction does one of the actions.
func (s *Sandbox) serveAction(w http.ResponseWriter, r *http.Request) {
	do, ok := actions[r.PathValue("action")]
	if !ok {
		writeProblem(w, http.StatusNotFound, "sandbox: unknown action")
		return
	}
	o, err := readOrder(w, r)
	if err != nil {
		writeProblem(w, http.StatusBadRequest, err.Error())
		return
	}
	if err := do(s, o); err != nil {
		status, message := s.explain(err)
		writeProblem(w, status, message)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// readOrder decodes an action's arguments; no body is no arguments.
func readOrder(w http.ResponseWriter, r *http.Request) (order, error) {
	var o order
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil || len(bytes.TrimSpace(body)) == 0 {
		return o, err
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	return o, dec.Decode(&o)
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	answer(status, 0, value).write(w)
}

func writeProblem(w http.ResponseWriter, status int, message string) {
	writeJSON(w, status, map[string]string{"error": message})
}
