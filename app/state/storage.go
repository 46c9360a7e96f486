package state

import (
	"errors"
	"maps"
	"slices"
	"sync"
)

// ErrStorage says that the browser kept nothing: its storage is full, or
// switched off.
var ErrStorage = errors.New("state: the browser's storage refused")

// Storage keeps texts by key between visits. The browser's is
// [BrowserStorage]; [Memory] is one that forgets.
type Storage interface {
	Get(key string) (string, bool)
	Set(key, value string) error // wraps ErrStorage
	Remove(key string)
	Keys() []string // of this storage, and of other programs' that share it
}

// lasting is a [Storage] that has for this visit what the browser refused to keep.
type lasting struct {
	Storage

	refused map[string]string
}

// Get implements [Storage].
func (l lasting) Get(key string) (string, bool) {
	if value, ok := l.refused[key]; ok {
		return value, true
	}
	return l.Storage.Get(key)
}

// Set implements [Storage].
func (l lasting) Set(key, value string) error {
	err := l.Storage.Set(key, value)
	if delete(l.refused, key); err != nil {
		l.refused[key] = value
	}
	return err
}

// Remove implements [Storage].
func (l lasting) Remove(key string) {
	delete(l.refused, key)
	l.Storage.Remove(key)
}

// Keys implements [Storage].
func (l lasting) Keys() []string {
	return slices.AppendSeq(l.Storage.Keys(), maps.Keys(l.refused))
}

// Memory is a [Storage] for the lifetime of the program. Its zero value is
// ready for use. With Full set it refuses to keep anything new.
type Memory struct {
	Full bool

	mutex  sync.Mutex
	values map[string]string
}

var _ Storage = (*Memory)(nil)

// Get implements [Storage].
func (m *Memory) Get(key string) (string, bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	value, ok := m.values[key]
	return value, ok
}

// Set implements [Storage].
func (m *Memory) Set(key, value string) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.Full {
		return ErrStorage
	}
	if m.values == nil {
		m.values = map[string]string{}
	}
	m.values[key] = value
	return nil
}

// Remove implements [Storage].
func (m *Memory) Remove(key string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	delete(m.values, key)
}

// Keys implements [Storage].
func (m *Memory) Keys() []string {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return slices.Collect(maps.Keys(m.values))
}
