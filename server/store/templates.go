package store

import "context"

// Template is what shops should look like, and which shops: those of Groups,
// and Shops.
type Template struct {
	ID        string
	Version   int64 // 0 before the first save
	Name      string
	Parts     []byte // JSON of api.TemplateParts
	MakerID   int64  // the operator who made it; stays
	ChangedBy string
	ChangedAt int64    // milliseconds of Unix time
	Removed   bool     // it can be saved again, with Version 0
	Groups    []string // in order, as are Shops
	Shops     []int64
}

// AcceptedDrift says that some differences between a shop and a template are
// meant. Each is a digest of a difference.
type AcceptedDrift struct {
	TemplateID  string
	ShopID      int64
	Differences []string // without spaces
	Operator    string
	Note        string
	At          int64
}

// Templates keeps templates, and which drift from them was accepted.
type Templates interface {
	// TemplatesAt is a number that grows with each change of what the next two
	// lists hold. Read before them, it is never newer than they are.
	TemplatesAt(ctx context.Context) (int64, error)
	// Templates lists those that weren't removed, by ID.
	Templates(ctx context.Context) ([]Template, error)
	// AcceptedDrifts lists those of such templates, by template and shop.
	AcceptedDrifts(ctx context.Context) ([]AcceptedDrift, error)
	// Template finds one, removed or not.
	Template(ctx context.Context, id string) (Template, error)
	// SaveTemplate replaces a template if its stored version is still t.Version
	// (0: there is none yet, or it was removed) and stores it as the next;
	// otherwise ErrConflict. So is a name that another has, however it is
	// spelled in upper and lower case.
	SaveTemplate(ctx context.Context, t Template) error
	// RemoveTemplate takes one away that has that version, else ErrConflict.
	// Those that were removed before forget are deleted.
	RemoveTemplate(ctx context.Context, id string, version, now, forget int64) error
	// AcceptDrift replaces what was accepted of a shop and a template.
	AcceptDrift(ctx context.Context, a AcceptedDrift) error
	// RevokeDrift takes it back. Where nothing is accepted, it is ErrNotFound.
	RevokeDrift(ctx context.Context, templateID string, shopID int64) error
}
