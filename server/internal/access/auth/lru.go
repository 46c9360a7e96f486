package auth

import "container/list"

// lru is a map of at most size entries that deletes the entry unused longest. The
// owner of an lru locks it.
type lru[K comparable, V any] struct {
	size    int
	order   *list.List // front: the entry used last
	entries map[K]*list.Element
}

type lruEntry[K comparable, V any] struct {
	key   K
	value V
}

func newLRU[K comparable, V any](size int) *lru[K, V] {
	return &lru[K, V]{size: size, order: list.New(), entries: map[K]*list.Element{}}
}

// get finds an entry and marks the entry as used.
func (l *lru[K, V]) get(key K) (V, bool) {
	e, ok := l.entries[key]
	if !ok {
		var none V
		return none, false
	}
	l.order.MoveToFront(e)
	return e.Value.(*lruEntry[K, V]).value, true
}

// put adds or replaces an entry.
func (l *lru[K, V]) put(key K, value V) {
	if e, ok := l.entries[key]; ok {
		e.Value.(*lruEntry[K, V]).value = value
		l.order.MoveToFront(e)
		return
	}
	if len(l.entries) >= l.size {
		oldest := l.order.Back()
		l.order.Remove(oldest)
		delete(l.entries, oldest.Value.(*lruEntry[K, V]).key)
	}
	l.entries[key] = l.order.PushFront(&lruEntry[K, V]{key, value})
}
