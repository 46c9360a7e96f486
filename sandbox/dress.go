package sandbox

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
)

// dress gives an answer the shape that the variants want.
func (s *Sandbox) dress(path string, a reply) reply {
	bare := s.Does(BareAnswers) && strings.HasPrefix(path, "/order/") && path != platform.PathRefundPreview
	if path == pathTokenShort || path == platform.PathToken {
		return s.dressToken(a)
	}
	var env platform.Envelope
	if !bare && !s.reshapes() || json.Unmarshal(a.body, &env) != nil {
		return a
	}
	if s.Does(UnknownCodes) && authentication(a.code) {
		env.Code += codeShift
	}
	if len(env.Data) > 0 {
		env.Data = s.dressJSON(env.Data)
	}
	if s.Does(NoData) {
		switch string(env.Data) {
		case "[]":
			env.Data = json.RawMessage("null")
		case "{}":
			env.Data = nil
		}
	}
	switch {
	case !bare:
		return answer(a.status, env.Code, env)
	case authentication(a.code):
		return answer(max(a.status, http.StatusBadRequest), env.Code, env)
	case env.Code != 0:
		return answer(max(a.status, http.StatusBadRequest), env.Code, map[string]string{"message": env.Message})
	case len(env.Data) == 0:
		env.Data = json.RawMessage("{}")
	}
	a.body = env.Data
	return a
}

// authentication reports whether a code is one of the authentication errors (interface 7.2).
func authentication(code int) bool {
	return code >= platform.CodeSignature && code <= platform.CodeTokenInvalid
}

// dressToken leaves expires_in out where the variants want that.
func (s *Sandbox) dressToken(a reply) reply {
	var token map[string]any
	if !s.Does(NoExpiry) || json.Unmarshal(a.body, &token) != nil {
		return a
	}
	delete(token, "expires_in")
	return answer(a.status, a.code, token)
}

// reshapes reports whether records have another shape.
func (s *Sandbox) reshapes() bool {
	reshaping := []Variant{FlatOrders, TextIDs, UnknownCodes, UnknownMembers, NoData, EqualTimes, NoApplicants}
	return slices.ContainsFunc(reshaping, s.Does)
}

// dressJSON gives the JSON text of a record its shape.
func (s *Sandbox) dressJSON(text []byte) []byte {
	if !s.reshapes() {
		return text
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var value any
	if dec.Decode(&value) != nil {
		return text
	}
	s.reshape(value)
	shaped, err := json.Marshal(value)
	if err != nil {
		return text
	}
	return shaped
}

// codeShift makes a code one that nobody knows.
const codeShift = 700

// codeMembers are the members that hold a code.
var codeMembers = map[string]bool{
	"status": true, "fromStatus": true, "toStatus": true, "deliveryRestStatus": true, "pickupRestStatus": true,
	"logisticsStatus": true, "deliveryType": true, "opType": true, "applyOpType": true, "refundType": true,
	"auditStatus": true, "type": true,
}

// extraMember is the member that [UnknownMembers] adds, with extraValue.
const extraMember = "ext"

func extraValue() any { return map[string]any{"v": 7, "tags": []any{"a", nil}} }

// reshape changes a decoded record where it stands.
func (s *Sandbox) reshape(value any) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			s.reshape(element)
		}
	case map[string]any:
		if base, ok := value["baseOrder"].(map[string]any); ok && s.Does(FlatOrders) {
			maps.Copy(value, base)
			delete(value, "baseOrder")
		}
		if s.Does(NoApplicants) {
			delete(value, "applyOpType")
		}
		for name, member := range value {
			number, numeric := member.(json.Number)
			switch {
			case !numeric:
				s.reshape(member)
			case s.Does(TextIDs) && (name == "id" || strings.HasSuffix(name, "Id")):
				value[name] = number.String()
			case s.Does(UnknownCodes) && codeMembers[name]:
				if n, err := number.Int64(); err == nil {
					value[name] = n + codeShift
				}
			}
		}
		if s.Does(EqualTimes) && isNumber(value["startTime"], 0) && isNumber(value["endTime"], platform.DaySeconds) {
			value["startTime"], value["endTime"] = allDayFrom, allDayFrom
		}
		if s.Does(UnknownMembers) {
			value[extraMember] = extraValue()
		}
	}
}

// allDayFrom is where a day begins and ends that is written with equal times.
const allDayFrom = 6 * 3600

func isNumber(value any, want int64) bool {
	number, ok := value.(json.Number)
	return ok && number.String() == strconv.FormatInt(want, 10)
}
