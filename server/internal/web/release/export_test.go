package release

import "time"

// A busy machine may take many seconds to make a difference, and only a test that hangs waits for so long.
func init() { patience = 3 * time.Minute }
