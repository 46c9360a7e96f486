package components

import "testing"

func TestLinkMarkup(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		link Link
		want map[string]string
		text string
	}{
		{
			"text", Link{Href: "/admin/hours", Label: "Hours"},
			map[string]string{"href": "/admin/hours", "class": "link", "aria-current": "", "target": ""}, "Hours",
		},
		{
			"button", Link{Href: "/h", Label: "Hours", Kind: LinkButton, Button: KindGo},
			map[string]string{"class": "btn", "data-kind": "go"}, "Hours",
		},
		{
			"rail", Link{Href: "/o", Label: "Orders", Kind: LinkRail, Current: true, Extra: true, Count: "2", CountFor: "new"},
			map[string]string{"class": "rail-link", "aria-current": "page", "data-extra": "true"}, "Orders 2 new",
		},
		{
			"elsewhere", Link{Href: "https://example.org/", Label: "Status", External: true},
			map[string]string{"target": "_blank", "rel": "noopener noreferrer"}, "Status",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := render(t, &tt.link).First(t, "a")
			a.Attributes(t, tt.want)
			if got := a.Words(); got != tt.text {
				t.Errorf("reads %q, want %q", got, tt.text)
			}
		})
	}
}
