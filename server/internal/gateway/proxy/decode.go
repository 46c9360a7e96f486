package proxy

import (
	"bytes"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// decode reads a request strictly. Nearly all calls are reads of one shop in the
// form that our own client writes; such calls skip the decoder.
func decode(body []byte, request any) error {
	if ref, ok := request.(*platform.ShopRef); ok {
		if ref.ShopID = plainRef(body); ref.ShopID > 0 {
			return nil
		}
	}
	return httpio.Strict(body, request)
}

// plainRef gives the id in a body of the exact form {"shopId":123}, or 0.
func plainRef(body []byte) int64 {
	digits, ok := bytes.CutPrefix(body, []byte(`{"shopId":`))
	digits, closed := bytes.CutSuffix(digits, []byte("}"))
	if !ok || !closed || len(digits) == 0 || len(digits) > 18 || digits[0] == '0' {
		return 0
	}
	id := int64(0)
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0
		}
		id = id*10 + int64(c-'0')
	}
	return id
}
