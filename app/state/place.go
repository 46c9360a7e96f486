package state

// Place is where on a page the person is, in the page's own words, while they go
// from one shop to another, and while the page is made anew in another language:
// the month that a calendar shows, the token of a one-time link. It is "" on a
// page that they have just come to.
func (s *State) Place() string { return s.place }

// SetPlace notes it.
func (s *State) SetPlace(place string) { s.place = place }
