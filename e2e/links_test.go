package e2e

import (
	"strconv"
	"testing"

	"github.com/shopdesk/shopdesk/server"
)

// withoutDemo serves a console whose people sign in with a password.
func withoutDemo(o *server.Options) { o.Demo = false }

// The page of a one-time link said that the link is incomplete once another language was chosen on it, because the
// link's token had been taken out of the address. Later, such a choice emptied the form.
func TestLinkInAnotherLanguage(t *testing.T) {
	t.Parallel()
	d := start(t, withoutDemo)
	link, err := d.console.SetupLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := newTab(t)
	b.open(link)
	b.fill("#setup-name", "Ada Wong")
	b.fill("#setup-login", "ada")
	b.fill("#setup-password", "short")
	b.click("form button[type=submit]")
	b.sees("Make the password at least 12 characters long.")
	b.click("#language")
	b.click("#language-item-lang-pt")
	b.until(`document.documentElement.lang === "pt" && document.querySelector("#page-title").textContent === "`+
		`Criar o primeiro proprietário"`, "the page in Portuguese")
	b.sees("Use pelo menos 12 caracteres na senha.")
	b.seesNot("Make the password")
	b.fill("#setup-password", secret)
	b.click("form button[type=submit]")
	b.inside()
}

// invited is the link of an invitation that the owner makes on the tab.
func (d *desk) invited(b *tab, name string) (link string) {
	d.t.Helper()
	b.open(d.URL + "/settings/operators")
	b.clickText("Invite somebody")
	b.fill("#operators-name", name)
	b.click("label:has(#operators-role-manager)")
	b.click("label:has(#grant-all)")
	b.clickText("Make the link")
	b.wait("#operators-link-url")
	b.eval(`document.querySelector("#operators-link-url").textContent`, &link)
	return link
}

// A device that remembers somebody whose session is over said that a link is incomplete as soon as the server had told
// that nobody is signed in. And another link that was opened in the same tab was ignored.
func TestLinkOnADeviceThatRemembersSomebody(t *testing.T) {
	t.Parallel()
	d := start(t, withoutDemo)
	b := newTab(t)
	d.firstOwner(b)
	first, second := d.invited(b, "Mei Lin"), d.invited(b, "Marco Lam")
	ada, err := d.store.OperatorByLogin(t.Context(), "ada")
	if err != nil {
		t.Fatal(err)
	}
	d.revoke(b, ada.ID)
	b.open(first)
	b.until(`!localStorage.getItem("shopdesk::session")`, "the device to forget the session")
	b.until(`document.querySelector("#invite-name")?.value === "Mei Lin"`, "the invitation")
	b.eval(`location.href = `+strconv.Quote(second)+`; true`, nil)
	b.until(`document.querySelector("#invite-name")?.value === "Marco Lam"`, "the other invitation")
	b.until(`location.hash === ""`, "the token to leave the address")
}

// An address with a "%" behind its "#" ended the program at each start. A link that was cut has such an end.
func TestDamagedLinkOpensItsPage(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	b.open(d.URL + "/invite#50%")
	b.sees("Open the whole link that you were sent")
}
