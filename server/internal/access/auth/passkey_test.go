package auth

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// authenticator is a device with one passkey of an operator. A test may set the
// fields to values that no honest device sends.
type authenticator struct {
	id      []byte
	key     *ecdsa.PrivateKey
	user    int64
	handle  []byte // nil: the handle of an earlier release
	origin  string
	host    string // the host whose hash the device signs
	kind    string // the type in the client's data
	flags   byte
	counter uint32
}

const passkeyHost = "console.example"

func withPasskeys(c *Config) { c.Public = "https://" + passkeyHost }

// The console didn't start at an address without a domain.
func TestAddressWithoutADomainHasNoPasskeys(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		passkeyHost: true, "localhost": true, "192.0.2.1": false, "[2001:db8::1]": false, "console": false,
		"pos_internal": false,
	} {
		keys, err := newPasskeys(Config{Public: "https://" + host + ":8443"})
		if got := keys != nil; err != nil || got != want {
			t.Errorf("%s: passkeys %v, %v", host, got, err)
		}
	}
}

// passkey gives staff a passkey, used counter times so far.
func (f *fixture) passkey(t *testing.T, counter uint32) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &authenticator{
		id: []byte("key of staff"), key: key, user: f.id(t, "staff"), origin: "https://" + passkeyHost, host: passkeyHost,
		kind: "webauthn.get", flags: 0x05, counter: counter + 1, // a person is present and was verified
	}
	point, err := key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	// EC2, ES256, P-256
	cose, err := webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	if err != nil {
		t.Fatal(err)
	}
	c := webauthn.Credential{ID: a.id, PublicKey: cose, AttestationType: "none"}
	c.Authenticator.SignCount = counter
	body, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	kept := store.Passkey{ID: credentialID(&c), OperatorID: a.user, Name: "key", Credential: body}
	if err := f.store.AddPasskey(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
	return a
}

// answer gives the browser's answer to the question.
func (a *authenticator) answer(t *testing.T, ask api.PasskeyAsk) json.RawMessage {
	t.Helper()
	var options struct {
		Challenge string `json:"challenge"`
	}
	if err := json.Unmarshal(ask.Options, &options); err != nil || options.Challenge == "" {
		t.Fatalf("%s: %v", ask.Options, err)
	}
	client, err := json.Marshal(map[string]any{"type": a.kind, "challenge": options.Challenge, "origin": a.origin})
	if err != nil {
		t.Fatal(err)
	}
	host, sum := sha256.Sum256([]byte(a.host)), sha256.Sum256(client)
	said := binary.BigEndian.AppendUint32(append(host[:], a.flags), a.counter)
	digest := sha256.Sum256(append(slices.Clone(said), sum[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	text, handle := base64.RawURLEncoding.EncodeToString, a.handle
	if handle == nil {
		handle = strconv.AppendInt(nil, a.user, 10)
	}
	body, err := json.Marshal(map[string]any{"id": text(a.id), "rawId": text(a.id), "type": "public-key",
		"response": map[string]any{
			"clientDataJSON": text(client), "authenticatorData": text(said), "signature": text(signature),
			"userHandle": text(handle),
		}})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func asked(t *testing.T, b *browser, path string) (ask api.PasskeyAsk) {
	t.Helper()
	got := b.call(t, path, struct{}{})
	if err := json.Unmarshal(got.Body, &ask); err != nil || got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	return ask
}

func (a *authenticator) signIn(t *testing.T, b *browser) reply {
	t.Helper()
	ask := asked(t, b, api.PathSignInPasskeyBegin)
	return b.call(t, api.PathSignInPasskey, api.PasskeySignIn{PasskeyAnswer: api.PasskeyAnswer{Proof: ask.Proof,
		Response: a.answer(t, ask)}})
}

// A passkey's answer is refused unless it is for this console, by a verified
// person, and by the only device with the key. Sign-in and step-up both refuse
// other answers.
func TestDishonestPasskeyAnswersAreRefused(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(a *authenticator)
		ok     bool
	}{
		"right":                       {func(*authenticator) {}, true},
		"a device that doesn't count": {func(a *authenticator) { a.counter = 0 }, false}, // the stored counter is higher
		"a counter that jumps ahead":  {func(a *authenticator) { a.counter = 4_000_000 }, true},
		"a counter that goes back":    {func(a *authenticator) { a.counter = 9 }, false},
		"a counter that stays":        {func(a *authenticator) { a.counter = 10 }, false},
		"another origin":              {func(a *authenticator) { a.origin = "https://console.example.evil.test" }, false},
		"a subdomain":                 {func(a *authenticator) { a.origin = "https://evil.console.example" }, false},
		"another port":                {func(a *authenticator) { a.origin = "https://console.example:8443" }, false},
		"plain http":                  {func(a *authenticator) { a.origin = "http://console.example" }, false},
		"no origin":                   {func(a *authenticator) { a.origin = "" }, false},
		"another host's hash":         {func(a *authenticator) { a.host = "evil.test" }, false},
		"an answer to a registration": {func(a *authenticator) { a.kind = "webauthn.create" }, false},
		"no person is present":        {func(a *authenticator) { a.flags = 0x04 }, false},
		"the person is not verified":  {func(a *authenticator) { a.flags = 0x01 }, false},
		"another operator's":          {func(a *authenticator) { a.user++ }, false},
		"another key of the same number": {func(a *authenticator) {
			a.key, _ = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, withPasskeys)
			a := f.passkey(t, 10)
			tt.change(a)
			b := f.device(t)
			got := a.signIn(t, b)
			if in := b.who(t) == "staff"; in != tt.ok || (got.Status == http.StatusOK) != tt.ok {
				t.Errorf("signs in: %t, %d %s", in, got.Status, got.Body)
			}
			if !tt.ok {
				wantError(t, got, http.StatusUnauthorized, api.CodeBadPasskey)
			}

			g := newFixture(t, withPasskeys)
			a = g.passkey(t, 10)
			tt.change(a)
			c := g.as(t, "staff")
			ask := asked(t, c, api.PathStepUpPasskey)
			proof := c.call(t, api.PathStepUp, api.StepUp{Passkey: &api.PasskeyAnswer{Proof: ask.Proof,
				Response: a.answer(t, ask)}})
			if (proof.Status == http.StatusOK) != tt.ok {
				t.Errorf("proves: %d %s", proof.Status, proof.Body)
			}
		})
	}
}

// Two consoles on one host have different user handles for their operators, and each
// takes its own alone. The bug: both had the operator's number as the handle, so that a
// passkey for one console replaced the passkey for the other on the device.
func TestPasskeyHandlesOfConsolesDiffer(t *testing.T) {
	t.Parallel()
	f, other := newFixture(t, withPasskeys), newFixture(t, withPasskeys)
	handles := make([][]byte, 2) // of the same number
	for i, s := range []*Service{f.Service, other.Service} {
		who, err := s.webauthnUserOf(t.Context(), f.id(t, "staff"))
		if err != nil {
			t.Fatal(err)
		}
		handles[i] = who.WebAuthnID()
	}
	own, foreign := handles[0], handles[1]
	if bytes.Equal(own, foreign) {
		t.Errorf("both are %s", own)
	}
	a := f.passkey(t, 0)
	for _, tt := range []struct {
		handle []byte
		want   int
	}{{own, http.StatusOK}, {foreign, http.StatusUnauthorized}} {
		a.handle = tt.handle
		if got := a.signIn(t, f.device(t)); got.Status != tt.want {
			t.Errorf("%s signs in: %d %s", tt.handle, got.Status, got.Body)
		}
		a.counter++
		b := f.as(t, "staff")
		ask := asked(t, b, api.PathStepUpPasskey)
		got := b.call(t, api.PathStepUp, api.StepUp{Passkey: &api.PasskeyAnswer{Proof: ask.Proof,
			Response: a.answer(t, ask)}})
		if (got.Status == http.StatusOK) != (tt.want == http.StatusOK) {
			t.Errorf("%s proves: %d %s", tt.handle, got.Status, got.Body)
		}
		a.counter++
	}
}

// The counter finds the second device with a copy of the key. The first device
// still signs in.
func TestCopiedPasskeyIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withPasskeys)
	a := f.passkey(t, 0)
	copied := *a
	for range 3 {
		if got := a.signIn(t, f.device(t)); got.Status != http.StatusOK {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		a.counter++
	}
	wantError(t, copied.signIn(t, f.device(t)), http.StatusUnauthorized, api.CodeBadPasskey)
	if got := a.signIn(t, f.device(t)); got.Status != http.StatusOK {
		t.Errorf("the real one: %d %s", got.Status, got.Body)
	}
}

// A disabled person's passkey, and one that was removed here and that the device still offers, was answered by "name or
// password is wrong".
func TestRemovedPasskeyIsNoWrongPassword(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withPasskeys)
	a := f.passkey(t, 0)
	id := f.id(t, "staff")
	for _, disabled := range []bool{true, false} {
		if err := f.store.SetDisabled(t.Context(), id, disabled, f.Millis()); err != nil {
			t.Fatal(err)
		}
		if disabled {
			wantError(t, a.signIn(t, f.device(t)), http.StatusUnauthorized, api.CodeBadPasskey)
		}
	}
	keys, err := f.store.Passkeys(t.Context(), id)
	if err != nil || len(keys) != 1 {
		t.Fatalf("%d passkeys, %v", len(keys), err)
	}
	if err := f.store.RemovePasskey(t.Context(), id, keys[0].ID); err != nil {
		t.Fatal(err)
	}
	wantError(t, a.signIn(t, f.device(t)), http.StatusUnauthorized, api.CodeBadPasskey)
}

// A name that the server refuses was told at the person's own name.
func TestPasskeyNameIsRefusedAtItsField(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withPasskeys)
	got := f.as(t, "staff").call(t, api.PathPasskeyFinish, api.PasskeyAdd{Name: "Till\u202e3"})
	var refusal api.Error
	if err := json.Unmarshal(got.Body, &refusal); err != nil || len(refusal.Problems) != 1 ||
		refusal.Problems[0].Path != "key" || refusal.Problems[0].Code != ProblemShape {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

// A question can be answered once, within its time, and only if the server signed
// it.
func TestPasskeyQuestionIsAnsweredOnceAndInTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withPasskeys)
	a := f.passkey(t, 0)
	b := f.device(t)
	ask := asked(t, b, api.PathSignInPasskeyBegin)
	signIn := func(proof string, response json.RawMessage) reply {
		return f.device(t).call(t, api.PathSignInPasskey,
			api.PasskeySignIn{PasskeyAnswer: api.PasskeyAnswer{Proof: proof, Response: response}})
	}
	response := a.answer(t, ask)
	if got := signIn(ask.Proof, response); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	a.counter++
	wantError(t, signIn(ask.Proof, response), http.StatusUnauthorized, api.CodeBadPasskey)         // an equal answer
	wantError(t, signIn(ask.Proof, a.answer(t, ask)), http.StatusUnauthorized, api.CodeBadPasskey) // another one
	other := asked(t, b, api.PathSignInPasskeyBegin)
	wantError(t, signIn(other.Proof, a.answer(t, ask)), http.StatusUnauthorized, api.CodeBadPasskey) // to another question
	for _, proof := range []string{"", ".", other.Proof[:len(other.Proof)-1], "A" + other.Proof, "e30." + other.Proof} {
		wantError(t, signIn(proof, a.answer(t, other)), http.StatusUnauthorized, api.CodeBadPasskey)
	}
	late := asked(t, b, api.PathSignInPasskeyBegin)
	f.clock.advance(proofLife)
	if err := f.Sweep.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantError(t, signIn(late.Proof, a.answer(t, late)), http.StatusUnauthorized, api.CodeBadPasskey)
	wantError(t, signIn(ask.Proof, a.answer(t, ask)), http.StatusUnauthorized, api.CodeBadPasskey)
}

// Any number of strangers' wrong tries, from the operator's own network and all
// others, slows down neither a sign-in by passkey, nor a sign-in by password on a
// known device, nor a proof in a live session.
func TestStrangersDoNotSlowKnownOperators(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withPasskeys)
	a := f.passkey(t, 0)
	known, stranger := f.device(t), f.device(t)
	known.mustSignIn(t, "staff")
	session := f.device(t)
	if got := a.signIn(t, session); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	a.counter++
	session.client.Jar.SetCookies(must(http.NewRequest(http.MethodGet, f.server.URL, http.NoBody))(t).URL,
		[]*http.Cookie{{Name: f.deviceCookie, Value: "", MaxAge: -1, Path: "/"}})
	wrong := api.SignIn{Login: "staff", Password: "a guess of some length"}
	for stranger.call(t, api.PathSignIn, wrong).Status != http.StatusTooManyRequests {
	}
	for i := range 3 * serverBurst { // as many tries from other networks
		if try, wait := f.throttle.begin(f.clock.Now(), network4(i), accountKey{"staff", ""}); wait == 0 {
			try.failed(f.clock.Now())
		}
	}
	wantError(t, f.device(t).signIn(t, "staff"), http.StatusTooManyRequests, api.CodeSlowDown)
	if got := known.signIn(t, "staff"); got.Status != http.StatusOK {
		t.Errorf("the known device: %d %s", got.Status, got.Body)
	}
	if got := a.signIn(t, f.device(t)); got.Status != http.StatusOK {
		t.Errorf("the passkey: %d %s", got.Status, got.Body)
	}
	if got := session.call(t, api.PathStepUp, api.StepUp{Password: password}); got.Status != http.StatusOK {
		t.Errorf("the session: %d %s", got.Status, got.Body)
	}
}
