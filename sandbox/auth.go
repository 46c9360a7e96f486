package sandbox

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
)

// authenticate checks the access token and the signature of a call. Which way
// the token is presented is seen from the call: in the header Authorization,
// or in the body with appId, timestamp and sig.
func (s *Sandbox) authenticate(r *http.Request, obj object, body []byte) (tokenRecord, *failure) {
	url := s.base(r) + r.URL.Path
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	inHeader := strings.EqualFold(scheme, "Bearer") && token != ""

	signature := r.Header.Get("X-App-Signature")
	headerSigned := signature != "" || s.Does(HMACHeader)
	if headerSigned {
		if query := r.URL.RawQuery; query != "" {
			url += "?" + query
		}
		want, err := platform.HeaderSignature(url, body, s.clientSecret())
		if err != nil || signature != want {
			return tokenRecord{}, s.wrongSignature(want)
		}
	}
	if inHeader && s.Does(BodyToken) {
		return tokenRecord{}, s.invalidToken()
	}
	if !inHeader {
		var f *failure
		if token, f = s.tokenInBody(url, obj, headerSigned); f != nil {
			return tokenRecord{}, f
		}
	}
	return s.checkToken(token)
}

// tokenInBody reads the token of a call that presents it in its body, once the
// other fields are right.
func (s *Sandbox) tokenInBody(url string, obj object, signed bool) (string, *failure) {
	if obj.absent("accessToken") {
		return "", s.invalidToken()
	}
	if !signed {
		params := make(map[string]string, len(obj))
		for name := range obj {
			params[name] = obj.parameter(name)
		}
		if want := platform.SuffixSignature(url, params, s.clientSecret()); obj.parameter("sig") != want {
			return "", s.wrongSignature(want)
		}
	}
	if _, err := strconv.ParseInt(obj.parameter("timestamp"), 10, 64); err != nil {
		return "", broken("timestamp must be the Unix time in seconds.")
	}
	if obj.parameter("appId") != strconv.FormatInt(s.appID(), 10) {
		return "", s.invalidToken()
	}
	return obj.text("accessToken")
}

// wrongSignature tells the signature that was computed, as interface 7.2 says.
func (s *Sandbox) wrongSignature(want string) *failure {
	return fail(s.authStatus(), platform.CodeSignature,
		"Invalid signature. The computed signature is %s. Check the signature rules: parameter order, client_id, "+
			"client_secret.", want)
}
