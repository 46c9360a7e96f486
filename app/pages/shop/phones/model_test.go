package phones

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func loaded(list ...string) *model {
	m := &model{}
	phones := platform.Phones(list)
	m.Load(&phones)
	return m
}

func TestProblems(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		edit func(m *model)
		rows []int
	}{
		{"fine", func(*model) {}, nil},
		{"blank", func(m *model) { m.Add("HK") }, []int{2}},
		{"no country", func(m *model) { m.Now = append(m.Now, entry{Text: "1234567"}) }, []int{2}},
		{"letters", func(m *model) { m.Enter(0, "call us") }, []int{0}},
		{"too short", func(m *model) { m.Enter(0, "123") }, []int{0}},
		{"too long", func(m *model) { m.Enter(0, "1234567890123456") }, []int{0}},
		{"twice", func(m *model) { m.Enter(1, "2546 0101") }, []int{1}},
		{"none", func(m *model) { m.Remove(0); m.Remove(0) }, []int{whole}},
	} {
		m := loaded("852-25460101", "852-61230101")
		m.leaves = rules.Leaves{rules.CodePhoneShort: platform.LeaveRefused, rules.CodePhoneTwice: platform.LeaveRefused}
		tt.edit(m)
		var rows []int
		for _, p := range m.Problems() {
			rows = append(rows, p.row)
		}
		if !slices.Equal(rows, tt.rows) {
			t.Errorf("%s: problems in rows %v, want %v", tt.name, rows, tt.rows)
		}
	}
}

// A "+" without a number asked for the country that was chosen, and brackets without one emptied the field.
func TestTextWithoutANumberStaysAndIsTooShort(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"+", "00", "()", "+852", "+85"} {
		m := loaded("852-25460101")
		m.Enter(0, typed)
		want := []problem{{row: 0, text: "This number is too short."}}
		if got := m.Problems(); !slices.Equal(got, want) || m.Now[0].Text != typed {
			t.Errorf("%q is %q, with %+v", typed, m.Now[0].Text, got)
		}
	}
}

// A short number and a phone that is there twice are doubted, and saved.
func TestDoubtsKeepNobodyFromSaving(t *testing.T) {
	t.Parallel()
	m := loaded("852-25460101", "852-61230101", "852-999")
	m.Enter(1, "2546 0101")
	if !m.Try() || len(m.Visible()) > 0 {
		t.Errorf("problems %v", m.Visible())
	}
	for i, want := range []string{"", " is the same as phone 1.", "This number is too short."} {
		if got := m.Doubt(i); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("phone %d: %q", i, got)
		}
	}
	if m.Rows(-1)[2].Raw || m.Rows(-1)[2].Text != "999" {
		t.Errorf("%+v", m.Rows(-1)[2])
	}
	m.leaves = rules.Leaves{rules.CodePhoneTwice: platform.LeaveAllowed}
	if got := m.Doubt(1); strings.Contains(got, "same") {
		t.Errorf("what the platform takes is doubted: %q", got)
	}
}

// A number that the platform has in a form of its own stays as it is, and
// keeps nobody from saving another. In a list for many shops it must be corrected.
func TestRawIsKept(t *testing.T) {
	t.Parallel()
	m := loaded("+852 2546 0101", "852-61230101")
	if m.Dirty() || len(m.Visible()) != 0 || !m.Rows(-1)[0].Raw {
		t.Errorf("dirty %v, problems %v", m.Dirty(), m.Visible())
	}
	m.Enter(1, "6123 0102")
	if got := m.values(); got[0].Number != "+852 2546 0101" || !m.Try() || m.Doubt(0) != "" {
		t.Errorf("values %q, problems %v", got, m.Problems())
	}
	many := new(Edit)
	many.Fill([]string{"+852 2546 0101"})
	if many.Try() {
		t.Error("many shops may get such a number")
	}
	if many.Load([]string{"+852 2546 0101"}); !many.Try() {
		t.Errorf("a number that stands in a template keeps from saving: %v", many.Problems())
	}
	m.Enter(0, "+852 2546 0102")
	if got := m.values(); got[0].Number != "852-25460102" || !m.Try() {
		t.Errorf("values %q, problems %v", got, m.Problems())
	}
}

// The bug: the page kept a phone that is an object or a number, but sent it as a
// text, which its own rules refused.
func TestPhonesOfOtherFormsGoBack(t *testing.T) {
	t.Parallel()
	const was = `["852-25460101",{"n":"<852>","x":1.0},85212345678]`
	var list []platform.Phone
	if err := json.Unmarshal([]byte(was), &list); err != nil {
		t.Fatal(err)
	}
	m := &model{}
	m.Load(&list)
	if m.Dirty() || !m.Rows(-1)[1].Raw || !m.Rows(-1)[2].Raw {
		t.Errorf("%+v", m.Rows(-1))
	}
	m.Enter(0, "2546 0102")
	draft, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	again := &model{}
	if err := json.Unmarshal(draft, again); err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*model{"typed": m, "from its draft": again} {
		if !m.Try() {
			t.Errorf("%s: %+v", name, m.Problems())
		}
	}
	body, err := platform.Write(platform.ContactUpdate{ShopID: 1, Phones: *m.Payload()})
	if want := `{"shopId":1,"phones":["852-25460102",{"n":"<852>","x":1.0},85212345678]}`; err != nil ||
		string(body) != want {
		t.Errorf("%s, %v", body, err)
	}
}

func TestUndo(t *testing.T) {
	t.Parallel()
	m := loaded("852-25460101", "852-61230101", "971-43500125")
	m.Drag(2, 1)
	m.Drag(1, 0)
	m.Settle()
	if got := m.values(); got[0].Number != "971-43500125" || m.Count() != 1 {
		t.Fatalf("%q, %d changes", got, m.Count())
	}
	m.Type(0, "1", true)
	m.Type(0, "12", true)
	m.Undo()
	m.Undo()
	if m.Dirty() || m.CanUndo() {
		t.Errorf("after two steps back: %q", m.values())
	}
	m.Redo()
	if got := m.values(); got[0].Number != "971-43500125" {
		t.Errorf("after redo: %q", got)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	m := loaded("852-25460101", "852-1234")
	m.Try()
	if !m.Refused([]rules.Problem{{Path: "phones[1]", Code: api.ProblemPhoneImpossible, Args: []any{"852-1234"}}}) {
		t.Fatal("no place for the server's problem")
	}
	if p := m.Rows(-1)[1].Problem; p == "" {
		t.Error("the row doesn't say what the server said")
	}
	m.Enter(1, "2546 0102")
	if p := m.Rows(-1)[1].Problem; p != "" {
		t.Errorf("after the edit it still says %q", p)
	}
}

// What the server refused was marked at the rows as they stood by the answer: of a phone that was removed meanwhile, it
// marked the one that had come to its place.
func TestRefusalFindsThePhoneThatWasSent(t *testing.T) {
	t.Parallel()
	impossible := []rules.Problem{{Path: "phones[1]", Code: api.ProblemPhoneImpossible}}
	for _, tt := range []struct {
		name string
		edit func(m *model)
		row  int // -1 for none
	}{
		{"as it was sent", func(*model) {}, 1},
		{"moved", func(m *model) { m.Move(1, 2) }, 2},
		{"one before it removed", func(m *model) { m.Remove(0) }, 0},
		{"removed", func(m *model) { m.Remove(1) }, -1},
		{"corrected", func(m *model) { m.Enter(1, "2546 0199") }, -1},
	} {
		m := loaded("852-25460101", "852-25460102", "852-25460103")
		if m.Enter(1, "2546 0109"); !m.Try() {
			t.Fatal(m.Problems())
		}
		tt.edit(m)
		row := -1
		if m.Refused(impossible) {
			row = m.Said[0].row
		}
		if row != tt.row || len(m.Said) > 1 {
			t.Errorf("%s: %+v", tt.name, m.Said)
		}
	}
}

func TestResume(t *testing.T) {
	t.Parallel()
	m := loaded("852-25460101")
	m.Enter(0, "2546 0102")
	again := &model{}
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, again); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.values(), m.values()) || !again.Dirty() {
		t.Errorf("draft gives %q", again.values())
	}
	theirs := func(phone string) *[]platform.Phone {
		list := platform.Phones([]string{phone})
		return &list
	}
	if len(again.Merge(theirs("852-1")).Clashes) != 1 || len(again.Merge(theirs("852-25460102")).Clashes) != 0 {
		t.Error("only another list clashes")
	}
}

// What somebody else had saved put the number that was being typed into groups: the caret was elsewhere then.
func TestMergeKeepsWhatIsTyped(t *testing.T) {
	t.Parallel()
	m := loaded("852-25460101")
	m.Type(0, "25 460102", false)
	theirs := *m.Base()
	m.Rebase(&theirs, m.Merge(&theirs))
	if got := m.Now[0].Text; got != "25 460102" {
		t.Errorf("the field has %q", got)
	}
}

// Undo of one's own edits put the phones back that somebody else had replaced, and the next save sent them.
func TestUndoKeepsWhatSomebodyElseSaved(t *testing.T) {
	t.Parallel()
	m := loaded("852-25460101")
	m.Enter(0, "2546 0102")
	m.Enter(0, "2546 0101")
	theirs := platform.Phones([]string{"852-27778888"})
	m.Rebase(&theirs, m.Merge(&theirs))
	if m.Dirty() {
		t.Fatalf("not taken: %q", m.values())
	}
	m.Undo()
	if got := platform.PhoneTexts(m.values()); !slices.Equal(got, []string{"852-25460102"}) {
		t.Errorf("one's own edit can't be had back: %q", got)
	}
	if m.Undo(); m.Dirty() {
		t.Errorf("undone: %q", m.values())
	}
}

// The answer to a save took the row that had been added meanwhile, its draft
// and what could be undone.
func TestSavedKeepsWhatIsTyped(t *testing.T) {
	t.Parallel()
	m := loaded("852-25460101")
	m.Enter(0, "2546 0102")
	sent := m.values()
	m.Add("HK")
	m.Type(1, "2777 88", true)
	if m.Saved(&sent); len(m.Now) != 2 {
		t.Fatalf("after the answer: %q", m.values())
	}
	m.Type(1, m.Now[1].Text+"88", true)
	if got := m.values(); !slices.Equal(platform.PhoneTexts(got), []string{"852-25460102", "852-27778888"}) ||
		m.Count() != 1 {
		t.Errorf("%q, %d changes", got, m.Count())
	}
	m.Undo()
	m.Undo()
	if m.Dirty() || !m.CanUndo() {
		t.Errorf("after two steps back: %q", m.values())
	}
	m.Redo()
	m.Redo()
	if m.Type(1, "27 778888", false); m.Now[1].Text != "27 778888" {
		t.Fatal(m.Now[1].Text)
	}
	if m.Saved(m.Payload()); m.Now[1].Text != "27 778888" {
		t.Errorf("the answer wrote %q into the field that is typed in", m.Now[1].Text)
	}
	m.Settle()
	m.Saved(m.Payload())
	if m.Dirty() || m.CanUndo() {
		t.Error("what is saved is still an edit")
	}
}
