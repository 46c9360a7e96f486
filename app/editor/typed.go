package editor

// Draft is what stands on a screen and is typed in; F names one of its fields.
type Draft[T, F any] interface {
	Clone() T
	Equal(other T) bool
	// Settled is the draft once a field of it is left.
	Settled(field F) T
}

// Typed is the part of a [Model] that takes what is typed in its draft T, for the
// model to embed. A zero F names no field; P is something that is wrong.
type Typed[T Draft[T, F], F comparable, P any] struct {
	History[T]

	Now    T
	At     F    // the field being edited: its edits are one step of undo
	Typing bool // and it hasn't been left
	Tried  int  // tries to save so far
	Sent   T    // what the last one was about
	Shown  []P  // what was wrong when the typing began
	Said   []P  // what the server found wrong, until the next edit
}

// Undo implements [Form].
func (t *Typed[T, F, P]) Undo() bool { return t.travel(t.Back) }

// Redo implements [Form].
func (t *Typed[T, F, P]) Redo() bool { return t.travel(t.Forward) }

func (t *Typed[T, F, P]) travel(way func(T) (T, bool)) (ok bool) {
	t.Settle()
	t.Now, ok = way(t.Now)
	t.Said = nil
	return ok
}

// Change makes one edit. Edits of the same field follow each other as one step
// of undo until the field is left.
func (t *Typed[T, F, P]) Change(field F, edit func(now *T)) {
	var none F
	if field == none || field != t.At {
		t.Settle()
	}
	next := t.Now.Clone()
	edit(&next)
	if next.Equal(t.Now) {
		return
	}
	if t.At == none {
		t.Keep(t.Now)
	}
	t.Now, t.At, t.Said = next, field, nil
}

// Carry changes the draft and all that undo and redo lead to, without a step.
func (t *Typed[T, F, P]) Carry(f func(T) T) {
	t.Each(f)
	t.Now = f(t.Now)
}

// Type is Change while a field is typed in. Judge lists what is wrong.
func (t *Typed[T, F, P]) Type(field F, judge func() []P, edit func(now *T)) {
	if field != t.At {
		t.Settle()
	}
	if !t.Typing {
		t.Shown = judge()
	}
	t.Change(field, edit)
	t.Typing = t.At == field
}

// Settle ends the edit of a field. It reports whether one was being edited.
func (t *Typed[T, F, P]) Settle() bool {
	var none F
	if t.At == none {
		return false
	}
	t.Now = t.Now.Clone().Settled(t.At)
	t.At, t.Typing = none, false
	t.Forget(t.Now.Equal)
	return true
}

// Attempt begins a try to save.
func (t *Typed[T, F, P]) Attempt() {
	t.Settle()
	t.Sent, t.Said = t.Now, nil
	t.Tried++
}
