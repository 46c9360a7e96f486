package main

import (
	"html/template"
	"net/http"

	"github.com/shopdesk/shopdesk/server/identity"
)

// people are this company's own. A real host has its user table and its
// session; a cookie with a name will do here.
var people = map[string]identity.Person{
	"grace": {ID: "emp-7", Name: "Grace Ho", Login: "grace", Role: identity.Manager, AllShops: true},
	"leo":   {ID: "emp-9", Name: "Leo Yip", Login: "leo", Role: identity.Staff, Shops: []int64{100001}},
}

const cookie = "backoffice"

// whoAsks tells the console who asks: the person whom our own cookie names. Nobody is nil.
func whoAsks(r *http.Request) (*identity.Person, error) {
	c, err := r.Cookie(cookie)
	if err != nil {
		return nil, nil //nolint:nilerr // no cookie: nobody
	}
	person, known := people[c.Value]
	if !known {
		return nil, nil
	}
	return &person, nil
}

var page = template.Must(template.New("home").Parse(
	`<!doctype html><html lang="en"><meta charset="utf-8"><title>Back office</title>
<h1>Back office</h1>
{{with .}}<p>Signed in as {{.Name}}.</p>
<p><a href="/admin/console/">Shops on the delivery platform</a></p>
<form method="post" action="/leave"><button>Leave</button></form>
{{else}}<form method="post" action="/enter"><button name="person" value="grace">Enter as Grace, manager</button>
<button name="person" value="leo">Enter as Leo, staff</button></form>{{end}}
</html>`))

func home(w http.ResponseWriter, r *http.Request) {
	who, _ := whoAsks(r)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, who)
}

func enter(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("person")
	if _, known := people[name]; known {
		http.SetCookie(w, &http.Cookie{Name: cookie, Value: name, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func leave(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: cookie, Path: "/", MaxAge: -1})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
