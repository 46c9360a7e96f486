package server

// Rule is a route of our own API and who may call it.
type Rule struct{ Method, Path, Kind, Permission string }

// Rules lists the routes as they are served.
func (s *Server) Rules() []Rule {
	var rules []Rule
	for _, r := range s.calls() {
		rules = append(rules, Rule{r.method, r.path, string(r.access.kind), string(r.access.perm)})
	}
	return rules
}
