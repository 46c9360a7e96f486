package runs

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// stateTones are the colours of how far a run is.
var stateTones = map[api.RunState]components.Tone{
	api.RunScheduled: components.ToneWarn, api.RunRunning: components.ToneInfo, api.RunPaused: components.ToneWarn,
	api.RunDone: components.ToneOK,
}

// statePill is how far the run is, in a word or two.
func statePill(r api.Run) *components.Pill {
	if r.State == api.RunDone && r.Counts.Failed > 0 {
		return &components.Pill{Tone: components.ToneBad, Text: text.T("runs.state.failures")}
	}
	return &components.Pill{Tone: stateTones[r.State], Text: text.Word("runs.state.", r.State)}
}

// title is a run's name. An undo has the name of what it undoes.
func title(r api.Run) string {
	if r.Back {
		return text.T("edit.of", text.T("action.undo"), r.Name)
	}
	return r.Name
}

// saidFew is how many of the lines of [said] stand at once.
const saidFew = 7

// said is what a run does to each of its shops, nothing for an undo: that gives each shop its own back.
func said(r api.Run) []diff.Line {
	if r.Back {
		return nil
	}
	return diff.Change(r.Change)
}

// tags tell a run that tries another again, or was taken back.
func tags(r api.Run) (list []app.UI) {
	undone := text.T("runs.tag.undone")
	if r.Undone < r.Counts.Done {
		undone = undoneWords(r, r.Counts.Done)
	}
	for _, t := range []struct{ id, words string }{{r.RepeatOf, text.T("runs.tag.repeat")}, {r.UndoneBy, undone}} {
		if t.id != "" {
			list = append(list, &components.Pill{Tone: components.ToneInfo, Text: t.words})
		}
	}
	return list
}

// undoneWords say in how many of the changed shops a run was undone: "Undo: 32 of 228 done".
func undoneWords(r api.Run, changed int) string {
	return text.T("edit.of", text.T("action.undo"), text.N("runs.count.done", changed, text.Number(r.Undone)))
}

// again is in how many shops nothing came of the run, nor of a later one that tried it again.
func again(r api.Run) int { return max(0, r.Counts.Failed+r.Counts.Left-r.Repeated) }

// partly reports whether only a part was done in a shop: the rest failed, or the
// run was cancelled meanwhile.
func partly(s api.RunShop) bool {
	return len(s.Differences) > 0 && (s.State == api.RunShopFailed || s.State == api.RunShopLeft)
}

// shopWord is how far the run is in one shop, in a word.
func shopWord(s api.RunShop) string {
	if partly(s) {
		return text.T("runs.shop.partly")
	}
	return text.Word("runs.shop.", s.State)
}

// shopTones are the colours of what a run came to in a shop.
var shopTones = map[api.RunShopState]components.Tone{
	api.RunShopDone: components.ToneOK, api.RunShopFailed: components.ToneBad, api.RunShopWorking: components.ToneInfo,
}

// total is how many shops a run has.
func total(c api.RunCounts) int {
	return c.Waiting + c.Working + c.Done + c.Unchanged + c.Failed + c.Left
}

// settled is in how many of them it has come to an end.
func settled(c api.RunCounts) int { return total(c) - c.Waiting - c.Working }

// countWords says what came of a run so far: "12 of 14 done, 2 failed".
func countWords(c api.RunCounts) string {
	words := []string{text.N("runs.count.done", total(c), text.Number(c.Done))}
	for _, more := range []struct {
		key string
		n   int
	}{{"runs.count.unchanged", c.Unchanged}, {"runs.count.failed", c.Failed}, {"runs.count.left", c.Left}} {
		if more.n > 0 {
			words = append(words, text.N(more.key, more.n))
		}
	}
	return text.Commas(words)
}

// ended reports whether no further shop is begun.
func ended(s api.RunState) bool { return s == api.RunDone || s == api.RunCancelled }

// over reports whether nothing more comes of the run by itself: one that was
// cancelled may still be at work in some shops.
func over(r api.Run) bool { return ended(r.State) && r.Counts.Working == 0 }

// ending reports whether nothing is left to do in a run that hasn't ended. The server ends it at once, but may stop
// before it tells of that: such a run is read anew until it has ended.
func ending(r api.Run) bool {
	return !ended(r.State) && total(r.Counts) > 0 && settled(r.Counts) == total(r.Counts)
}

// reasons say why a shop isn't as the run wanted, as the shop's own pages would;
// what the platform said is kept as it is.
func reasons(s api.RunShop, dates []api.ChangeDate) []string {
	var words []string
	switch s.Failure { //nolint:exhaustive // the others have words of their own
	case "":
	case api.RunFailureRule:
		if words = diff.Problems(s.Problems, dates); len(words) == 0 {
			words = []string{untouched(s, text.T("runs.failure.rule"))}
		}
	case api.RunFailureRefused:
		said := text.T("runs.failure.refused")
		if s.Message != "" {
			said = text.T("runs.failure.said", s.Message)
		}
		words = append([]string{said}, diff.Problems(s.Problems, dates)...)
	case api.RunFailureDown:
		words = []string{untouched(s, text.T("runs.failure.down"))}
	default:
		words = []string{text.Word("runs.failure.", s.Failure)}
		if s.Message != "" {
			words = append(words, text.T("runs.failure.said", s.Message))
		}
	}
	if s.Platform != 0 && len(words) > 0 {
		code := text.T("runs.failure.code", text.LTR(strconv.Itoa(s.Platform)))
		words[len(words)-1] = text.Together(words[len(words)-1], code)
	}
	return words
}

// untouched adds that nothing was changed, where that is so.
func untouched(s api.RunShop, words string) string {
	if partly(s) {
		return words
	}
	return text.Together(words, text.T("stepup.failed"))
}

// tries says how often a shop was tried and when it is tried again by its own clock, "" when
// that needs no words.
func tries(all *state.State, s api.RunShop) string {
	switch {
	case s.State == api.RunShopWaiting && s.NextAt != 0 && s.Tries > 0:
		return text.N("runs.tries.again", s.Tries, pages.Clock(all, s.ShopID, s.NextAt))
	case s.Tries > 1:
		return text.N("runs.tries", s.Tries)
	}
	return ""
}

// story says who made the run, when it began, begins or ended, and who cancelled it.
func story(r api.Run) string {
	more := ""
	switch {
	case r.State == api.RunScheduled:
		more = text.T("runs.begins", text.When(r.At))
	case r.EndedBy != "":
		by := text.T("runs.by", text.Isolate(r.EndedBy), text.When(r.EndedAt))
		more = text.T("edit.of", text.Word("runs.state.", r.State), by)
	case r.EndedAt != 0:
		more = text.T("runs.ended", text.When(r.EndedAt))
	}
	return text.Together(text.T("runs.by", text.Isolate(r.By), text.When(r.MadeAt)), more)
}

// csv is the result as a file.
func csv(all *state.State, w *watched) string {
	b := pages.CSV("shop.number", "nav.shop", "runs.csv.state", "edit.bar", "label.reason", "runs.csv.code",
		"runs.csv.tries", "label.time.local", "shops.add.zone", "runs.one", "runs.step.change")
	name, change := title(w.Run), diff.Joined(said(w.Run))
	for _, s := range w.Shops {
		code := ""
		if s.Platform != 0 {
			code = strconv.Itoa(s.Platform)
		}
		zone, zoneName := pages.FileZone(all, s.ShopID)
		text.CSVLine(b, strconv.FormatInt(s.ShopID, 10), pages.ShopName(all, s.ShopID), shopWord(s),
			diff.Words(s.Differences, pages.WhenIn(all, s.ShopID)), text.Together(reasons(s, w.Change.Dates)...), code,
			strconv.Itoa(s.Tries), text.CSVTime(s.At, zone), zoneName, name, change)
	}
	return b.String()
}
