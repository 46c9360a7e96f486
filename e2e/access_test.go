package e2e

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

const secret = "a kettle of eleven fish"

// byName serves the console under a host name, which passkeys need, with a clock
// that can be put forward.
func byName(ahead *atomic.Int64) setup {
	return func(o *server.Options) {
		_, port, _ := net.SplitHostPort(strings.TrimPrefix(o.PublicURL, "http://"))
		o.Demo, o.PublicURL = false, "http://localhost:"+port
		putForward(ahead)(o)
	}
}

// firstOwner sets the first owner up, "ada", and leaves her signed in.
func (d *desk) firstOwner(b *tab) {
	d.t.Helper()
	link, err := d.console.SetupLink(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	b.open(link)
	b.fill("#setup-name", "Ada Wong")
	b.fill("#setup-login", "ada")
	b.fill("#setup-password", secret)
	b.clickText("Create the owner")
	b.inside()
}

// prove answers the question who it is with the password.
func (b *tab) prove() {
	b.t.Helper()
	b.fill("#stepup-password", secret)
	b.proveBy("#stepup button[type=submit]")
}

// proveBy answers the question who it is by a button. A call under way then is refused, because it has the session's
// old token, and made again.
func (b *tab) proveBy(button string) {
	b.t.Helper()
	b.expect("401")
	b.click(button)
	b.until(`!document.querySelector("#stepup")?.open`, "the question to close")
}

// follow follows a link of the page, even when the page has found out by itself
// that the session is over and asks who it is above the link.
func (b *tab) follow(words string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`(a => a && !a.click())([...document.querySelectorAll("a")].find(a => a.checkVisibility() && a.textContent.includes(%q)))`, words), "a link that says "+words)
}

// An owner who signed in a while ago invites somebody: she proves who she is,
// the form stays, and the link works once, in another browser. The new person
// sees her shops alone. Disabled, she is out, with a page open.
func TestInviteAcceptDisable(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	d := start(t, byName(&ahead))
	b := newTab(t)
	d.firstOwner(b)
	ahead.Store(int64(10 * time.Minute))

	b.open(d.URL + "/settings/operators")
	b.clickText("Invite somebody")
	b.clickText("Make the link")
	b.wait("#operators-summary:focus")
	b.shot("people-mistake")
	b.fill("#operators-name", "Mei Lin")
	b.click("#operators-each")
	b.choose("#role-100001", "manager")
	b.choose("#role-100003", "staff")
	b.expect("403")
	b.clickText("Make the link")
	b.sees("Is it you?")
	b.shot("people-stepup")
	if got := b.value("#operators-name"); got != "Mei Lin" {
		t.Errorf("the name is %q after the question", got)
	}
	b.expect("401")
	b.fill("#stepup-password", "not the password")
	b.clickText("Continue")
	b.sees("Nothing was changed.")
	b.prove()
	b.wait("#operators-link-url")
	b.shot("people-link")
	var link string
	b.eval(`document.querySelector("#operators-link-url").textContent`, &link)
	b.sees("Open invitations and links")
	b.reload() // a stream of the session before the proof ends some time, after which the page reads the people anew
	b.click("#operators-open button")
	b.sees("Withdraw the link for Mei Lin?")

	mei := newTab(t)
	mei.open(link)
	mei.sees("Ada Wong invites you")
	mei.sees("Manager in")
	mei.until(`location.hash === ""`, "the token to leave the address")
	mei.shot("invite")
	mei.fill("#invite-login", "ada")
	mei.fill("#invite-password", secret)
	mei.expect("409")
	mei.clickText("Join")
	mei.sees("Somebody has this sign-in name")
	mei.fill("#invite-login", "mei")
	mei.clickText("Join")
	mei.until(`location.pathname === "/shops"`, "the list, for there are two shops")
	mei.sees("2 shops")
	mei.open(d.URL + "/shops/100020")
	mei.sees("Nothing here")
	mei.open(d.URL + "/settings/operators")
	mei.sees("Ada Wong")
	mei.seesNot("Invite somebody")
	mei.shot("people-manager")
	var id string
	mei.eval(`fetch("/api/session").then((r) => r.json()).then((s) => s.operator.id)`, &id)
	menu := "#operator-" + id + "-menu"

	again := newTab(t)
	again.expect("410")
	again.open(link)
	again.sees("This link was used already")
	again.shot("invite-used")

	// A page that still showed the used link kept it after an attempt to withdraw it.
	b.expect("410")
	b.click("#operators-yes")
	b.sees("This link was used already")
	b.until(`!document.querySelector("#operators-open")`, "the used link to leave the list")
	b.shot("people-link-used")

	b.reload()
	b.sees("Mei Lin")
	b.shot("people")
	b.viewport(390, 844)
	b.shot("people-phone")
	b.viewport(1280, 860)
	b.click(menu)
	b.wait(menu + "-menu")
	b.shot("people-menu")
	b.click(menu + "-menu [role=menuitem]:nth-child(3)")
	b.sees("Disable Mei Lin?")
	mei.expect("401") // also of what her page asks by itself
	b.click("#operators-yes")
	b.sees("Mei Lin is disabled")
	mei.follow("Devices")
	mei.sees("Your session has ended.")
	mei.shot("people-out")

	// All of it is in the activity, in words.
	b.open(d.URL + "/activity")
	b.choose("#activity-kind", "operators")
	for _, words := range []string{"Became the first owner", "Invited somebody", "Accepted an invitation",
		"Disabled somebody", "Person: Mei Lin", "Invited by: Ada Wong", ": Manager"} {
		b.sees(words)
	}
	b.shot("activity-people")
	b.viewport(390, 844)
	b.shot("activity-people-phone")
}

// authenticator gives the tab a device that can keep passkeys and whose owner
// always says yes.
func (b *tab) authenticator() {
	b.t.Helper()
	b.do(webauthn.Enable())
	options := &webauthn.VirtualAuthenticatorOptions{
		Protocol: webauthn.AuthenticatorProtocolCtap2, Ctap2version: webauthn.Ctap2versionCtap21,
		Transport:      webauthn.AuthenticatorTransportInternal,
		HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
	}
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := webauthn.AddVirtualAuthenticator(options).Do(ctx)
		return err
	}))
}

// A passkey is added after a proof, signs in without a name, proves who it is,
// and is removed.
func TestPasskey(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	d := start(t, byName(&ahead))
	b := newTab(t)
	b.authenticator()
	d.firstOwner(b)
	b.open(d.URL + "/settings/account")
	b.fill("#account-key", "Till tablet")
	b.shot("account")
	b.clickText("Add a passkey")
	b.sees("The passkey is added.")
	b.sees("never used")
	b.shot("account-passkey")

	b.signsOut()
	b.click("#signin-passkey")
	b.inside()

	ahead.Store(int64(10 * time.Minute))
	b.open(d.URL + "/settings/account")
	b.sees("last used")
	b.fill("#account-password", "another kettle of fish")
	b.expect("403")
	b.clickText("Change the password")
	b.proveBy("#stepup-passkey")
	b.sees("Your password is changed.")

	b.click(`[aria-label="Remove Till tablet"]`)
	b.sees("Remove the passkey?")
	b.click("#account-remove-go")
	b.sees("The passkey is removed.")
	b.seesNot("Till tablet")
}

// A call under way while somebody signs out is answered that the session is over, as wished: nobody is asked for the
// password meanwhile. Such a question took what was typed into it along when the sign-in came.
func TestSigningOutAsksForNoPassword(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/settings")
	b.settled()
	b.eval(`(() => {
		const over = document.querySelector("#signin-over");
		new MutationObserver(() => { self.asked ||= over.open; }).observe(over, { attributes: true });
	})()`, nil)
	b.expect("401")
	answer := d.holds(api.PathSignOut)
	b.signsOut()
	b.until(`fetch("/api/today").then(({ status }) => status === 401)`, "the session to be over")
	b.eval(`performance.clearResourceTimings()`, nil)
	b.follow("Today")
	b.heard(api.PathSession) // the page asks whether the session is over
	answer()
	b.until(`location.pathname === "/signin"`, "the way out")
	if b.is(`!!self.asked`) {
		t.Error("the password was asked for")
	}
}

// The answer that nobody is here, asked for when the page opened, comes after the first owner has signed in: she stays.
func TestLateAnswerThatNobodyIsHere(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	d := start(t, byName(&ahead))
	b := newTab(t)
	answer := d.holds(api.PathSession)
	d.firstOwner(b)
	answer()
	b.heard(api.PathSession)
	b.inside()
	b.reload()
	b.inside()
}

// Until the server says who is here, the sign-in waits like any other page.
func TestSignInWaitsForTheSession(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	answer := d.holds(api.PathSession)
	b.open(d.URL + "/signin")
	b.wait(".desk .skeleton")
	b.seesNot("Nothing here")
	b.onEveryScreen("signin-waits", func() {}, nil)
	answer()
	b.clickText("owner")
	b.inside()
}

// Devices are listed and signed out, one and all others.
func TestDevices(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	d := start(t, byName(&ahead))
	b := newTab(t)
	d.firstOwner(b)
	others := []*tab{newTab(t), newTab(t), newTab(t)}
	for _, o := range others {
		o.open(d.URL + "/signin")
		o.fill("#signin-login", "ada")
		o.fill("#signin-password", secret)
		o.clickText("Sign in")
		o.inside()
		o.open(d.URL + "/settings/devices")
		o.sees("This device")
		o.expect("401")
	}
	b.open(d.URL + "/settings/devices")
	b.until(`document.querySelectorAll(".settings-list > li:not(#ringing *)").length === 4`, "four devices")
	b.shot("devices")
	b.clickText("Sign out Chrome on Linux")
	b.until(`document.querySelectorAll(".settings-list > li:not(#ringing *)").length === 3`, "three devices")
	b.click("#devices-others")
	b.sees("Sign out everywhere else")
	b.click("#devices-others-go")
	b.until(`document.querySelectorAll(".settings-list > li:not(#ringing *)").length === 1`, "one device")
	for _, o := range others {
		o.follow("My account")
		o.sees("Your session has ended.")
	}
	b.reload()
	b.sees("This device")
}

// What an operator prefers follows them to another browser.
func TestPreferencesFollow(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	d := start(t, byName(&ahead))
	b := newTab(t)
	d.firstOwner(b)
	b.open(d.URL + "/settings/account")
	b.click("label:has(#account-theme-dark)")
	b.until(`document.documentElement.dataset.theme === "dark"`, "the dark theme")
	b.choose("#account-language", "ar")
	b.until(`(async () => (await (await fetch("/api/session")).json()).preferences.language === "ar")()`,
		"the language to be kept")
	b.shot("account-dark")
	other := newTab(t)
	other.open(d.URL + "/signin")
	other.fill("#signin-login", "ada")
	other.fill("#signin-password", secret)
	other.clickText("Sign in")
	other.until(`document.documentElement.dataset.theme === "dark"`, "the dark theme on another device")
}

// The settings say what they are about, and what is only assumed.
func TestSettingsPages(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.entered(b, "owner")
	b.click("#me")
	b.clickText("Settings")
	b.sees("People")
	b.shot("settings")
	b.clickText("Platform")
	b.sees("assumed")
	b.shot("settings-profile")
	b.clickText("This console")
	b.sees("v.1.0.0")
	b.sees("orders.read")
	b.shot("settings-about")
	// Bug: a button with a name of one long word was wider than a phone, and with it the page and its dialogs.
	b.eval(`(async () => {
		const post = (path, body) => fetch("/api/" + path, {method: "POST", body: JSON.stringify(body),
			headers: {"Content-Type": "application/json", "X-Console": "1"}});
		await post("stepup", {demo: true});
		await post("invitations", {name: "mei".repeat(30), grants: [{shopId: "0", role: "staff"}]});
	})()`, nil)
	b.viewport(320, 700)
	for _, page := range []string{"", "/operators", "/devices", "/account", "/profile", "/about"} {
		b.open(d.URL + "/settings" + page)
		b.until(`document.querySelector("#page-title") && !document.querySelector(".skeleton")`, "the page")
		b.until(`document.documentElement.scrollWidth <= 320`, "no sideways scrolling at "+page)
	}
	b.shot("settings-narrow")
	b.viewport(820, 1180)
	b.dark(true)
	b.open(d.URL + "/settings/operators")
	b.sees("Made for the demonstration")
	b.clickText("Invite somebody")
	b.wait("#operators-name")
	b.eval(`document.documentElement.dir = "rtl"`, nil)
	b.shot("people-invite-dark-rtl")
	staff := newTab(t)
	d.signedIn(staff, "staff")
	staff.open(d.URL + "/settings")
	staff.sees("My account")
	staff.seesNot("People")
	staff.seesNot("Platform")
}

// A manager of twelve shops is invited by a role, a group and a press.
func TestInviteByGroup(t *testing.T) {
	t.Parallel()
	d := start(t)
	var shops []int64
	list, err := d.store.Shops(t.Context())
	if err != nil || len(list) < 12 {
		t.Fatalf("%d shops, %v", len(list), err)
	}
	for _, s := range list[:12] {
		shops = append(shops, s.ShopID)
	}
	twelve := store.Group{ID: "TWELVE", Name: "Twelve", OperatorID: 1}
	if err := d.store.SaveGroup(t.Context(), twelve, shops, nil); err != nil {
		t.Fatal(err)
	}
	b := newTab(t)
	d.signedIn(b, "owner")
	b.onTablet()
	b.open(d.URL + "/settings/operators")
	b.tapped("#operators-invite", "#operators-name")
	if !b.is(`new Set([...document.querySelectorAll(".choice")].map(e => e.offsetTop)).size === 1`) {
		t.Error("the roles stand below each other, where there is room for them in a line")
	}
	b.typed("#operators-name", "Mei Lin")
	b.tapped("label:has(#operators-role-manager)", "#operators-role-manager:checked")
	b.tapped("label:has(#grant-TWELVE)", "#grant-TWELVE:checked")
	b.sees("12 shops, and those that join it")
	b.shot("people-invite-group")
	b.tapped("#operators-go", "#operators-link-url")
	b.tookTaps("invite a manager of twelve shops, a group")
	b.sees("Manager in \u2068Twelve\u2069")
	b.shot("people-link-group")
}

// A role that is given or taken reaches an open page by its line to the server: the badge, and what Settings offers.
// The bug: both stayed as they were until a reload, for which an installed tablet has no button.
func TestRoleReachesAnOpenPage(t *testing.T) {
	t.Parallel()
	d := start(t, withoutDemo, func(o *server.Options) { o.Heartbeat = time.Second })
	b := newTab(t)
	d.firstOwner(b)
	mei := newTab(t)
	mei.open(d.invited(b, "Mei Lin"))
	mei.fill("#invite-login", "mei")
	mei.fill("#invite-password", secret)
	mei.clickText("Join")
	mei.inside()
	mei.goTo("/settings")
	mei.sees("Manager")
	mei.live()
	one, err := d.store.OperatorByLogin(t.Context(), "mei")
	if err != nil {
		t.Fatal(err)
	}
	b.reload()
	for _, role := range []string{"owner", "staff"} {
		b.click("#operator-" + strconv.FormatInt(one.ID, 10) + "-menu")
		b.clickText("Change roles")
		b.choose("#role-0", role)
		b.clickText("Save the roles")
		b.until(`!document.querySelector("#operators-edit")`, "the roles to be saved")
		mei.until(`document.querySelector(".me-name .small").textContent.toLowerCase() === "`+role+`"`,
			"the badge of the new role")
		offered := strconv.FormatBool(role == "owner")
		mei.until(`(document.querySelector('main a[href$="/settings/hooks"]') !== null) === `+offered,
			"what Settings offers")
	}
}
