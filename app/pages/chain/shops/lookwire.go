package shops

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/internal/api"
)

// write is the look as views keep it: name=value joined by "&". A value's own
// "&", "=" and "%" are written as in addresses.
func (k look) write() string {
	var parts []string
	put := func(name, value string) {
		if value != "" {
			parts = append(parts, name+"="+escape.Replace(value))
		}
	}
	put("find", k.Find)
	put("standing", string(k.Standing))
	put("group", k.Group)
	put("only", k.Only)
	put("sort", string(k.Sort))
	if k.Down {
		put("down", "1")
	}
	put("columns", strings.Join(pages.Words(k.Columns, func(c column) string { return string(c) }), ","))
	return strings.Join(parts, "&")
}

var (
	escape   = strings.NewReplacer("%", "%25", "&", "%26", "=", "%3D")
	unescape = strings.NewReplacer("%26", "&", "%3D", "=", "%25", "%")
)

// readLook reads what write has written. What this program doesn't know, of a
// newer one, is left out.
func readLook(written string) (k look) {
	for part := range strings.SplitSeq(written, "&") {
		name, value, _ := strings.Cut(part, "=")
		value = unescape.Replace(value)
		switch name {
		case "find":
			k.Find = value
		case "standing":
			if slices.Contains(order, api.Standing(value)) {
				k.Standing = api.Standing(value)
			}
		case "group":
			k.Group = value
		case "only":
			if slices.Contains(onlyAll, value) {
				k.Only = value
			}
		case "sort":
			if slices.Contains(columns, column(value)) {
				k.Sort = column(value)
			}
		case "down":
			k.Down = true
		case "columns":
			for _, c := range columns {
				if slices.Contains(strings.Split(value, ","), string(c)) {
					k.Columns = append(k.Columns, c)
				}
			}
		}
	}
	return k
}

// narrowed reports whether the look leaves shops out.
func (k look) narrowed() bool {
	return k.Find != "" || k.Standing != "" || k.Group != "" || k.Only != ""
}

// whole is the look without what leaves shops out.
func (k look) whole() look { return look{Sort: k.Sort, Down: k.Down, Columns: k.Columns} }
