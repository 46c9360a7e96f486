//go:build !js

package live

// Stream is an open line. Outside a browser there is none.
type Stream struct{}

// Listen drops at once: whoever asked goes on by asking.
func Listen(_ string, _ func(kind, id, data string), drop func()) *Stream {
	drop()
	return nil
}

// Close closes the stream.
func (s *Stream) Close() {}
