package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectMessage = `id, message_id, COALESCE(fingerprint, ''), digest, received_at, event_id, shop_id, order_id, body,
		state, tries, due_at, lease_until, holder, why`
	saveResult    = `UPDATE inbox SET state = $1, tries = $2, due_at = $3, why = $4, lease_until = 0, holder = '' WHERE `
	heldMessages  = `state = 'waiting' AND lease_until > 0 AND holder = $1` // claimed by ClaimMessages
	replayMessage = `UPDATE inbox SET state = 'waiting', tries = 0, due_at = $1, lease_until = 0, holder = ''
		WHERE `
	releaseMessage = `UPDATE inbox SET lease_until = 0, holder = '' WHERE `
)

var (
	putOff     = `state = 'waiting' AND due_at > ` + wrongAfter // by a clock that was ahead
	dueMessage = `SELECT EXISTS (SELECT 1 FROM inbox WHERE state = 'waiting' AND due_at <= $1 AND ` + over("lease_until") + `),
		EXISTS (SELECT 1 FROM inbox_claims WHERE ` + over("until") + `), EXISTS (SELECT 1 FROM inbox WHERE ` + putOff + `)`
)

// ClaimMessages claims messages that are due and free. It reads before it writes, because usually
// there is none. The order is the index's: in the order of id, SQLite read the whole inbox for each claim.
func (s *Store) ClaimMessages(ctx context.Context, holder string, now, until int64,
	limit int) ([]store.Message, error) {
	var due, ended, ahead bool
	err := s.read.QueryRowContext(ctx, dueMessage, now).Scan(&due, &ended, &ahead)
	if err != nil || !due && !ended && !ahead {
		return nil, s.failed("claim messages", err)
	}
	if ended {
		if _, err := s.freeClaims(ctx, "claim messages", over("until"), now); err != nil {
			return nil, err
		}
	}
	if ahead {
		if err := s.change(ctx, "claim messages", nil,
			`UPDATE inbox SET due_at = $1 WHERE `+s.inOrder("inbox", "id", putOff), now); err != nil {
			return nil, err
		}
	}
	query := `UPDATE inbox SET lease_until = $2, holder = $4 WHERE id IN (
			SELECT id FROM inbox WHERE state = 'waiting' AND due_at <= $1 AND ` + over("lease_until") + `
			ORDER BY due_at, id LIMIT $3` + s.dialect.SkipLocked + `) RETURNING ` + selectMessage
	all, err := rowsOf(ctx, s.write, scanMessage, query, now, until, max(0, limit), text(holder))
	slices.SortFunc(all, func(a, b store.Message) int { return cmp.Compare(a.ID, b.ID) })
	return all, s.failed("claim messages", err)
}

// HoldMessages prolongs the holder's claim. It passes over messages that are being saved: waiting for them in another
// order than they are saved in would deadlock, and they need no claim any more.
func (s *Store) HoldMessages(ctx context.Context, holder string, until int64) error {
	n, err := count(s.write.ExecContext(ctx, `UPDATE inbox_claims SET until = $2 WHERE holder = $1`, text(holder), until))
	if err == nil && n == 0 {
		err = exec(ctx, s.write, nil, `UPDATE inbox SET lease_until = $2 WHERE id IN (SELECT id FROM inbox WHERE `+
			heldMessages+s.dialect.SkipLocked+`)`, text(holder), until)
	}
	return s.failed("hold messages", err)
}

// ReleaseMessages ends the holder's claim.
func (s *Store) ReleaseMessages(ctx context.Context, holder string) error {
	n, err := s.freeClaims(ctx, "release messages", `holder = $1`, text(holder))
	if err != nil || n > 0 {
		return err
	}
	return s.change(ctx, "release messages", nil, releaseMessage+s.inOrder("inbox", "id", heldMessages), text(holder))
}

// RecoverMessages ends the claims of a replica's processes. A database without SkipLocked belongs
// to a single process.
func (s *Store) RecoverMessages(ctx context.Context, replica string) error {
	where, args := `holder <> ''`, []any(nil)
	if s.dialect.SkipLocked != "" {
		mine := text(replica) + "/"
		where, args = `substr(holder, 1, CAST($2 AS INTEGER)) = $1`, []any{mine, utf8.RuneCountInString(mine)}
	}
	if _, err := s.freeClaims(ctx, "recover messages", where, args...); err != nil {
		return err
	}
	query := releaseMessage + s.inOrder("inbox", "id", `state = 'waiting' AND `+where)
	return s.change(ctx, "recover messages", nil, query, args...)
}

// result is what SaveMessages saves of the claimed messages with some ids.
type result struct {
	holder, state string
	tries, dueAt  int64
	why           string
}

type savedResult struct {
	result
	ids []int64
}

// SaveMessages saves the results of claimed messages. Messages that were added under a claim are stored as done: if all
// of the claim are, its row goes, and theirs stay as they are.
func (s *Store) SaveMessages(ctx context.Context, messages []store.Message) error {
	saves := grouped(messages)
	given := map[string]int64{}
	for _, r := range saves {
		given[text(r.holder)] += int64(len(r.ids))
	}
	holders := slices.Sorted(maps.Keys(given))
	return s.transaction(ctx, "save messages", func(tx *sql.Tx) error {
		claims, err := s.endClaims(ctx, tx, `holder IN `+placeholders(0, len(holders)), anys(holders)...)
		if err != nil {
			return err
		}
		whole := map[string]bool{}
		for _, c := range claims {
			whole[c.holder] = c.messages == given[c.holder]
		}
		rest := slices.DeleteFunc(slices.Clone(saves), func(r savedResult) bool {
			return whole[text(r.holder)] && r.state == store.MessageDone
		})
		if err := s.saveResults(ctx, tx, rest); err != nil {
			return err
		}
		return s.free(ctx, tx, slices.DeleteFunc(claims, func(c inboxClaim) bool { return whole[c.holder] }))
	})
}

// grouped brings together messages of one claim with the same result: usually all of them. The order is that of the
// first ids, because all writers use one order: see inOrder.
func grouped(messages []store.Message) (saves []savedResult) {
	for i := range messages {
		m := &messages[i]
		r := result{holder: m.Holder, state: m.State, tries: m.Tries, dueAt: m.DueAt, why: m.Why}
		n := len(saves) - 1
		for n >= 0 && saves[n].result != r {
			n--
		}
		if n < 0 {
			n, saves = len(saves), append(saves, savedResult{r, make([]int64, 0, len(messages)-i)})
		}
		saves[n].ids = append(saves[n].ids, m.ID)
	}
	for _, r := range saves {
		slices.Sort(r.ids)
	}
	slices.SortFunc(saves, func(a, b savedResult) int { return cmp.Compare(a.ids[0], b.ids[0]) })
	return saves
}

func (s *Store) saveResults(ctx context.Context, tx *sql.Tx, saves []savedResult) error {
	for _, r := range saves {
		args := []any{r.state, r.tries, r.dueAt, text(r.why), text(r.holder)}
		var err error
		if first, last := r.ids[0], r.ids[len(r.ids)-1]; last-first == int64(len(r.ids))-1 {
			_, err = s.hot.saveRange.within(ctx, tx).ExecContext(ctx, append(args, first, last)...)
		} else {
			those := s.inOrder("inbox", "id", `id IN `+integers(r.ids)+` AND holder = $5`)
			_, err = tx.ExecContext(ctx, saveResult+those, args...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// foreign finds dead messages of shops that aren't ours.
var foreign = `state = 'dead' AND why = '` + strings.ReplaceAll(store.WhyForeign, "'", "''") + `'`

// DeadMessages lists the newest dead messages, those of shops that aren't ours last.
func (s *Store) DeadMessages(ctx context.Context, limit int) ([]store.Message, error) {
	order := ` ORDER BY ` + foreign + `, id DESC`
	return list(ctx, s, "list dead messages", scanMessage, `SELECT `+selectMessage+` FROM inbox WHERE id IN (
		SELECT id FROM inbox WHERE state = 'dead'`+order+` LIMIT $1)`+order, max(0, limit))
}

// listed are the columns of a message for lists: a message that was added under a claim waits until the claim ends.
var listed = strings.Replace(selectMessage, "state", `CASE WHEN `+unheard+` THEN 'waiting' ELSE state END`, 1)

// strangeMessages finds messages by the index of event codes alone: in the order of id, SQLite would read all bodies.
func strangeMessages(known []int64) string {
	return `SELECT id FROM inbox WHERE event_id NOT IN ` + integers(known) + ` ORDER BY -id LIMIT $1`
}

// StrangeMessages lists the newest messages with event codes that aren't known.
func (s *Store) StrangeMessages(ctx context.Context, known []int64, limit int) ([]store.Message, error) {
	if len(known) == 0 {
		known = []int64{0}
	}
	query := `SELECT ` + listed + ` FROM inbox WHERE id IN (` + strangeMessages(known) + `) ORDER BY id DESC`
	return list(ctx, s, "list strange messages", scanMessage, query, max(0, limit))
}

// ReplayMessages makes dead messages wait again.
func (s *Store) ReplayMessages(ctx context.Context, ids []int64, now int64) (int64, error) {
	where := `state = 'dead'`
	if len(ids) > 0 {
		where += ` AND id IN ` + integers(ids)
	}
	query := replayMessage + s.inOrder("inbox", "id", where)
	var n int64
	err := s.transaction(ctx, "replay messages", func(tx *sql.Tx) (err error) {
		if n, err = count(tx.ExecContext(ctx, query, now)); err == nil && n == 0 {
			err = store.ErrNotFound
		}
		return err
	})
	return n, err
}

// RecallMessages makes dead messages of shops that are ours by now wait again.
func (s *Store) RecallMessages(ctx context.Context, why string, since, now int64) (int64, error) {
	query := replayMessage + s.inOrder("inbox", "id",
		`state = 'dead' AND why = $2 AND received_at >= $3 AND shop_id IN (SELECT shop_id FROM shops)`)
	n, err := count(s.write.ExecContext(ctx, query, now, text(why), since))
	return n, s.failed("recall messages", err)
}

// InboxBacklog counts the messages that wait and those that were given up.
func (s *Store) InboxBacklog(ctx context.Context) (b store.InboxBacklog, err error) {
	err = s.read.QueryRowContext(ctx, `SELECT COALESCE(SUM(n), 0), COALESCE(MIN(oldest), 0) FROM (
		SELECT COUNT(*) AS n, MIN(received_at) AS oldest FROM inbox WHERE state = 'waiting'
		UNION ALL SELECT SUM(messages), MIN(oldest) FROM inbox_claims) AS each_kind`).Scan(&b.Waiting, &b.Oldest)
	if err == nil {
		err = s.read.QueryRowContext(ctx, `SELECT COALESCE(SUM(CASE WHEN `+foreign+` THEN 0 ELSE 1 END), 0),
			COALESCE(SUM(CASE WHEN `+foreign+` THEN 1 ELSE 0 END), 0) FROM inbox WHERE state = 'dead'`).Scan(&b.Dead, &b.Foreign)
	}
	return b, s.failed("count the inbox", err)
}

// countMessages reads the index of event codes, and of each code the last message.
const countMessages = `SELECT each_code.event_id, messages, received_at FROM (
		SELECT event_id, COUNT(*) AS messages, MAX(id) AS last FROM inbox GROUP BY event_id
	) AS each_code JOIN inbox ON id = last`

// InboxFacts summarises the inbox.
func (s *Store) InboxFacts(ctx context.Context) (store.InboxFacts, error) {
	b, err := s.InboxBacklog(ctx)
	facts := store.InboxFacts{Waiting: b.Waiting, Oldest: b.Oldest, Dead: b.Dead, Foreign: b.Foreign,
		Counts: map[int64]int64{}, Last: map[int64]int64{}}
	if err != nil {
		return facts, err
	}
	_, err = list(ctx, s, "sum up the inbox", func(row scanner, event *int64) error {
		var count, last int64
		err := row.Scan(event, &count, &last)
		facts.Counts[*event], facts.Last[*event] = count, last
		return err
	}, countMessages)
	return facts, err
}

// firstYoung finds the first message since a moment, or the end of the inbox. It ignores messages of a clock that was
// ahead, which are later than the newest message.
var firstYoung = fmt.Sprintf(`SELECT COALESCE((SELECT id FROM inbox WHERE received_at >= $1 AND received_at <= %d + (
		SELECT received_at FROM inbox ORDER BY id DESC LIMIT 1) ORDER BY id LIMIT 1), (SELECT MAX(id) + 1 FROM inbox), 0)`,
	store.MostAhead.Milliseconds())

// PruneInbox deletes done messages that were received before a moment, up to the first younger message: no index has
// the moments.
func (s *Store) PruneInbox(ctx context.Context, before int64) error {
	end, err := value[int64](ctx, s, "prune inbox", firstYoung, before)
	if err != nil {
		return err
	}
	return s.inSteps(ctx, "prune inbox", "inbox", "id", `id < $1 AND state = 'done' AND NOT (`+unheard+`)`, end)
}

// PruneDead deletes dead messages that were received before a moment.
func (s *Store) PruneDead(ctx context.Context, before int64) error {
	return s.inSteps(ctx, "prune dead messages", "inbox", "id", `state = 'dead' AND received_at < $1`, before)
}

// PruneForeign deletes dead messages of shops that aren't ours that were received before a moment.
func (s *Store) PruneForeign(ctx context.Context, before int64) error {
	return s.inSteps(ctx, "prune messages of other shops", "inbox", "id", foreign+` AND received_at < $1`, before)
}

// OrderMessages lists the messages about an order. The texts are read of dead ones that name no order.
func (s *Store) OrderMessages(ctx context.Context, shopID, orderID int64) ([]store.Message, error) {
	all, err := list(ctx, s, "list an order's messages", scanMessage, `SELECT `+listed+` FROM inbox
		WHERE shop_id = $1 AND order_id = $2 OR order_id = 0 AND state = 'dead' ORDER BY id`, shopID, orderID)
	return slices.DeleteFunc(all, func(m store.Message) bool {
		return m.OrderID != orderID && !tells(m.Body, m.ShopID, shopID, orderID)
	}), err
}

func scanMessage(row scanner, m *store.Message) error {
	return row.Scan(&m.ID, &m.MessageID, &m.Fingerprint, &m.Digest, &m.ReceivedAt, &m.EventID, &m.ShopID,
		&m.OrderID, &m.Body,
		&m.State, &m.Tries, &m.DueAt, &m.LeaseUntil, &m.Holder, &m.Why)
}
