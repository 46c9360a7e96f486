package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Skeleton keeps the place of content on its way. Label says so to assistive
// technology.
type Skeleton struct {
	app.Compo

	Label string
	Lines int // lines of text; 3 when neither is set
	Rows  int // rows of a list, with a mark in front
}

// Render draws the placeholder.
func (s *Skeleton) Render() app.UI {
	lines := s.Lines
	if lines == 0 && s.Rows == 0 {
		lines = 3
	}
	body := []app.UI{app.Span().Class("hidden").Text(s.Label)}
	for range lines {
		body = append(body, app.Div().Class("skeleton-line").Aria("hidden", "true"))
	}
	for range s.Rows {
		body = append(body, app.Div().Class("skeleton-row").Aria("hidden", "true").Body(
			app.Div().Class("skeleton-mark"),
			app.Div().Class("skeleton-line"),
		))
	}
	return app.Div().Class("skeleton").Role("status").Body(body...)
}
