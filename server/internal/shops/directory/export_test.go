package directory

import "time"

// A machine that stands still for some seconds must fail no test: then the store is still read.
func init() { lookTime = time.Minute }
