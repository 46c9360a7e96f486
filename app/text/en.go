package text

// english is the catalogue of the English texts. A page's own stand in
// en_<page>.go.
var english = Catalogue{
	Lang: "en",
	Dir:  "ltr",
	Form: func(n int) int {
		if n == 1 {
			return 0
		}
		return 1
	},
	Words: join(parts...),
}

// parts are what it is put together from.
var parts = []map[string]string{
	enCommon, enErrors, enProblems,
	enShell, enSignin, enSetup, enShops, enShop, enHours, enDates, enPhones, enPause, enOrders,
}

// enCommon is what several pages say.
var enCommon = map[string]string{
	"day.mon": "Monday", "day.short.mon": "Mon",
	"day.tue": "Tuesday", "day.short.tue": "Tue",
	"day.wed": "Wednesday", "day.short.wed": "Wed",
	"day.thu": "Thursday", "day.short.thu": "Thu",
	"day.fri": "Friday", "day.short.fri": "Fri",
	"day.sat": "Saturday", "day.short.sat": "Sat",
	"day.sun": "Sunday", "day.short.sun": "Sun",

	"shift.next":    "{0}, next day",
	"shift.between": " and ",
	"shift.closed":  "Closed all day",
	"shift.whole":   "Open all day",

	"role.owner":   "Owner",
	"role.manager": "Manager",
	"role.staff":   "Staff",

	"action.again":  "Try again",
	"action.reload": "Reload",
	"action.close":  "Close",
	"loading":       "Loading…",
	"form.problem":  "There is a problem",
}
