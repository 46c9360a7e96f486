package sqlstore

import (
	"strconv"
	"strings"
)

// values returns "($1, $2), ($3, $4)" for 2 rows of 2 columns.
func values(rows, columns int) string {
	var b strings.Builder
	for row := range rows {
		if row > 0 {
			b.WriteString(", ")
		}
		b.WriteString(placeholders(row*columns, columns))
	}
	return b.String()
}

// placeholders returns "($4, $5)" for after 3 and count 2.
func placeholders(after, count int) string {
	var b strings.Builder
	b.WriteByte('(')
	for i := range count {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(after + i + 1))
	}
	b.WriteByte(')')
	return b.String()
}

// integers returns "(7, 9)". A long list of numbers is cheaper as text than as arguments, because
// SQLite compares each argument's name with all names before it.
func integers(list []int64) string {
	b := make([]byte, 0, 8*len(list)+2)
	b = append(b, '(')
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(append(b, ')'))
}

func anys[T any](list []T) []any {
	all := make([]any, len(list))
	for i, v := range list {
		all[i] = v
	}
	return all
}
