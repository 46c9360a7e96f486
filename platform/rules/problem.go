package rules

import "github.com/shopdesk/shopdesk/platform"

// Problem is one broken rule. Path is the API's own, relative to the value
// that was checked ("mon[1].endTime", "[0].startDate", "phones[2]"; "" is the
// value itself). Code is one of the constants below; Args are the ints and
// strings that its words need. Warning marks what should be said but doesn't
// make the value wrong.
type Problem struct {
	Path    string `json:"path"`
	Code    string `json:"code"`
	Args    []any  `json:"args,omitempty"`
	Warning bool   `json:"warning,omitempty"`
}

// Number is the argument i if it is a number and not below 0. One that came over
// the wire is a float.
func (p Problem) Number(i int) (n int, ok bool) {
	if i >= len(p.Args) {
		return 0, false
	}
	switch n := p.Args[i].(type) {
	case int:
		return n, n >= 0
	case float64:
		return int(n), n >= 0
	}
	return 0, false
}

// The codes, with their Args.
const (
	// CodeRequired: a member is missing, null or blank.
	CodeRequired = "required"
	// CodePositive: a number must be above zero. Args: the number.
	CodePositive = "positive"
	// CodeNotAllowed: a code outside the documented ones. Args: the code.
	CodeNotAllowed = "not_allowed"

	// CodeTimeRange: a time outside 0 to 86400 seconds. Args: the time.
	CodeTimeRange = "time_range"
	// CodeEqualTimes, a leave: a shift without length that isn't 0–0. Args: the time.
	CodeEqualTimes = "equal_times"
	// CodeOverlap: a shift overlaps an earlier one of the same list. Args: the
	// other's index, start and end.
	CodeOverlap = "overlap"
	// CodeSpillOverlap, a leave: a shift that crosses midnight runs into one of the next
	// day. Args: the next day's key ("tue", or "" inside a special date), and
	// that shift's index, start and end.
	CodeSpillOverlap = "spill_overlap"
	// CodeClosedNotAlone: 0–0, closed all day, stands beside other shifts.
	CodeClosedNotAlone = "closed_not_alone"

	// CodeRangeReversed: a special date ends before it starts.
	CodeRangeReversed = "range_reversed"
	// CodeNotMidnight: a special date's start isn't 00:00:00.000, or its end
	// isn't 23:59:59.999, at the anchor. Args: the timestamp.
	CodeNotMidnight = "not_midnight"
	// CodeOtherAnchor, a warning: all dates fit the midnight that isn't the
	// configured one. Args: "utc" or "shop", the one they fit.
	CodeOtherAnchor = "other_anchor"
	// CodeDatesOverlap: a special date overlaps an earlier one of the list.
	// Args: the other's index, first and last date ("2026-12-24").
	CodeDatesOverlap = "dates_overlap"
	// CodeBusinessHourEmpty: a special date names no shift at all; closed is
	// one 0–0 shift.
	CodeBusinessHourEmpty = "business_hour_empty"

	// CodePhoneCount: too few or too many phones. Args: count, least, most.
	CodePhoneCount = "phone_count"
	// CodePhoneFormat: not "<area code>-<number>". Args: the phone.
	CodePhoneFormat = "phone_format"
	// CodePhoneShort, a leave: the number has fewer than four digits. Args: the phone.
	CodePhoneShort = "phone_short"
	// CodePhoneTwice, a leave: the phone stands in the list already. Args: the
	// other's index.
	CodePhoneTwice = "phone_twice"
	// CodePictureScheme: the address doesn't start with http:// or https://.
	CodePictureScheme = "picture_scheme"
	// CodePictureEnding: it doesn't end with .jpg, .png, .jpeg or .webp.
	CodePictureEnding = "picture_ending"
	// CodePictureCapitals, a leave: its ending is in capitals.
	CodePictureCapitals = "picture_capitals"
	// CodePictureAddress: it has no host, or holds space or control characters.
	CodePictureAddress = "picture_address"
	// CodePictureType: the image is neither JPEG, PNG nor WebP.
	CodePictureType = "picture_type"
	// CodePictureSmall: a side is too short. Args: width, height, least.
	CodePictureSmall = "picture_small"
	// CodePictureVast: more pixels than we pass on. Args: width, height.
	CodePictureVast = "picture_vast"
	// CodePictureHeavy: the file is too large. Args: the bound in megabytes.
	CodePictureHeavy = "picture_heavy"

	// CodeUnknownRequest: the value isn't a request that has rules here.
	CodeUnknownRequest = "unknown_request"
)

// MaxProblems bounds the refusals and the warnings that one check lists, because a hostile list of shifts
// has as many overlaps as the square of its length.
const MaxProblems = 200

// Refusals are the problems that make the value wrong: all but the warnings.
func Refusals(problems []Problem) []Problem {
	var refused []Problem
	for _, p := range problems {
		if !p.Warning {
			refused = append(refused, p)
		}
	}
	return refused
}

// Prefixed puts member in front of every path: "businessHourOfTheWeek" and
// "mon[1]" give "businessHourOfTheWeek.mon[1]"; a path that starts with an
// index needs no dot.
func Prefixed(member string, problems []Problem) []Problem {
	for i, p := range problems {
		switch {
		case p.Path == "":
			problems[i].Path = member
		case p.Path[0] == '[':
			problems[i].Path = member + p.Path
		default:
			problems[i].Path = member + "." + p.Path
		}
	}
	return problems
}

// list collects up to MaxProblems refusals, and as many warnings: these hide no refusal.
type list struct {
	problems []Problem
	warnings int
}

func (l *list) add(path, code string, args ...any) {
	_, leave := leaveOf[code]
	switch {
	case leave && l.warnings < MaxProblems:
		l.warnings++
	case leave || l.full():
		return
	}
	l.problems = append(l.problems, Problem{Path: path, Code: code, Args: args, Warning: leave})
}

func (l *list) full() bool { return len(l.problems)-l.warnings >= MaxProblems }

// Leaves are what becomes of input that the interface doesn't forbid outright, by the
// problem's code. A code that isn't in it is warned of.
type Leaves map[string]platform.Leave

var leaveOf = map[string]func(platform.Profile) platform.Leave{
	CodeEqualTimes:      func(p platform.Profile) platform.Leave { return p.EqualTimes },
	CodeSpillOverlap:    func(p platform.Profile) platform.Leave { return p.NightOverlap },
	CodePhoneShort:      func(p platform.Profile) platform.Leave { return p.ShortPhones },
	CodePhoneTwice:      func(p platform.Profile) platform.Leave { return p.PhoneTwice },
	CodePictureCapitals: func(p platform.Profile) platform.Leave { return p.CapitalEndings },
}

// LeavesOf are the leaves of a profile, but for those that are warned of.
func LeavesOf(p platform.Profile) Leaves {
	leaves := Leaves{}
	for code, of := range leaveOf {
		if leave := of(p); leave != platform.LeaveWarned {
			leaves[code] = leave
		}
	}
	return leaves
}

// Judge gives warnings the leave's weight: what is refused is no warning, and what is
// allowed is no problem.
func (l Leaves) Judge(problems []Problem) []Problem {
	if len(l) == 0 {
		return problems
	}
	judged := make([]Problem, 0, len(problems))
	for _, p := range problems {
		switch l[p.Code] {
		case platform.LeaveAllowed:
			continue
		case platform.LeaveRefused:
			p.Warning = false
		case platform.LeaveWarned:
		}
		judged = append(judged, p)
	}
	return judged
}

// Env is what a check needs to know about where the request goes. The zero
// value is the interface's: special dates at UTC midnights.
type Env struct {
	Anchor platform.Anchor
	Zone   Zone // the shop's; nil is UTC
	Leaves Leaves
}
