package live

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"net/http"
	"slices"
	"sort"
	"strconv"
	"unique"
)

// shopSet is a set of shops, with what stands for the roles of who may see them. Streams of equal sets share the memory
// of one. The zero value is a set without shops.
type shopSet struct {
	ids    unique.Handle[string] // the numbers in ascending order, eight bytes each
	rights uint64
}

func shopsOf(ids ...int64) shopSet {
	slices.Sort(ids)
	text := make([]byte, 0, 8*len(ids))
	for _, id := range ids {
		text = binary.BigEndian.AppendUint64(text, uint64(id)) //nolint:gosec // its bits
	}
	return shopSet{ids: unique.Make(string(text))}
}

func (s shopSet) list() string {
	if s.ids == (unique.Handle[string]{}) {
		return ""
	}
	return s.ids.Value()
}

func number(list string, i int) int64 {
	return int64(binary.BigEndian.Uint64([]byte(list[8*i : 8*i+8]))) //nolint:gosec // its bits
}

func (s shopSet) has(id int64) bool {
	list := s.list()
	i := sort.Search(len(list)/8, func(i int) bool { return number(list, i) >= id })
	return 8*i < len(list) && number(list, i) == id
}

// digest stands for the set. Equal sets have equal digests in all replicas.
func (s shopSet) digest() string {
	sum := fnv.New64a()
	_, _ = io.WriteString(sum, s.list()) // can't fail
	return sign(sum.Sum64())
}

func sign(n uint64) string { return strconv.FormatUint(n, 36) }

// changed reports whether a request comes from a reader who was last told of another set.
func (s shopSet) changed(r *http.Request) bool {
	known := r.URL.Query().Get("shops")
	return known != "" && known != s.digest()
}
