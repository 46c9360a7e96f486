package text

var enSetup = map[string]string{ //nolint:gosec // words about passwords
	"setup.title":         "Set up the first owner",
	"setup.intro":         "You are the first person here. The owner sees all shops and everything that can be done with them.",
	"setup.name":          "Your name",
	"setup.name.hint":     "As others will see it.",
	"setup.login":         "Sign-in name",
	"setup.login.hint":    "What you type to sign in: letters, digits and . _ - @ +",
	"setup.password":      "Password",
	"setup.password.hint": "At least {0} characters. A few unrelated words are good.",
	"setup.go":            "Create the owner",

	"setup.fault.name.required":       "Enter your name.",
	"setup.fault.name.too_long":       "Make the name at most {0} characters long.",
	"setup.fault.name.shape":          "The name holds characters that can't be shown.",
	"setup.fault.login.required":      "Enter a sign-in name.",
	"setup.fault.login.too_long":      "Make the sign-in name at most {0} characters long.",
	"setup.fault.login.shape":         "Use only letters, digits and . _ - @ + in the sign-in name, without spaces.",
	"setup.fault.password.required":   "Enter a password.",
	"setup.fault.password.too_short":  "Make the password at least {0} characters long.",
	"setup.fault.password.too_long":   "Make the password at most {0} characters long.",
	"setup.fault.password.too_common": "Many people use this password. Choose another one.",
	"setup.fault.password.names_you":  "The password must not hold your name or sign-in name.",
	"setup.fault.other":               "The server doesn't accept this.",

	"setup.none":    "This link is incomplete.",
	"setup.none.do": "Open the whole link that the console's server printed when it started, including what stands after the # sign.",
	"setup.used":    "This link was used already, or it has expired.",
	"setup.used.do": "If there is an owner, sign in. Otherwise have a new link made with the server's setup-link command.",
	"setup.signin":  "Go to sign-in",
}
