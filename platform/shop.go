package platform

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Shop is the store record (interface 2.2).
type Shop struct {
	ShopID            int64      `json:"shopId"`
	AvailableForOrder bool       `json:"availableForOrder"`
	Name              string     `json:"name"`
	EnName            string     `json:"enName"`
	MainPictures      []Picture  `json:"mainPictures"`
	LogoURL           string     `json:"logoUrl"`
	Address           string     `json:"address"`
	EnAddress         string     `json:"enAddress"`
	Longitude         float64    `json:"longitude"`
	Latitude          float64    `json:"latitude"`
	PrimaryCategories []Category `json:"primaryCategoryList"`
	SupportCategories []Category `json:"supportCategoryList"`
	Phones            []Phone    `json:"phones"`
	Status            ShopStatus `json:"status"`
	DeliveryRest      RestStatus `json:"deliveryRestStatus"`
	PickupRest        RestStatus `json:"pickupRestStatus"`
	Extra             Extra      `json:"-"`
}

// Operating reports whether the shop is open for business: its status says so,
// or is one that we don't know while the shop can take orders.
func (s *Shop) Operating() bool {
	return s.Status == ShopOperating || s.Status != ShopSuspended && s.AvailableForOrder
}

// Unsaid reports whether the record doesn't tell if the shop is operating: its
// status is none that we know, and availableForOrder is absent or can't be read.
func (s *Shop) Unsaid() bool {
	const member = "availableForOrder"
	switch raw := s.Extra.Raw(member); {
	case s.Operating(), s.Status == ShopSuspended, raw == "false", raw == "0":
		return false
	default:
		return raw != "" || s.Extra.Lacks(member)
	}
}

// UnmarshalJSON reads as [Read] does.
func (s *Shop) UnmarshalJSON(b []byte) error { return readRecord(b, s, &s.Extra) }

// MarshalJSON gives back what was kept.
func (s Shop) MarshalJSON() ([]byte, error) { return writeRecord(&s, s.Extra) }

// Picture is an element of mainPictures: shown now, or waiting for review
// (interface 2.2, 3.3). Its fields are assumed (assumptions.go); an element of
// another shape is kept in Extra, a bare string is read as the URL.
type Picture struct {
	URL          string        `json:"pictureUrl"`
	Status       PictureStatus `json:"status"`
	RejectReason string        `json:"rejectReason,omitempty"`
	Extra        Extra         `json:"-"`
}

// UnmarshalJSON reads an object or a bare URL, as [Read] does.
func (p *Picture) UnmarshalJSON(b []byte) error { return readRecord(b, p, &p.Extra, &p.URL) }

// MarshalJSON gives back what was kept.
func (p Picture) MarshalJSON() ([]byte, error) { return writeRecord(&p, p.Extra) }

// Category is an element of the category lists (interface 2.2). Its fields are
// assumed; a bare text is read as the name, a bare number as the id.
type Category struct {
	ID    int64  `json:"id,omitempty"`
	Name  string `json:"name"`
	Extra Extra  `json:"-"`
}

// UnmarshalJSON reads an object, a bare name or a bare id, as [Read] does.
func (c *Category) UnmarshalJSON(b []byte) error { return readRecord(b, c, &c.Extra, &c.ID, &c.Name) }

// MarshalJSON gives back what was kept.
func (c Category) MarshalJSON() ([]byte, error) { return writeRecord(&c, c.Extra) }

// Phone is an element of a shop's phones: "<area code>-<number>" (interface
// 4.4, rule 4). An element that isn't a string is kept as its JSON text.
type Phone struct {
	Number string
	Raw    string
}

// UnmarshalJSON reads a string, and keeps anything else as it is.
func (p *Phone) UnmarshalJSON(b []byte) error {
	*p = Phone{}
	if isJSONString(b) {
		return json.Unmarshal(b, &p.Number)
	}
	p.Raw = string(b)
	return nil
}

// MarshalJSON writes what was read.
func (p Phone) MarshalJSON() ([]byte, error) {
	if p.Raw != "" {
		return []byte(p.Raw), nil
	}
	return json.Marshal(p.Number)
}

// PhoneTexts are phones as they are shown.
func PhoneTexts(phones []Phone) []string {
	texts := make([]string, len(phones))
	for i, phone := range phones {
		texts[i] = phone.String()
	}
	return texts
}

// Phones are the phones that [PhoneTexts] gives. What is written as an object or
// a list can't be a number: it is the raw element.
func Phones(texts []string) []Phone {
	phones := make([]Phone, len(texts))
	for i, text := range texts {
		phones[i].Number = text
		if (strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")) && json.Valid([]byte(text)) {
			phones[i] = Phone{Raw: text}
		}
	}
	return phones
}

// String is the number, or the raw element.
func (p Phone) String() string {
	if p.Raw != "" {
		return p.Raw
	}
	return p.Number
}

func isJSONString(b []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte(`"`))
}
