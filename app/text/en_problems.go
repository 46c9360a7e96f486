package text

// enProblems words the rules of package rules, by "problem.<code>".
var enProblems = map[string]string{
	"problem.unknown": "This breaks the rule “{0}”.",

	"problem.required":    "This is missing.",
	"problem.positive":    "This must be more than zero.",
	"problem.not_allowed": "{0} is not one of the known codes.",

	"problem.time_range":         "A time must be between 00:00 and 24:00.",
	"problem.equal_times":        "This shift starts and ends at the same time, {0}.",
	"problem.overlap":            "This shift overlaps the one from {0} to {1}.",
	"problem.spill_overlap":      "This shift runs into the one on {0} from {1} to {2}.",
	"problem.spill_overlap.same": "This shift runs into the next day's, which is from {0} to {1}.",
	"problem.closed_not_alone":   "“Closed all day” can't stand beside other shifts.",

	"problem.range_reversed":      "The last day is before the first.",
	"problem.not_midnight":        "This isn't the start or the end of a day.",
	"problem.other_anchor.utc":    "The platform keeps these dates by UTC midnights, not by the shop's as configured.",
	"problem.other_anchor.shop":   "The platform keeps these dates by the shop's midnights, not by UTC as configured.",
	"problem.dates_overlap":       "These dates overlap those from {0} to {1}.",
	"problem.business_hour_empty": "Say whether the shop is closed, or when it is open.",

	"problem.phone_count":       "A shop has between {1} and {2} phones; here are {0}.",
	"problem.phone_format":      "“{0}” must be written as area code, hyphen, number: 852-12345678.",
	"problem.phone_twice":       "This phone stands in the list already.",
	"problem.phone_impossible":  "“{0}” can't be a phone: its country has no numbers of that length, or no country has that area code.",
	"problem.picture_scheme":    "The address must start with https:// or http://.",
	"problem.picture_ending":    "The address must end with .jpg, .png, .jpeg or .webp.",
	"problem.picture_address":   "This isn't a complete web address.",
	"problem.picture_type":      "The picture must be a JPEG, PNG or WebP.",
	"problem.picture_small":     "The picture is {0} pixels wide and {1} high; both must be at least {2}.",
	"problem.picture_vast":      "The picture has {0} by {1} pixels, more than anybody can show.",
	"problem.picture_heavy":     "The picture must be smaller than {0} MB.",
	"problem.picture_private":   "This address doesn't lead to a host on the public internet. The platform couldn't fetch it.",
	"problem.picture_no_answer": "Nothing answers at this address, or not in time.",
	"problem.picture_status":    "There is no picture at this address: its host answers with status {0}.",
	"problem.picture_mismatch":  "The address ends with {0}, but the picture there is {1}.",
	"problem.picture_gone":      "This picture isn't kept any more. Send it again.",
	"problem.unknown_request":   "The server doesn't know this request.",
}
