package csslint

import (
	"bytes"
	"strings"

	tdewolff "github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

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

// sheet is a parsed style sheet: its blocks and declarations, which is what the rules need.
type sheet struct {
	rules        []*rule
	declarations []declaration
	statements   []declaration // at-rules without a block, as their property
}

func parse(text string) sheet {
	var s sheet
	var open *rule
	var piece strings.Builder
	line, start := 1, 1 // start is the line on which the current piece began
	take := func() string {
		defer piece.Reset()
		return strings.TrimSpace(piece.String())
	}
	lexer := css.NewLexer(tdewolff.NewInputString(text))
	for kind, data := lexer.Next(); kind != css.ErrorToken; kind, data = lexer.Next() {
		switch kind { //nolint:exhaustive // the other tokens are parts of a piece
		case css.CommentToken:
		case css.LeftBraceToken:
			open = &rule{prelude: take(), line: start, parent: open}
			s.rules = append(s.rules, open)
		case css.RightBraceToken:
			s.declare(declaration{property: take(), line: start, rule: open})
			if open != nil {
				open = open.parent
			}
		case css.SemicolonToken:
			s.declare(declaration{property: take(), line: start, rule: open})
		default:
			if piece.Len() == 0 {
				start = line
			}
			if piece.Len() > 0 || kind != css.WhitespaceToken {
				piece.Write(data)
			}
		}
		line += bytes.Count(data, []byte("\n"))
	}
	return s
}

// declare adds what is written in d's property.
func (s *sheet) declare(d declaration) {
	if strings.HasPrefix(d.property, "@") {
		s.statements = append(s.statements, d)
	} else if name, value, ok := strings.Cut(d.property, ":"); ok {
		d.property, d.value = strings.TrimSpace(name), strings.TrimSpace(value)
		s.declarations = append(s.declarations, d)
	}
}
