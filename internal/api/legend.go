package api

// CodeKind tells what a code of the platform is a value of.
type CodeKind string

// The kinds.
const (
	KindOrder     CodeKind = "order"     // an order's status
	KindDelivery  CodeKind = "delivery"  // a delivery's status
	KindWay       CodeKind = "way"       // how an order reaches the customer
	KindParty     CodeKind = "party"     // who did something to an order
	KindReason    CodeKind = "reason"    // of a cancellation or a refund
	KindRefund    CodeKind = "refund"    // a refund's status
	KindProduct   CodeKind = "product"   // a product's refund type
	KindGroup     CodeKind = "group"     // an option group's status
	KindReview    CodeKind = "review"    // an option group's review
	KindPromotion CodeKind = "promotion" // a promotion's type
	KindShop      CodeKind = "shop"      // a shop's status
	KindRest      CodeKind = "rest"      // a shop's delivery or pickup rest status
	KindPhoto     CodeKind = "photo"     // a photo's review
	KindEvent     CodeKind = "event"     // a webhook message's event (interface 6.3)
)

// CodeKinds lists the kinds, in the order of display.
func CodeKinds() []CodeKind {
	return []CodeKind{
		KindOrder, KindDelivery, KindWay, KindParty, KindReason, KindRefund, KindProduct, KindGroup, KindReview,
		KindPromotion, KindShop, KindRest, KindPhoto, KindEvent,
	}
}

// Codes of problems.
const (
	ProblemCodeKind = "code_kind" // there is no such kind of codes
	ProblemCodeWord = "code_word" // the code is empty, too long, or has other characters than letters, digits, _ and -
)

// Bounds of the legend.
const (
	MaxCodeName  = 60  // characters of a name
	MaxCodeNames = 200 // names of an installation
)

// CodeName is the name that an owner gave to a code of the platform.
type CodeName struct {
	Kind CodeKind `json:"kind"`
	Code string   `json:"code"`         // as the platform writes it: "20", "PENDING"
	Name string   `json:"name"`         // in a change, "" removes the name
	By   string   `json:"by,omitempty"` // who gave it, ignored in a change
	At   int64    `json:"at,omitempty"` // when, in milliseconds of Unix time; ignored in a change
}

// Legend answers [PathLegend], and changes the names that it holds: other names stay.
type Legend struct {
	Names []CodeName `json:"names"`
}

// Find returns the name of a code, nil for none.
func (l *Legend) Find(kind CodeKind, code string) *CodeName {
	for i := range l.Names {
		if l.Names[i].Kind == kind && l.Names[i].Code == code {
			return &l.Names[i]
		}
	}
	return nil
}
