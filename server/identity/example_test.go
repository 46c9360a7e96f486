package identity_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/shopdesk/shopdesk/server/identity"
)

// A host whose proxy names the person who asks. The function is the Identity of server.Options.
func ExamplePerson() {
	whoAsks := func(r *http.Request) (*identity.Person, error) {
		switch r.Header.Get("X-Employee") {
		case "":
			return nil, nil // nobody: the console asks them to sign in at the host
		case "7":
			return &identity.Person{ID: "7", Name: "Grace Ho", Login: "grace", Role: identity.Manager, AllShops: true}, nil
		case "9":
			return &identity.Person{ID: "9", Name: "Leo Yip", Login: "leo", Role: identity.Staff, Shops: []int64{100001}}, nil
		}
		return nil, errors.New("an employee who has left") // the console answers 503
	}

	request := httptest.NewRequest(http.MethodGet, "/admin/console/", nil)
	request.Header.Set("X-Employee", "9")
	person, err := whoAsks(request)
	fmt.Println(person.Name, person.Role, person.Shops, err)
	// Output: Leo Yip staff [100001] <nil>
}
