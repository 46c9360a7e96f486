package text

// enErrors words every failure: "error.<code>" is what happened,
// "error.<code>.do" what to do about it.
var enErrors = map[string]string{
	"error.both": "{0} {1}",

	"error.offline":      "You are offline.",
	"error.offline.do":   "Nothing is lost. Try again when the connection is back.",
	"error.no_answer":    "The console's server didn't answer.",
	"error.no_answer.do": "Check the connection and try again.",

	"error.malformed":        "The server couldn't read the request.",
	"error.malformed.do":     "Reload the page and try again.",
	"error.duplicate_key":    "The server couldn't read the request.",
	"error.duplicate_key.do": "Reload the page and try again.",
	"error.unknown_field":    "This page is older or newer than the server.",
	"error.unknown_field.do": "Reload the page and try again.",
	"error.too_large":        "That is more than the server takes at once.",
	"error.too_large.do":     "Shorten it and try again.",
	"error.method":           "This page is older or newer than the server.",
	"error.method.do":        "Reload the page and try again.",
	"error.cross_origin":     "The request seemed to come from another site.",
	"error.cross_origin.do":  "Open the console by its own address and try again.",

	"error.signed_out":     "You are signed out.",
	"error.signed_out.do":  "Sign in to go on.",
	"error.bad_sign_in":    "Name or password is wrong.",
	"error.bad_sign_in.do": "Check both and try again.",
	"error.forbidden":      "Your role doesn't allow this.",
	"error.forbidden.do":   "Ask an owner of the shop.",
	"error.not_found":      "There is nothing here that you may see.",
	"error.not_found.do":   "It may have been removed, or it belongs to somebody else.",
	"error.changed":        "Somebody else changed this meanwhile.",
	"error.changed.do":     "Look at both versions and choose.",
	"error.link_used":      "This link was used already, or it has expired.",
	"error.link_used.do":   "Ask for a new one.",
	"error.invalid":        "Something isn't right yet.",
	"error.invalid.do":     "Mend what is marked and try again.",

	"error.slow_down":       "Too many tries.",
	"error.slow_down.do":    "Wait a while and try again.",
	"error.slow_down.after": "Try again in {0} minute.|Try again in {0} minutes.",

	"error.internal":        "Something went wrong on our side.",
	"error.internal.do":     "Try again. If it goes on, tell whoever looks after the console.",
	"error.internal.number": "Try again. If it goes on, tell whoever looks after the console the number {0}.",
	"error.unavailable":     "The console's server can't work right now.",
	"error.unavailable.do":  "Try again in a minute.",

	"error.connection":            "The platform doesn't accept our access.",
	"error.connection.do":         "An owner has to mend the connection to the platform.",
	"error.platform_down":         "The platform doesn't answer.",
	"error.platform_down.do":      "Nothing was changed. Try again in a minute.",
	"error.platform_down.unknown": "We can't tell whether the change arrived. Look at what the platform shows before you try again.",
	"error.platform_refused":      "The platform refused this.",
	"error.platform_refused.do":   "Change it and try again.",
	"error.platform_refused.said": "The platform refused this: “{0}”",
}
