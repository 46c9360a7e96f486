package sealed

// Derive derives from each key a secret of 32 bytes for one purpose, the active key's first.
// Replicas with equal keys derive equal secrets.
func (r *Keyring) Derive(purpose string) ([][]byte, error) {
	secrets := make([][]byte, 0, len(r.keys))
	for _, k := range r.keys {
		secret, err := k.derive("shopdesk/derive/v1/" + purpose)
		if err != nil {
			return nil, err
		}
		secrets = append(secrets, secret)
	}
	return secrets, nil
}

// KeyID returns the id of the key that sealed a text, or "" if the text isn't a sealed one.
func KeyID(sealed string) string {
	id, _, err := split(sealed)
	if err != nil {
		return ""
	}
	return id
}
