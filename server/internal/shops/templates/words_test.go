package templates_test

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// of returns one shop's drift.
func of(t testing.TB, d api.Drifts, shop int64) api.ShopDrift {
	t.Helper()
	for _, one := range d.Shops {
		if one.ShopID == shop {
			return one
		}
	}
	t.Fatalf("shop %d isn't there: %+v", shop, d.Shops)
	return api.ShopDrift{}
}

func named(name string, parts api.TemplateParts, shops ...string) api.SaveTemplate {
	return api.SaveTemplate{TemplateID: api.TemplateID{Name: name}, Parts: parts, Shops: shops}
}

func codes(err *api.Error) (list []string) {
	if err == nil {
		return nil
	}
	for _, p := range err.Problems {
		list = append(list, p.Path+" "+p.Code)
	}
	return list
}

func names(all api.Templates) string {
	var list []string
	for _, t := range all.Templates {
		list = append(list, t.Name)
	}
	return strings.Join(list, ", ")
}
