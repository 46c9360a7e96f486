package text

var enShops = map[string]string{
	"shops.title":      "All shops",
	"shops.count":      "{0} shop|{0} shops",
	"shops.found":      "{0} of {1} shops",
	"shops.find":       "Find a shop",
	"shops.find.hint":  "Name in either language, number or place",
	"shops.none.found": "No shop matches “{0}”",
	"shops.none.clear": "Show all shops",
	"shops.failed":     "The list of shops couldn't be read.",
	"shops.old":        "This list is from your last visit.",

	"shops.empty":       "No shops yet",
	"shops.empty.owner": "Add them by number. The platform's own console shows a shop's number.",
	"shops.empty.other": "An owner has to give you one.",

	"shops.add":           "Add shops",
	"shops.add.ids":       "Shop numbers",
	"shops.add.ids.hint":  "One or several, separated by spaces or commas.",
	"shops.add.zone":      "Time zone",
	"shops.add.zone.hint": "The platform doesn't tell it. Hours count from the shop's own midnight.",
	"shops.add.zone.need": "Choose a time zone.",
	"shops.add.zone.bad":  "The server doesn't know this time zone. Choose another name for it.",
	"shops.add.go":        "Add",
	"shops.add.cancel":    "Cancel",
	"shops.add.need":      "Enter at least one shop number.",
	"shops.add.bad":       "“{0}” is not a shop number.",
	"shops.add.there":     "Shop {0} is in the list already.",
	"shops.add.many":      "Add at most {0} shops at once.",
	"shops.add.unknown":   "The platform doesn't know shop {0}, or it hasn't given us access to it.",
	"shops.add.done":      "Added {0} shop.|Added {0} shops.",
	"shops.add.failed":    "No shop was added.",
}
