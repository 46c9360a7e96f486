package sealed

// Derive gives a secret of 32 bytes for one purpose from each key, the active
// one's first. Replicas with the same keys derive the same ones.
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

// KeyID is the id of the key that a text was sealed with, "" if it isn't one.
func KeyID(sealed string) string {
	id, _, err := split(sealed)
	if err != nil {
		return ""
	}
	return id
}
