package token

import "log/slog"

// Secret is a text that doesn't print itself: not in a log, not through fmt,
// not as JSON. Convert it to string where it must be used.
type Secret string

const redacted = "[secret]"

// String hides the secret.
func (Secret) String() string { return redacted }

// GoString hides the secret from %#v.
func (Secret) GoString() string { return redacted }

// LogValue hides the secret from slog.
func (Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText hides the secret from encoders.
func (Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }
