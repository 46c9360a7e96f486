package text

import (
	"cmp"
	"errors"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Error says what went wrong with a call, and what to do about it.
func Error(err error) (title, advice string) {
	var refusal *api.Error
	var unreachable *platform.UnreachableError
	switch {
	case errors.As(err, &refusal):
		return refused(refusal)
	case errors.As(err, &unreachable) && unreachable.Sent:
		return T("error.no_answer"), T("error.no_answer.do")
	case unreachable != nil:
		return T("error.offline"), T("error.offline.do")
	}
	return T("error.internal"), T("error.internal.do")
}

// alike are codes that are worded as another one: they tell a developer more than a person.
var alike = map[api.Code]api.Code{
	api.CodeDuplicateKey: api.CodeMalformed, api.CodeMethod: api.CodeUnknownField,
}

// refused words an answer of our server. What the platform says itself is shown
// as it is.
func refused(e *api.Error) (title, advice string) {
	key := "error." + string(cmp.Or(alike[e.Code], e.Code))
	if !Has(key) {
		key = "error.internal"
	}
	title, advice = T(key), T(key+".do")
	switch {
	case e.Code == api.CodeSlowDown && e.RetryAfter > 0:
		advice = N("error.slow_down.after", (e.RetryAfter+59)/60)
	case e.Code == api.CodeRefused && e.Message != "":
		title = T("error.platform_refused.said", e.Message)
	case e.Code == api.CodePlatformDown && e.Unknown:
		advice = T("error.platform_down.unknown")
	case e.Code == api.CodeInternal && e.Request != "":
		advice = T("error.internal.number", e.Request)
	}
	return title, advice
}

// Failure is both parts of [Error] as one text.
func Failure(err error) string {
	title, advice := Error(err)
	return T("error.both", title, advice)
}
