package sandbox

import "github.com/shopdesk/shopdesk/platform"

// tongue is a language of the menu.
type tongue int

const (
	chinese tongue = iota
	arabic
	portuguese
	english
)

// words are a text in each tongue.
type words [4]string

// dish is a line of the menu. Prices are Hong Kong cents; abroad they are
// converted.
type dish struct {
	spu    int64
	name   words
	spec   words
	price  int64
	groups []dishGroup
}

type dishGroup struct {
	name    words
	options []dishOption
}

type dishOption struct {
	name  words
	price int64
}

var (
	spice = dishGroup{words{"辣度", "درجة الحرارة", "Picância", "Spiciness"}, []dishOption{
		{words{"不辣", "بدون فلفل", "Sem pimenta", "Not spicy"}, 0},
		{words{"小辣", "حار قليلاً", "Pouco picante", "Mild"}, 0},
		{words{"大辣", "حار جداً", "Muito picante", "Very hot"}, 0},
	}}
	extras = dishGroup{words{"加配", "إضافات", "Adicionais", "Extras"}, []dishOption{
		{words{"滷蛋", "بيضة مسلوقة", "Ovo marinado", "Soy egg"}, 800},
		{words{"加麵", "نودلز إضافية", "Porção extra de macarrão", "Extra noodles"}, 1000},
		{words{"郊外油菜", "خضار بصلصة المحار", "Verduras ao molho de ostra", "Greens in oyster sauce"}, 1500},
	}}
	ice = dishGroup{words{"冰量", "الثلج", "Gelo", "Ice"}, []dishOption{
		{words{"走冰", "بدون ثلج", "Sem gelo", "No ice"}, 300},
		{words{"少冰", "ثلج قليل", "Pouco gelo", "Less ice"}, 0},
	}}
	regular = words{"正常份量", "حجم عادي", "Porção normal", "Regular"}
	large   = words{"大份", "حجم كبير", "Porção grande", "Large"}
)

// menu is what every shop of the seed sells.
var menu = []dish{
	{5001, words{"鮮蝦雲吞麵", "نودلز ونتون الروبيان", "Macarrão com wonton de camarão", "Shrimp wonton noodles"}, regular,
		5200, []dishGroup{extras}},
	{5002, words{"牛腩撈麵", "نودلز بلحم البقر المطهو", "Macarrão com peito bovino", "Beef brisket noodles"}, large, 6800,
		[]dishGroup{spice, extras}},
	{5003, words{"四川擔擔麵", "نودلز دان دان", "Macarrão dan dan", "Dan dan noodles"}, regular, 4800, []dishGroup{spice}},
	{5004, words{"皮蛋瘦肉粥", "عصيدة الأرز بالدجاج", "Mingau de arroz com porco", "Congee with pork and century egg"},
		regular, 3900, nil},
	{5005, words{"蝦餃皇（四件）", "فطائر الروبيان (٤ قطع)", "Har gow (4 unidades)", "Har gow (4 pieces)"}, words{}, 3600, nil},
	{5006, words{"蜜汁叉燒腸粉", "لفائف الأرز بالدجاج المشوي", "Rolinho de arroz com char siu",
		"Rice rolls with barbecued pork"}, words{}, 3400, nil},
	{5007, words{"凍檸茶", "شاي بالليمون مثلج", "Chá gelado com limão", "Iced lemon tea"}, regular, 2000, []dishGroup{ice}},
	{5008, words{"港式絲襪奶茶", "شاي بالحليب", "Chá com leite de Hong Kong", "Hong Kong milk tea"}, regular, 2200,
		[]dishGroup{ice}},
	{5009, words{"招牌秘製紅燒牛肉配手打刀削麵連時令蔬菜及老火湯套餐（二人份）",
		"وجبة العائلة المميزة: لحم بقري مطهو ببطء مع نودلز مصنوعة يدوياً وخضار الموسم وحساء اليوم (لشخصين)",
		"Combo especial da casa: carne bovina cozida lentamente com macarrão artesanal, legumes da estação e sopa do dia " +
			"(para duas pessoas)", "House special: slow-braised beef with hand-cut noodles, seasonal greens and the soup of " +
			"the day (for two)"}, large, 16800, []dishGroup{spice, extras}},
	{5010, words{"白灼時菜", "خضار مسلوقة", "Verduras no vapor", "Blanched greens"}, words{}, 2800, nil},
	{5011, words{"炸雲吞", "ونتون مقلي", "Wonton frito", "Fried wontons"}, words{}, 3200, nil},
	{5012, words{"芒果布甸", "بودينغ المانجو", "Pudim de manga", "Mango pudding"}, words{}, 2600, nil},
}

// notes are customers' remarks; the first are about allergies.
var notes = []words{
	{"⚠ 對花生嚴重過敏，請務必不要落花生或花生油！", "⚠ حساسية شديدة من الفول السوداني، من فضلكم بدون فول سوداني أو زيته!",
		"⚠ Alergia grave a amendoim: por favor, nada de amendoim nem óleo de amendoim!",
		"⚠ Severe peanut allergy: please no peanuts and no peanut oil!"},
	{"不吃甲殼類，過敏。", "حساسية من القشريات.", "Alergia a crustáceos.", "Allergic to shellfish."},
	{"走蔥走芫荽，唔該。", "بدون بصل أو كزبرة، شكراً.", "Sem cebolinha e sem coentro, obrigado.",
		"No spring onion, no coriander, thanks."},
	{"麵同湯分開上，到咗請放門口，唔好撳鐘，BB瞓緊。", "الحساء منفصل من فضلكم. اتركوا الطلب عند الباب ولا ترنوا الجرس، الطفل نائم.",
		"Sopa separada. Deixe na porta e não toque a campainha: o bebê está dormindo.",
		"Soup on the side. Leave it at the door and don't ring: the baby is asleep."},
	{"多比一雙筷子。", "عيدان إضافية من فضلكم.", "Mais um par de hashis, por favor.", "One more pair of chopsticks, please."},
}

var discounts = []struct {
	kind  int
	title words
}{
	{1, words{"店鋪優惠", "خصم المتجر", "Desconto da loja", "Shop discount"}},
	{2, words{"優惠券", "قسيمة", "Cupom", "Voucher"}},
}

var customers = []words{
	{"陳小姐", "سارة", "Ana Souza", "Emma"},
	{"黃先生", "محمد", "João Pereira", "Daniel"},
	{"李太", "نورة", "Mariana Lima", "Priya"},
	{"何生", "خالد", "Rafael Costa", "Tom"},
}

var riders = []words{
	{"阿強", "عمر", "Carlos", "Sam"},
	{"家輝", "بلال", "Diego", "Ravi"},
	{"美玲", "ياسر", "Luana", "Grace"},
}

var refundReasons = []words{
	{"欠一份嘢食", "طبق ناقص", "Faltou um item", "An item was missing"},
	{"湯漏晒", "انسكب الحساء", "A sopa vazou", "The soup had spilled"},
	{"送錯咗", "وصل طبق آخر", "Veio o prato errado", "It was the wrong dish"},
}

// market is what a shop's zone says of language, currency and prices.
type market struct {
	tongue   tongue
	currency string
	rate     int64 // of a Hong Kong cent in minor units, in thousandths
	code     string
}

var markets = map[string]market{
	"Asia/Hong_Kong":    {chinese, "HKD", 1000, "852"},
	"Asia/Dubai":        {arabic, "AED", 470, "971"},
	"Asia/Riyadh":       {arabic, "SAR", 480, "966"},
	"Asia/Kuwait":       {arabic, "KWD", 400, "965"},
	"America/Sao_Paulo": {portuguese, "BRL", 700, "55"},
	"Asia/Tokyo":        {english, "JPY", 200, "81"},
}

func marketOf(zone string) market {
	if m, ok := markets[zone]; ok {
		return m
	}
	return market{english, "USD", 130, "1"}
}

// rates are for a currency asked for by name.
func (m market) in(currency string) market {
	for _, other := range markets {
		if other.currency == currency {
			m.currency, m.rate = other.currency, other.rate
		}
	}
	return m
}

// convert is a price abroad, rounded to a coin that people use.
func (m market) convert(cents int64) int64 {
	if cents == 0 {
		return 0
	}
	coin := int64(10)
	if platform.Decimals(m.currency) == 3 {
		coin = 50
	}
	return max(coin, cents*m.rate/1000/coin*coin)
}
