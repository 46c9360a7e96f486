package components

import (
	"strings"
	"testing"
)

// What people type and what stands in the list are the same, however written.
func TestFold(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"CAFÉ", "cafe"}, {"Cafe\u0301", "café"},
		{"São Paulo – Pinheiros", "sao paulo pinheiros"},
		{"Łódź", "lodz"}, {"Øster", "oster"}, {"Straße", "strase"}, {"İstanbul ışık", "istanbul isik"},
		{"Ｓｈｏｐ　１２３", "shop 123"}, {"ﾗｰﾒﾝ", "らーめん"}, {"ラーメン", "らーめん"},
		{"أسواق الإمارات", "اسواق الامارات"}, {"مَطْعَم", "مطعم"}, {"شاورما الحمراء", "شاورما الحمراء"},
		{"مدرسة", "مدرسه"}, {"مستشفى", "مستشفي"}, {"ﻣﻄﻌﻢ", "مطعم"}, {"مـــطعم", "مطعم"}, {"کباب", "كباب"},
		{"٣ فرع", "3 فرع"}, {"۳", "3"},
		{"Joe's", "JOE’S"}, {"Sha-Tin", "sha tin"}, {"\u2068Noodle\u2069", "noodle"},
		{"\u202a100004\u202c", "100004"},
		{"Ποσειδών", "ποσειδων"}, {"Ёлка", "елка"}, {"海港麵家", "海港麵家"},
	} {
		words := func(text string) (all string) {
			for _, r := range Fold(text) {
				if r != ' ' {
					all += string(r)
				}
			}
			return all
		}
		if a, b := words(pair[0]), words(pair[1]); a != b {
			t.Errorf("%q is %q, %q is %q", pair[0], a, pair[1], b)
		}
	}
	if Fold("a") == Fold("b") || Fold("中") == Fold("央") {
		t.Error("different letters are alike")
	}
}

func TestHolding(t *testing.T) {
	t.Parallel()
	list := []string{"Café Central", "Harbour", "Central Harbour"}
	for query, want := range map[string]string{
		"": "Café Central Harbour Central Harbour", "cafe": "Café Central", "HARBOUR central": "Central Harbour", "pizza": "",
	} {
		got := strings.Join(Holding(list, query, func(s string) string { return s }), " ")
		if got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}
