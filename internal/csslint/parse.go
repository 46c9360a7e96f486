package csslint

import "strings"

// declaration is one property with its value and where it stands.
type declaration struct {
	property string
	value    string
	line     int
	rule     *rule
}

// rule is a block: a style rule or an at-rule.
type rule struct {
	prelude string // the selector, or "@media …"
	line    int
	parent  *rule
}

func (r *rule) at() bool { return strings.HasPrefix(r.prelude, "@") }

// inside reports whether the rule is in a block whose prelude begins so.
func (r *rule) inside(prelude string) bool {
	for ; r != nil; r = r.parent {
		if strings.HasPrefix(r.prelude, prelude) {
			return true
		}
	}
	return false
}

// depth counts the style rules around and including this one.
func (r *rule) depth() int {
	n := 0
	for ; r != nil; r = r.parent {
		if !r.at() {
			n++
		}
	}
	return n
}

// sheet is a parsed style sheet. It is no full parser: it knows blocks,
// declarations, strings and comments, which is what the rules need.
type sheet struct {
	rules        []*rule
	declarations []declaration
	statements   []declaration // at-rules without a block, as their property
}

func parse(text string) sheet {
	p := scanner{text: withoutComments(text), line: 1}
	p.run()
	return p.sheet
}

type scanner struct {
	text  string
	line  int
	start int // the line on which the current piece began
	piece strings.Builder
	open  *rule
	sheet sheet
}

func (p *scanner) run() {
	quote, depth := byte(0), 0 // inside a string, inside parentheses
	for i := range len(p.text) {
		c := p.text[i]
		if c == '\n' {
			p.line++
		}
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
			p.add(c)
		case c == '"' || c == '\'':
			quote = c
			p.add(c)
		case c == '(' || c == ')':
			depth += map[byte]int{'(': 1, ')': -1}[c]
			p.add(c)
		case depth > 0:
			p.add(c)
		case c == '{':
			p.open = &rule{prelude: p.take(), line: p.start, parent: p.open}
			p.sheet.rules = append(p.sheet.rules, p.open)
		case c == '}':
			p.declare()
			if p.open != nil {
				p.open = p.open.parent
			}
		case c == ';':
			p.declare()
		default:
			p.add(c)
		}
	}
}

func (p *scanner) add(c byte) {
	if p.piece.Len() == 0 {
		if c == ' ' || c == '\n' || c == '\t' {
			return
		}
		p.start = p.line
	}
	p.piece.WriteByte(c)
}

func (p *scanner) take() string {
	s := strings.TrimSpace(p.piece.String())
	p.piece.Reset()
	return s
}

func (p *scanner) declare() {
	s := p.take()
	switch name, value, ok := strings.Cut(s, ":"); {
	case strings.HasPrefix(s, "@"):
		p.sheet.statements = append(p.sheet.statements, declaration{property: s, line: p.start, rule: p.open})
	case ok:
		p.sheet.declarations = append(p.sheet.declarations, declaration{
			property: strings.TrimSpace(name), value: strings.TrimSpace(value), line: p.start, rule: p.open,
		})
	}
}

// withoutComments blanks comments but keeps their line ends.
func withoutComments(text string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "/*")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		comment, after, _ := strings.Cut(rest, "*/")
		out.WriteString(strings.Repeat("\n", strings.Count(comment, "\n")))
		text = after
	}
}
