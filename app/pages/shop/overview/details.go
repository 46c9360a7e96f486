package overview

import (
	"strconv"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
)

// statusWords names a shop's status. A code we don't know is shown as it is.
func statusWords(s platform.ShopStatus) string {
	switch s {
	case platform.ShopOperating:
		return text.T("shop.state.operating")
	case platform.ShopSuspended:
		return text.T("shop.state.suspended")
	}
	return text.T("shop.state.code", int(s))
}

// yesNo words a flag.
func yesNo(yes bool) string {
	if yes {
		return text.T("shop.yes")
	}
	return text.T("shop.no")
}

// names lists the categories' names; one without a name is shown by its id.
func names(categories []platform.Category) []string {
	list := make([]string, 0, len(categories))
	for _, c := range categories {
		if c.Name == "" {
			c.Name = strconv.FormatInt(c.ID, 10)
		}
		list = append(list, c.Name)
	}
	return list
}

// sameAgain tells a text in the other language that adds nothing.
func sameAgain(other, text string) bool { return other == "" || other == text }
