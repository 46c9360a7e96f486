package photo

import "time"

// WaitLong has askers wait for thumbnails on a machine that is busy with other tests.
func (s *Service) WaitLong() { s.small.wait = time.Minute }
