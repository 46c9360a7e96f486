package store

import "context"

// Template describes how shops should look, and names the shops: those of Groups, and Shops.
type Template struct {
	ID        string
	Version   int64 // 0 before the first save
	Name      string
	Parts     []byte // JSON of api.TemplateParts
	MakerID   int64  // the operator who made the template; never changes
	ChangedBy string
	ChangedAt int64    // milliseconds of Unix time
	Removed   bool     // can be saved again with Version 0
	Groups    []string // sorted, as are Shops
	Shops     []int64
}

// AcceptedDrift records that some differences between a shop and a template are intended. Each
// difference is a digest.
type AcceptedDrift struct {
	TemplateID  string
	ShopID      int64
	Differences []string // without spaces
	Operator    string
	Note        string
	At          int64
}

// Templates keeps templates and the accepted drift from them.
type Templates interface {
	// TemplatesAt returns a number that grows with each change of the next two lists. Read before the
	// lists, it is never newer than they are.
	TemplatesAt(ctx context.Context) (int64, error)
	// Templates lists the templates that aren't removed, by ID.
	Templates(ctx context.Context) ([]Template, error)
	// AcceptedDrifts lists the accepted drift of these templates, by template and shop.
	AcceptedDrifts(ctx context.Context) ([]AcceptedDrift, error)
	// Template returns a template, removed or not.
	Template(ctx context.Context, id string) (Template, error)
	// SaveTemplate saves a template if its stored version is still t.Version (0: new or removed), with
	// the next version; otherwise ErrConflict. A name that another template has, in any upper or lower
	// case, returns ErrConflict too.
	SaveTemplate(ctx context.Context, t Template) error
	// RemoveTemplate removes a template of that version; otherwise ErrConflict. Templates removed
	// before forget are deleted.
	RemoveTemplate(ctx context.Context, id string, version, now, forget int64) error
	// AcceptDrift replaces the accepted drift of a shop from a template.
	AcceptDrift(ctx context.Context, a AcceptedDrift) error
	// RevokeDrift deletes an accepted drift, or returns ErrNotFound if there is none.
	RevokeDrift(ctx context.Context, templateID string, shopID int64) error
}
