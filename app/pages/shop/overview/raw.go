package overview

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
)

// member is a part of the record that this version doesn't know, as it came.
type member struct{ name, value string }

// unknown lists what the platform says of the shop beyond what is shown
// elsewhere: members of the record, of its pictures and of its categories.
func unknown(s *platform.Shop) []member {
	list := members("", s.Extra)
	for _, p := range s.MainPictures {
		list = append(list, members("mainPictures.", p.Extra)...)
	}
	for _, c := range s.PrimaryCategories {
		list = append(list, members("primaryCategoryList.", c.Extra)...)
	}
	for _, c := range s.SupportCategories {
		list = append(list, members("supportCategoryList.", c.Extra)...)
	}
	return list
}

func members(where string, extra platform.Extra) (list []member) {
	if extra == "" {
		return nil
	}
	values := map[string]json.RawMessage{}
	if json.Unmarshal([]byte("{"+string(extra)+"}"), &values) != nil {
		return []member{{where + "…", string(extra)}}
	}
	for name, value := range values {
		list = append(list, member{where + name, string(value)})
	}
	slices.SortFunc(list, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return list
}
