package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	ensureSeen = `INSERT INTO seen (shop_id, version, failure, tries, due_at, lease_until)
		SELECT shop_id, 0, '', 0, 1, 0 FROM shops WHERE NOT EXISTS (SELECT 1 FROM seen WHERE seen.shop_id = shops.shop_id)
		ORDER BY shop_id ON CONFLICT (shop_id) DO NOTHING`
	missingSeen = `SELECT EXISTS (SELECT 1 FROM shops
		WHERE NOT EXISTS (SELECT 1 FROM seen WHERE seen.shop_id = shops.shop_id))`
	freeSeen        = `(due_at <= $1 OR due_at > $2) AND (lease_until <= $1 OR lease_until > $2)`
	dueSeen         = `SELECT EXISTS (SELECT 1 FROM seen WHERE ` + freeSeen + `)`
	insertSeen      = `INSERT INTO seen (shop_id, version, failure, tries, due_at, lease_until) VALUES ($1, 0, '', 0, 1, 0) ON CONFLICT (shop_id) DO NOTHING`
	selectSeen      = `SELECT shop_id, version, failure, tries, due_at, lease_until FROM seen`
	seenColumns     = `shop_id, version, failure, tries, due_at, lease_until`
	selectSeenParts = `SELECT shop_id, part, body, at FROM seen_parts WHERE shop_id IN `
	upsertSeenPart  = `INSERT INTO seen_parts (shop_id, part, body, at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (shop_id, part) DO UPDATE SET body = excluded.body, at = excluded.at
		WHERE seen_parts.at <= excluded.at OR seen_parts.at > $5`
	sumSeen    = `SELECT CAST(COALESCE(SUM(version), 0) AS bigint) FROM seen`
	countSeen  = `UPDATE seen SET version = version + 1 WHERE shop_id = $1`
	finishSeen = `UPDATE seen SET lease_until = 0, tries = $4,
			version = version + CASE WHEN failure = $3 THEN 0 ELSE 1 END, failure = $3,
			due_at = CASE WHEN due_at = $5 THEN $6 ELSE due_at END
		WHERE shop_id = $1 AND lease_until = $2`
	// Requested reads come before due ones. A shop that is being read is read again, because its data
	// may have changed after the running read.
	askSeen  = `UPDATE seen SET due_at = $1 WHERE `
	askables = `(due_at > 0 OR lease_until > $2) AND shop_id IN `
)

// seenAtOnce limits the placeholders of one statement.
const seenAtOnce = 500

// EnsureSeen adds shops that were never read, due at once. It reads before it writes, because usually
// there is none.
func (s *Store) EnsureSeen(ctx context.Context) error {
	if missing, err := value[bool](ctx, s, "ensure seen", missingSeen); err != nil || !missing {
		return err
	}
	return s.change(ctx, "ensure seen", nil, ensureSeen)
}

// SeenChanges is the sum of the shops' versions.
func (s *Store) SeenChanges(ctx context.Context) (int64, error) {
	return value[int64](ctx, s, "count seen changes", sumSeen)
}

// SeenVersions returns each shop's version.
func (s *Store) SeenVersions(ctx context.Context) (map[int64]int64, error) {
	return byKey[int64, int64](ctx, s, "list seen versions", `SELECT shop_id, version FROM seen`)
}

// Seen lists the entries of these shops. Parts may be newer than the version read before them; the
// next change of version makes callers read them again.
func (s *Store) Seen(ctx context.Context, shops []int64) ([]store.ShopSnapshot, error) {
	var all []store.ShopSnapshot
	for chunk := range slices.Chunk(shops, seenAtOnce) {
		in, args := placeholders(0, len(chunk)), anys(chunk)
		seen, err := rowsOf(ctx, s.read, scanSeen, selectSeen+` WHERE shop_id IN `+in, args...)
		if err != nil {
			return nil, s.failed("list seen", err)
		}
		parts, err := s.seenParts(ctx, in, args)
		if err != nil {
			return nil, s.failed("list seen parts", err)
		}
		for _, one := range seen {
			one.Parts = parts[one.ShopID]
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b store.ShopSnapshot) int { return cmp.Compare(a.ShopID, b.ShopID) })
	return all, nil
}

func (s *Store) seenParts(ctx context.Context, in string, args []any) (map[int64][]store.SnapshotPart, error) {
	parts, err := rowsOf(ctx, s.read, func(row scanner, p *store.SnapshotPart) error {
		return row.Scan(&p.ShopID, &p.Part, &p.Body, &p.At)
	}, selectSeenParts+in+` ORDER BY shop_id, part`, args...)
	of := map[int64][]store.SnapshotPart{}
	for _, p := range parts {
		of[p.ShopID] = append(of[p.ShopID], p)
	}
	return of, err
}

// SaveSeen saves the parts that aren't older than the stored ones, with their lists.
func (s *Store) SaveSeen(ctx context.Context, parts []store.SnapshotPart, most int64) error {
	// All writers use one order: two writers that hold each other's rows would deadlock.
	sorted := slices.Clone(parts)
	slices.SortStableFunc(sorted, func(a, b store.SnapshotPart) int {
		return cmp.Or(cmp.Compare(a.ShopID, b.ShopID), cmp.Compare(a.Part, b.Part))
	})
	return s.transaction(ctx, "save seen", func(tx *sql.Tx) error {
		for i, p := range sorted {
			if i == 0 || sorted[i-1].ShopID != p.ShopID {
				// From here on this transaction holds the row's lock.
				if err := execAll(ctx, tx, step(nil, insertSeen, p.ShopID), step(nil, countSeen, p.ShopID)); err != nil {
					return err
				}
			}
			if err := saveSeenPart(ctx, tx, p, most); err != nil {
				return err
			}
		}
		return nil
	})
}

func saveSeenPart(ctx context.Context, tx *sql.Tx, p store.SnapshotPart, most int64) error {
	saved, err := count(tx.ExecContext(ctx, upsertSeenPart, p.ShopID, p.Part, blob(p.Body), p.At, most))
	if err != nil || saved == 0 {
		return err
	}
	if p.Stop != nil {
		err = saveStop(ctx, tx, p.ShopID, p.At, *p.Stop)
	}
	if err == nil && p.Dates != nil {
		err = saveSeenDates(ctx, tx, p.ShopID, *p.Dates)
	}
	return err
}

// ClaimSeen claims shops that are due and free. It reads before it writes, because usually there is none.
func (s *Store) ClaimSeen(ctx context.Context, now, until, most int64, limit int) ([]store.ShopSnapshot, error) {
	if due, err := value[bool](ctx, s, "claim seen", dueSeen, now, most); err != nil || !due {
		return nil, err
	}
	query := `UPDATE seen SET lease_until = $3 WHERE shop_id IN (
			SELECT shop_id FROM seen WHERE ` + freeSeen + `
			ORDER BY due_at, shop_id LIMIT $4` + s.dialect.SkipLocked + `) RETURNING ` + seenColumns
	all, err := rowsOf(ctx, s.write, scanSeen, query, now, most, until, max(0, limit))
	slices.SortFunc(all, func(a, b store.ShopSnapshot) int {
		return cmp.Or(cmp.Compare(a.DueAt, b.DueAt), cmp.Compare(a.ShopID, b.ShopID))
	})
	return all, s.failed("claim seen", err)
}

// FinishSeen ends a claim.
func (s *Store) FinishSeen(ctx context.Context, claimed store.ShopSnapshot, due int64) error {
	return s.change(ctx, "finish seen", store.ErrConflict, finishSeen,
		claimed.ShopID, claimed.LeaseUntil, claimed.Failure, claimed.Tries, claimed.DueAt, due)
}

// AskSeen requests a read of shops before all others.
func (s *Store) AskSeen(ctx context.Context, shops []int64, now int64) error {
	for chunk := range slices.Chunk(slices.Sorted(slices.Values(shops)), seenAtOnce) {
		where := askables + placeholders(2, len(chunk))
		query := askSeen + s.inOrder("seen", "shop_id", where) //nolint:gosec // placeholders only
		if _, err := s.write.ExecContext(ctx, query, append([]any{-now, now}, anys(chunk)...)...); err != nil {
			return s.failed("ask seen", err)
		}
	}
	return nil
}

func scanSeen(row scanner, seen *store.ShopSnapshot) error {
	return row.Scan(&seen.ShopID, &seen.Version, &seen.Failure, &seen.Tries, &seen.DueAt, &seen.LeaseUntil)
}

const (
	selectSeenDates = `SELECT shop_id, first_day, last_day, hours FROM seen_dates
		WHERE last_day >= $1 AND last_day < $2 AND `
	deleteSeenOpen = `DELETE FROM seen_dates WHERE shop_id = $1 AND (last_day >= $2 OR last_day < $3)`
	deleteSeenDays = `DELETE FROM seen_dates WHERE shop_id = $1 AND first_day <= $3 AND last_day >= $2`
	insertSeenDate = `INSERT INTO seen_dates (shop_id, first_day, last_day, hours) VALUES ($1, $2, $3, $4)`
)

// SeenDates lists the entries of shops whose last day is in [from, before).
func (s *Store) SeenDates(ctx context.Context, shops []int64, from, before string) (
	map[int64][]store.SnapshotDate, error,
) {
	seen := map[int64][]store.SnapshotDate{}
	if len(shops) == 0 {
		return seen, nil
	}
	_, err := list(ctx, s, "list seen dates", func(row scanner, shop *int64) error {
		var d store.SnapshotDate
		err := row.Scan(shop, &d.First, &d.Last, &d.Hours)
		seen[*shop] = append(seen[*shop], d)
		return err
	}, selectSeenDates+ofShops("shop_id", shops)+` ORDER BY last_day DESC, first_day DESC`, from, before)
	return seen, err
}

func saveSeenDates(ctx context.Context, tx *sql.Tx, shopID int64, seen store.SnapshotDates) error {
	steps := []statement{step(nil, deleteSeenOpen, shopID, seen.Open, seen.Forget)}
	for _, d := range seen.Entries {
		steps = append(steps, step(nil, deleteSeenDays, shopID, d.First, d.Last),
			step(nil, insertSeenDate, shopID, d.First, d.Last, blob(d.Hours)))
	}
	return execAll(ctx, tx, steps...)
}
