package ics

import "strings"

// line is a content line: NAME;PARAM=value:value (RFC 5545, 3.1). Names are in
// upper case.
type line struct {
	name   string
	params map[string]string
	value  string
}

// lines unfolds a text into its content lines. What is none is left out.
func lines(text string) []line {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	var out []line
	var whole strings.Builder
	flush := func() {
		if l, ok := parseLine(whole.String()); ok {
			out = append(out, l)
		}
		whole.Reset()
	}
	for raw := range strings.SplitSeq(text, "\n") {
		if raw != "" && (raw[0] == ' ' || raw[0] == '\t') {
			whole.WriteString(raw[1:])
			continue
		}
		flush()
		whole.WriteString(raw)
	}
	flush()
	return out
}

// parseLine splits a line at the first colon outside quotes.
func parseLine(text string) (line, bool) {
	head, value, found := cut(text, ':')
	if !found || head == "" {
		return line{}, false
	}
	name, rest, _ := strings.Cut(head, ";")
	l := line{name: strings.ToUpper(strings.TrimSpace(name)), value: value, params: map[string]string{}}
	for rest != "" {
		var param string
		param, rest, _ = cut(rest, ';')
		key, value, _ := strings.Cut(param, "=")
		l.params[strings.ToUpper(key)] = strings.Trim(value, `"`)
	}
	return l, true
}

// cut is [strings.Cut] at the first separator outside quotes.
func cut(text string, separator byte) (before, after string, found bool) {
	quoted := false
	for i := range len(text) {
		if text[i] == '"' {
			quoted = !quoted
		} else if text[i] == separator && !quoted {
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

// unescape reads a text value (RFC 5545, 3.3.11) as one line.
func unescape(text string) string {
	text = strings.NewReplacer(`\\`, `\`, `\;`, ";", `\,`, ",", `\n`, " ", `\N`, " ").Replace(text)
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
}

func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`).Replace(text)
}

// maxLine is how many bytes a line may have before it is folded.
const maxLine = 75

// fold writes a content line, folded between characters.
func fold(out *strings.Builder, text string) {
	room := maxLine
	for _, r := range text {
		c := string(r)
		if len(c) > room {
			out.WriteString("\r\n ")
			room = maxLine - 1
		}
		out.WriteString(c)
		room -= len(c)
	}
	out.WriteString("\r\n")
}
