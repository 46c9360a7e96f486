package doctor

import (
	"fmt"
	"io"
	"strings"
)

// WriteTable writes the report for people.
func (r *Report) WriteTable(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, %s\n", r.Platform, r.At.Format("2006-01-02 15:04:05 MST"))
	group := ""
	for _, f := range r.Findings {
		if f.Group != group {
			group = f.Group
			fmt.Fprintf(&out, "\n%s\n", group)
		}
		fmt.Fprintf(&out, "  %-12s  %-20s %s\n", f.State, f.Name, f.Assumption)
		more := func(word string, lines ...string) {
			for _, line := range lines {
				if line != "" {
					fmt.Fprintf(&out, "  %-12s  %-20s %s: %s\n", "", "", word, line)
				}
			}
		}
		if f.State != Unseen {
			more("seen", f.Seen...)
		}
		more("setting", f.Setting)
		more("how", f.How)
	}
	fmt.Fprintf(&out, "\n%d hold, %d don't hold, %d not seen yet\n", len(r.In(Holds)), len(r.In(Differs)),
		len(r.In(Unseen)))
	_, err := io.WriteString(w, out.String())
	return err
}
