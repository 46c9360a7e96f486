package backup

import "testing"

// PostgreSQL's programs get the address without the password, and without parameters that they refuse.
func TestProgramsGetAnAddressWithoutThePassword(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, address, want, password string }{
		{"a password", "postgres://ada:p%40ss@db:5433/desk?sslmode=disable",
			"postgres://ada@db:5433/desk?application_name=shopdesk-backup&sslmode=disable", "p@ss"},
		{"a password among the parameters", "postgres://ada@db/desk?password=secret&sslmode=disable",
			"postgres://ada@db/desk?application_name=shopdesk-backup&sslmode=disable", "secret"},
		{"a schema, and a socket", "postgres://ada@/desk?host=/run/my+pg%20a&search_path=shops&sslmode=disable",
			"postgres://ada@/desk?application_name=shopdesk-backup&host=%2Frun%2Fmy%20pg%20a&sslmode=disable", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			address, password, err := libpq(tt.address)
			if err != nil || address != tt.want || password != tt.password {
				t.Errorf("%s, %q, %v; want %s, %q", address, password, err, tt.want, tt.password)
			}
		})
	}
}
