package proxy

import (
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

// FuzzPlainRef checks that the strict decoder accepts every body that plainRef
// accepts, with the same id.
func FuzzPlainRef(f *testing.F) {
	for _, seed := range []string{`{"shopId":100001}`, `{"shopId":0}`, `{"shopId":01}`, `{"shopId":1}}`,
		`{"shopId":999999999999999999}`, `{"shopId":1,"shopId":2}`, `{"shopId": 1}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		id := plainRef(body)
		var ref platform.ShopRef
		err := platform.DecodeStrict(body, &ref)
		if id != 0 && (err != nil || ref.ShopID != id) {
			t.Errorf("%s: %d, the strict decoder %d %v", body, id, ref.ShopID, err)
		}
	})
}

func TestPlainRefReadsTheClientsForm(t *testing.T) {
	t.Parallel()
	if id := plainRef([]byte(`{"shopId":100001}`)); id != 100001 {
		t.Errorf("%d", id)
	}
}
