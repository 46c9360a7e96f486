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
	RunShopWaiting   = "waiting"   // no work is under way
	RunShopWorking   = "working"   // a replica works on the shop, or did when it died
	RunShopDone      = "done"      // changed
	RunShopUnchanged = "unchanged" // nothing to change
	RunShopFailed    = "failed"
	RunShopLeft      = "left" // not changed, or only in part, when the run was cancelled
)

// Run is one change for many shops. Times are milliseconds of Unix time.
type Run struct {
	ID         string
	Key        string // the operator's own key for the run
	Version    int64
	OperatorID int64
	Operator   string
	Address    string
	Vouched    []byte // the operator's rights as an embedding host stated them; nil: the memberships count
	Name       string
	State      string
	Change     []byte // an api.Change
	MadeAt     int64
	At         int64 // planned or actual beginning
	EndedAt    int64
	EndedBy    string // who cancelled the run
	UndoOf     string
	RepeatOf   string
}

// RunShop is one shop of a run.
type RunShop struct {
	RunID      string
	ShopID     int64
	Version    int64
	State      string
	Turn       int64 // the smallest Turn of all runs is next
	Tries      int64 // failures in a row
	DueAt      int64
	Holder     string // the replica that works on the shop until LeaseUntil
	LeaseUntil int64
	Audit      int64 // ID of its audit entry, 0 for none
	At         int64 // time of the last change
	Work       []byte
}

// RunSave is saved in the transaction that saves a shop of a run.
type RunSave struct {
	Begin   *Entry // a new intent in the audit, whose ID becomes RunShop.Audit
	Outcome string // outcome of the entry RunShop.Audit; "" leaves the entry open
	Detail  string
	Events  []Event
}

// RunQuery selects runs.
type RunQuery struct {
	Shops  []int64 // nil: runs of any shops; otherwise runs with one of these shops
	Open   bool    // only scheduled, running and paused runs
	Before int64   // only runs made before this moment, 0 for no bound
	Limit  int     // of runs; the list has all runs of its last moment, so that another can go on before it
}

// LaterRuns are the runs that undo and repeat a run: the newest of each, "" for none, and their shops, except
// those in which they failed, weren't begun or were undone themselves, and those that an undo left alone.
type LaterRuns struct {
	UndoneBy, RepeatedBy string
	Undone, Repeated     []int64
}

// OpenRuns counts the runs that haven't ended.
type OpenRuns struct{ Scheduled, Running, Paused, Late int64 }

// Runs keeps runs and their shops.
type Runs interface {
	// AddRun adds a run with its shops, all waiting. If the operator has used the key before, AddRun
	// returns the earlier run instead.
	AddRun(ctx context.Context, r Run, shops []RunShop, events []Event) (Run, error)
	// Run returns a run.
	Run(ctx context.Context, id string) (Run, error)
	// ListRuns lists runs, newest first.
	ListRuns(ctx context.Context, q RunQuery) ([]Run, error)
	// CountOpenRuns counts the runs that haven't ended. Late are the scheduled runs that should have
	// begun before a moment.
	CountOpenRuns(ctx context.Context, before int64) (OpenRuns, error)
	// LaterRuns returns for each run the later runs that undo and repeat it, also those that repeat a repetition.
	LaterRuns(ctx context.Context, ids []string) (map[string]LaterRuns, error)
	// RunShops lists a run's shops, by Turn.
	RunShops(ctx context.Context, id string) ([]RunShop, error)
	// CountRunShops counts shops by run and state, only the given shops unless shops is nil.
	CountRunShops(ctx context.Context, ids []string, shops []int64) (map[string]map[string]int, error)
	// SaveRunState replaces a run's State, At, EndedAt and EndedBy if its version is still r.Version; otherwise
	// ErrConflict. The waiting shops of a cancelled run are left, unless they have an audit entry: they are claimed and
	// ended with it. The shops of a run that begins earlier or later get turns from At on.
	SaveRunState(ctx context.Context, r Run, events []Event) error

	// BeginRuns starts the scheduled runs whose time has come. EndRuns ends the running and paused runs without
	// unfinished shops. Both return the changed runs.
	BeginRuns(ctx context.Context, now int64) ([]Run, error)
	EndRuns(ctx context.Context, now int64) ([]Run, error)
	// ClaimRunShops claims shops that are due and free: the waiting shops of running runs, working shops of any run
	// whose lease has ended, and shops that were put off while their run was cancelled. A shop that is due or held later
	// by more than [MostAhead] is of a clock that was wrong: it is due and free.
	ClaimRunShops(ctx context.Context, holder string, now, until int64, limit int) ([]RunShop, error)
	// HoldRunShops prolongs the leases of the given shops that holder works on.
	HoldRunShops(ctx context.Context, holder string, shops []int64, now, until int64) error
	// HurryRunShop returns the running runs that began before the run of s and have the shop of s still to do. There the
	// shop gets the turn of s, if it is the earlier one.
	HurryRunShop(ctx context.Context, s RunShop) (runs []string, err error)
	// LaterRunShops returns the shop of s as it is in the runs that began after the run of s.
	LaterRunShops(ctx context.Context, s RunShop) ([]RunShop, error)
	// SaveRunShop saves a claimed shop if its version is still s.Version, and returns the saved shop;
	// otherwise ErrConflict.
	SaveRunShop(ctx context.Context, s RunShop, with RunSave) (RunShop, error)
	// PruneRuns deletes runs that ended before a moment.
	PruneRuns(ctx context.Context, before int64) error
}
