package csslint

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Problem is a broken rule in a style sheet.
type Problem struct {
	File string
	Line int
	Text string
}

// String is the problem as compilers print theirs.
func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text) }

// maxDepth is how many style rules may stand within each other.
const maxDepth = 2

var (
	physicalProperty = regexp.MustCompile(
		`^((margin|padding|border|inset|scroll-margin|scroll-padding)-)?(left|right|top|bottom)(-(width|style|color))?$|^border-(top|bottom)-(left|right)-radius$|^(min-|max-)?(width|height)$`)
	physicalValue   = regexp.MustCompile(`^(left|right)$`)
	physicalKeyword = map[string]bool{"text-align": true, "float": true, "clear": true, "caption-side": true}
	hexColour       = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b`)
	address         = regexp.MustCompile(`url\(\s*["']?([a-z]+:|//)`)
	idSelector      = regexp.MustCompile(`#[\w-]`)
	looksInPage     = regexp.MustCompile(`\.(desk|main|stack|orders|board|lane)(\[[^\]]*\])*:has\(`)
	bracketed       = regexp.MustCompile(`\[[^\]]*\]`)
	classSelector   = regexp.MustCompile(`\.(-?[a-zA-Z_][\w-]*)`)
	size            = regexp.MustCompile(`^([0-9.]+)(px|rem)$`)
	weight          = regexp.MustCompile(`^([0-9]+|bold|bolder|lighter)$`)
	tokenUse        = regexp.MustCompile(`var\(\s*(--[\w-]+)`)
)

// Lint gives the rules that a sheet breaks. Only a sheet named tokens.css may
// hold colours, and only one named layers.css may stand outside a layer.
func Lint(file, text string) []Problem {
	var problems []Problem
	report := func(line int, format string, args ...any) {
		problems = append(problems, Problem{file, line, fmt.Sprintf(format, args...)})
	}
	s := parse(text)
	for _, statement := range s.statements {
		if strings.HasPrefix(statement.property, "@import") {
			report(statement.line, "no @import: the sheets are joined when the console is built")
		}
	}
	for _, r := range s.rules {
		lintRule(r, report)
	}
	tokens := strings.HasSuffix(file, "tokens.css")
	for _, d := range s.declarations {
		lintDeclaration(d, tokens, report)
	}
	return problems
}

func lintRule(r *rule, report func(int, string, ...any)) {
	if r.parent == nil && !strings.HasPrefix(r.prelude, "@layer ") {
		report(r.line, "%s stands outside a layer", r.prelude)
	}
	if r.at() || r.inside("@keyframes") {
		return
	}
	if idSelector.MatchString(bracketed.ReplaceAllString(r.prelude, "")) {
		report(r.line, "id in the selector %s", r.prelude)
	}
	if looksInPage.MatchString(r.prelude) && !r.inside("@media print") {
		report(r.line, "%s looks into all of a page: tell its element with an attribute", r.prelude)
	}
	if r.depth() > maxDepth {
		report(r.line, "%s is nested more than %d deep", r.prelude, maxDepth)
	}
}

func lintDeclaration(d declaration, tokens bool, report func(int, string, ...any)) {
	value := strings.TrimSpace(strings.TrimSuffix(d.value, "!important"))
	switch {
	case physicalProperty.MatchString(d.property):
		report(d.line, "%s is physical: use its logical sister", d.property)
	case physicalKeyword[d.property] && physicalValue.MatchString(value):
		report(d.line, "%s: %s is physical: use start or end", d.property, value)
	case d.property == "user-select":
		report(d.line, "user-select is unknown to Safari: use -webkit-user-select")
	}
	if hexColour.MatchString(value) && !tokens {
		report(d.line, "colour %s outside the tokens", hexColour.FindString(value))
	}
	if address.MatchString(value) {
		report(d.line, "%s loads from elsewhere or from data:", d.property)
	}
	undone := d.property == "translate" && value == "none" || d.property == "margin-block-end" && value == "0"
	if strings.Contains(d.value, "!important") && !undone && !d.rule.inside("@media (prefers-reduced-motion") {
		report(d.line, "!important on %s", d.property)
	}
	if d.property == "font-weight" && weight.MatchString(value) {
		report(d.line, "font-weight %s is not of the scale: use a token", value)
	}
	if d.property == "font-size" && tooSmall(value) {
		report(d.line, "font-size %s is under 12 px", value)
	}
}

// tooSmall reports whether a size in px or rem is under 12 px.
func tooSmall(value string) bool {
	m := size.FindStringSubmatch(value)
	if m == nil {
		return false
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if m[2] == "rem" {
		n *= 16
	}
	return err == nil && n < 12
}

// Classes gives the classes that the selectors of a sheet name.
func Classes(text string) []string {
	var classes []string
	for _, r := range parse(text).rules {
		if r.at() || r.inside("@keyframes") {
			continue
		}
		for _, m := range classSelector.FindAllStringSubmatch(bracketed.ReplaceAllString(r.prelude, ""), -1) {
			classes = append(classes, m[1])
		}
	}
	return classes
}

// Tokens gives the custom properties that a sheet declares and those it uses.
func Tokens(text string) (declared, used []string) {
	for _, d := range parse(text).declarations {
		if strings.HasPrefix(d.property, "--") {
			declared = append(declared, d.property)
		}
		for _, m := range tokenUse.FindAllStringSubmatch(d.value, -1) {
			used = append(used, m[1])
		}
	}
	return declared, used
}
