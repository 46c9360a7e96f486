package text

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/text/words"
)

// forbidden are words that app/text/words/README.md replaces, by language, in
// small letters.
var forbidden = map[string][]string{
	"en": {
		"picture", "can't do it", "can’t do it", "needs somebody", "need somebody", "needs you", "reckon",
		"choose none", "unpick", "take back", "take it back", "takes back", "taken back", "took back",
		"too few people", "let it ring", "changes for many shops", "changes to many shops", "change to many shops",
		"suspended elsewhere", "save as csv", "export as csv", "look again", "told us",
		"refund asked", "set back", "set this change back", "mend", "take over", "taken over",
		"go on trying", "whoever",
	},
	"zh-Hant": {
		"還原", "批次", "圖片", "照片", "裏", "撤回了多店", "再看一次", "要求退款", "讀不到", "未能讀取", "仍未有", "此裝置", "變更",
		"紀錄", "清單", "至少", "今天", "明天", "身分", "身份提供者", "色彩", "剩餘", "需由", "加到", "連到", "連上", "呼叫",
		"消息",
	},
	"ar": {
		"الاتصالات", "متاجر كثيرة", "انظر مجدد", "اسأل المنصة", "يحتاج إلى أحد", "استرداد", "تعذر", "من تلقاء",
		"تجيب", "أخفق", "تغير", "ينتهي الوصول", "انتهى الوصول", "لا وصول",
	},
	"pt": {
		"dispositivo",
		"não dá…", "precisa de alguém", "precisam de alguém", "mudanças em várias", "imagem",
		"imagens", "reembolso pedido", "situação",
		"nos disse", "perguntar à plataforma", "olhar de novo",
	},
}

func TestForbiddenWords(t *testing.T) {
	t.Parallel()
	for lang, none := range forbidden {
		pages, err := words.Pages(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, texts := range pages {
			for key, said := range texts {
				for _, word := range none {
					if strings.Contains(strings.ToLower(said), word) {
						t.Errorf("%s: %s says %q, which the README of the words replaces: %q", lang, key, word, said)
					}
				}
			}
		}
	}
}
