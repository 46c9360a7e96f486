package token

import "log/slog"

// Secret is a text that logs, fmt and JSON show as "[secret]". Convert a Secret to
// string to use the text.
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
