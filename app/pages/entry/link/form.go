package link

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Limits of a password, in characters: the server's.
const (
	minPassword = 12
	maxPassword = 128
)

// Form is what was typed and what became of it. Paths of the request name the
// fields: "name", "login" and "password".
type Form struct {
	ID    string // what its controls' ids begin with
	Token string // of the link, "" for none
	Known bool   // name and login are known: only a password is asked for
	Used  bool   // the link is of no use any more

	Name     string
	Login    string
	Password string
	Busy     bool

	wrong pages.Problems
	err   error // the last failure
}

// Take begins with the token of the address, and takes it out of there, so that it
// stands neither on the screen nor in the history. The page is made anew once
// it is known who is signed in: the token is kept as the person's place on it.
func (f *Form) Take(ctx app.Context, s *state.State) {
	if address := ctx.Page().URL(); address.Fragment != "" {
		s.SetPlace(address.Fragment)
		address.Fragment = ""
		ctx.Page().ReplaceURL(address)
	}
	*f = Form{ID: f.ID, Token: s.Place()}
}

// Another reports whether another link was opened on the page: the address has its
// token.
func Another(ctx app.Context) bool { return ctx.Page().URL().Fragment != "" }

// Submit checks the form, and reports whether it may be sent.
func (f *Form) Submit() bool {
	f.wrong.Tries++
	f.err = nil
	f.check()
	if len(f.wrong.Found) > 0 || f.Busy {
		return false
	}
	f.Name, f.Login, f.Busy = strings.TrimSpace(f.Name), strings.TrimSpace(f.Login), true
	return true
}

// check looks at the fields anew, but not before the first submit. The server
// checks again, and knows passwords that are too common.
func (f *Form) check() {
	if f.wrong.Tries == 0 {
		return
	}
	f.wrong.Found = nil
	if !f.Known {
		f.checkNames()
	}
	switch length := utf8.RuneCountInString(f.Password); {
	case length == 0:
		f.fault("password", "required")
	case length < minPassword:
		f.fault("password", "too_short", minPassword)
	case length > maxPassword:
		f.fault("password", "too_long", maxPassword)
	}
}

func (f *Form) checkNames() {
	if !api.Visible(f.Name) {
		f.fault("name", "required")
	}
	switch login := strings.TrimSpace(f.Login); {
	case login == "":
		f.fault("login", "required")
	case strings.ContainsFunc(login, notOfLogin):
		f.fault("login", "shape")
	}
}

func notOfLogin(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-@+", r)
}

func (f *Form) fault(path, code string, args ...any) {
	f.wrong.Found = append(f.wrong.Found, api.Problem{Path: path, Code: code, Args: args})
}

// faults are the problems in words.
func (f *Form) faults() pages.Faults { return f.wrong.Faults(f.ID, pages.AccountFault) }

// field is the id of the control for a path of the request.
func (f *Form) field(path string) string { return f.ID + "-" + path }

// Send sends the form. Done takes the session, and the form is empty then.
func (f *Form) Send(ctx app.Context, calls *pages.Generation, b *backend.Backend,
	post backend.Post[api.UseLink, *api.Session], done func(app.Context, api.Session)) {
	request := api.UseLink{Token: f.Token, Name: f.Name, Login: f.Login, Password: f.Password}
	pages.Load(ctx, calls, post.To(b, request), func(ctx app.Context, session *api.Session, err error) {
		if err != nil {
			f.failed(err)
			return
		}
		*f = Form{}
		done(ctx, *session)
	})
}

// failed takes the reason why the link wasn't used.
func (f *Form) failed(err error) {
	f.Busy = false
	switch code := api.CodeOf(err); {
	case code == api.CodeLinkUsed:
		f.Used = true
	case code == api.CodeLoginTaken:
		f.wrong.Try(api.Problem{Path: "login", Code: "taken"})
	case f.wrong.Refused(err, "name", "login", "password"):
	default:
		f.err = err
	}
}
