package store

import "context"

// States of a run.
const (
	RunScheduled = "scheduled"
	RunRunning   = "running"
	RunPaused    = "paused"
	RunCancelled = "cancelled"
	RunDone      = "done"
)

// States of a shop in a run.
const (
	RunShopWaiting   = "waiting"   // nothing is under way
	RunShopWorking   = "working"   // somebody works on it, or did when they were cut off
	RunShopDone      = "done"      // changed
	RunShopUnchanged = "unchanged" // nothing to change
	RunShopFailed    = "failed"
	RunShopLeft      = "left" // not begun when the run was cancelled
)

// Run is one change for many shops. Times are milliseconds of Unix time.
type Run struct {
	ID         string
	Key        string // the operator's own name for it
	Version    int64
	OperatorID int64
	Operator   string
	Address    string
	Vouched    []byte // what an embedding host said of the operator; nil: their memberships count
	Name       string
	State      string
	Change     []byte // an api.Change
	MadeAt     int64
	At         int64 // when it begins, or began
	EndedAt    int64
	UndoOf     string
	RepeatOf   string
}

// RunShop is one shop of a run.
type RunShop struct {
	RunID      string
	ShopID     int64
	Version    int64
	State      string
	Turn       int64 // the smallest of all runs' is next
	Tries      int64 // failures in a row
	DueAt      int64
	Holder     string // the replica that works on it until LeaseUntil
	LeaseUntil int64
	Audit      int64 // its entry in the audit, 0 without one
	At         int64 // of the last change
	Work       []byte
}

// RunSave is what is kept in the transaction that saves a shop of a run.
type RunSave struct {
	Begin   *Entry // an intent of the audit, whose ID becomes RunShop.Audit
	Outcome string // of the entry RunShop.Audit; "" leaves it open
	Detail  string
	Events  []Event
}

// RunQuery chooses runs.
type RunQuery struct {
	Shops  []int64 // nil: whatever their shops; else those with one of these
	Open   bool    // only those that go on, or are to begin
	Before int64   // made before, 0: up to now
	Limit  int
}

// Runs keeps runs and what came of them.
type Runs interface {
	// AddRun adds a run with its shops, all waiting. When the operator has used
	// the key, the run that was made with it is given instead.
	AddRun(ctx context.Context, r Run, shops []RunShop, events []Event) (Run, error)
	// Run finds one.
	Run(ctx context.Context, id string) (Run, error)
	// ListRuns lists the newest first.
	ListRuns(ctx context.Context, q RunQuery) ([]Run, error)
	// UndoneBy finds for each of the runs the newest one that takes it back.
	UndoneBy(ctx context.Context, ids []string) (map[string]string, error)
	// RunShops lists a run's shops, by Turn.
	RunShops(ctx context.Context, id string) ([]RunShop, error)
	// RunShop finds one.
	RunShop(ctx context.Context, id string, shopID int64) (RunShop, error)
	// CountRunShops counts by run and state, only these shops unless they are nil.
	CountRunShops(ctx context.Context, ids []string, shops []int64) (map[string]map[string]int, error)
	// SaveRunState replaces a run's State, At and EndedAt if its version still is
	// r.Version, else ErrConflict. Shops that wait in a cancelled one are left.
	SaveRunState(ctx context.Context, r Run, events []Event) error

	// BeginRuns sets scheduled runs whose time has come going, and EndRuns ends
	// those that have nothing left to do. Both give them.
	BeginRuns(ctx context.Context, now int64) ([]Run, error)
	EndRuns(ctx context.Context, now int64) ([]Run, error)
	// ClaimRunShops takes shops that are due and free: those that wait in a
	// running run, and those of any run that somebody left working.
	ClaimRunShops(ctx context.Context, holder string, now, until int64, limit int) ([]RunShop, error)
	// HoldRunShops prolongs the leases of all that holder works on.
	HoldRunShops(ctx context.Context, holder string, now, until int64) error
	// SaveRunShop saves a claimed shop if its version still is s.Version, else
	// ErrConflict, and gives it as it is then.
	SaveRunShop(ctx context.Context, s RunShop, with RunSave) (RunShop, error)
	// PruneRuns deletes runs that ended before a moment.
	PruneRuns(ctx context.Context, before int64) error
}
