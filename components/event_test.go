package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// said is what a browser says: an event with these members, or one of them.
type said struct {
	app.Value
	is any
}

func event(members map[string]any) app.Event { return app.Event{Value: said{app.Window(), members}} }

func (s said) Get(name string) app.Value {
	members, _ := s.is.(map[string]any)
	return said{s.Value, members[name]}
}

func (s said) Truthy() bool { return s.is == true }

func (s said) Int() int { return s.is.(int) }

func (s said) Type() app.Type {
	if _, ok := s.is.(int); ok {
		return app.TypeNumber
	}
	return app.TypeUndefined
}
