package editor

// depth bounds how far back undo goes.
const depth = 200

// History is what undo and redo go through: what an editor held before each edit.
type History[T any] struct {
	past, future []T
}

// Keep remembers what is about to change.
func (h *History[T]) Keep(was T) {
	h.past, h.future = append(h.past, was), nil
	if len(h.past) > depth {
		h.past = h.past[1:]
	}
}

// Forget drops what was kept last if nothing came of the change.
func (h *History[T]) Forget(same func(T) bool) {
	if n := len(h.past); n > 0 && same(h.past[n-1]) {
		h.past = h.past[:n-1]
	}
}

// Back gives what was there before now.
func (h *History[T]) Back(now T) (T, bool) { return move(&h.past, &h.future, now) }

// Forward gives what Back left.
func (h *History[T]) Forward(now T) (T, bool) { return move(&h.future, &h.past, now) }

// Each changes all that is kept.
func (h *History[T]) Each(f func(T) T) {
	for _, kept := range [][]T{h.past, h.future} {
		for i := range kept {
			kept[i] = f(kept[i])
		}
	}
}

// CanUndo reports whether there is an edit to undo.
func (h *History[T]) CanUndo() bool { return len(h.past) > 0 }

// CanRedo reports whether there is an undo to take back.
func (h *History[T]) CanRedo() bool { return len(h.future) > 0 }

func move[T any](from, to *[]T, now T) (T, bool) {
	n := len(*from)
	if n == 0 {
		return now, false
	}
	there := (*from)[n-1]
	*from, *to = (*from)[:n-1], append(*to, now)
	return there, true
}
