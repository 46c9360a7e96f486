package sandbox

import "github.com/shopdesk/shopdesk/platform"

// brand is what the shops of one name and country share.
type brand struct {
	key                   string // in the logo's address
	name, enName, between string // between the local name and the place's
	zone                  string
	primary, support      []platform.Category
}

var (
	noodles = brand{
		key: "noodle", name: "海港麵家", enName: "Harbour Noodle", between: "・", zone: "Asia/Hong_Kong",
		primary: []platform.Category{{ID: 2101, Name: "Noodles"}},
		support: []platform.Category{{ID: 2104, Name: "Dumplings"}, {ID: 3302, Name: "Milk tea"}},
	}
	congee = brand{
		key: "congee", name: "海港粥店", enName: "Harbour Congee", between: "・", zone: "Asia/Hong_Kong",
		primary: []platform.Category{{ID: 2110, Name: "Congee"}},
		support: []platform.Category{{ID: 2111, Name: "Breakfast"}},
	}
	dimSum = brand{
		key: "dimsum", name: "海港點心", enName: "Harbour Dim Sum", between: "・", zone: "Asia/Hong_Kong",
		primary: []platform.Category{{ID: 2120, Name: "Dim sum"}},
		support: []platform.Category{{ID: 2101, Name: "Noodles"}},
	}
	dubai  = abroad("noodle", "هاربر نودل", "Asia/Dubai")
	riyadh = abroad("noodle", "هاربر نودل", "Asia/Riyadh")
	brazil = abroad("noodle", "Harbour Noodle", "America/Sao_Paulo")
)

func abroad(key, name, zone string) brand {
	b := noodles
	b.key, b.name, b.between, b.zone = key, name, " - ", zone
	return b
}

// seed is the chain: 24 shops in Hong Kong and four abroad. The positions are
// part of the stories that [Sandbox.tell] adds.
var seed = []seedShop{
	{noodles, "中環店", "Central", "香港中環威靈頓街88號地下", "G/F, 88 Wellington Street, Central, Hong Kong", 114.1551, 22.2829,
		[]string{"852-25460101", "852-61230101"}, split},
	{noodles, "上環店", "Sheung Wan", "香港上環永樂街121號", "121 Wing Lok Street, Sheung Wan, Hong Kong", 114.1502, 22.2866,
		[]string{"852-25460102"}, office},
	{noodles, "西營盤店", "Sai Ying Pun", "香港西營盤第三街76號", "76 Third Street, Sai Ying Pun, Hong Kong", 114.1425, 22.2855,
		[]string{"852-25460103"}, restMonday},
	{congee, "堅尼地城店", "Kennedy Town", "香港堅尼地城卑路乍街45號", "45 Belcher's Street, Kennedy Town, Hong Kong", 114.1283, 22.2823,
		[]string{"852-25460104"}, breakfast},
	{noodles, "灣仔店", "Wan Chai", "香港灣仔莊士敦道153號", "153 Johnston Road, Wan Chai, Hong Kong", 114.1733, 22.2767,
		[]string{"852-25460105", "852-61230105", "852-91230105"}, lateWeekend},
	{dimSum, "銅鑼灣店", "Causeway Bay", "香港銅鑼灣渣甸街29號", "29 Jardine's Bazaar, Causeway Bay, Hong Kong", 114.1846, 22.2790,
		[]string{"852-25460106"}, mall},
	{noodles, "天后店", "Tin Hau", "香港天后電氣道68號", "68 Electric Road, Tin Hau, Hong Kong", 114.1917, 22.2835,
		[]string{"852-25460107"}, lateWeekend},
	{noodles, "北角店", "North Point", "香港北角英皇道412號", "412 King's Road, North Point, Hong Kong", 114.2003, 22.2909,
		[]string{"852-25460108"}, allDay},
	{congee, "鰂魚涌店", "Quarry Bay", "香港鰂魚涌英皇道983號", "983 King's Road, Quarry Bay, Hong Kong", 114.2120, 22.2869,
		[]string{"852-25460109"}, office},
	{noodles, "太古店", "Taikoo", "香港太古城道18號", "18 Taikoo Shing Road, Taikoo, Hong Kong", 114.2173, 22.2862,
		[]string{"852-25460110"}, mall},
	{noodles, "筲箕灣店", "Shau Kei Wan", "香港筲箕灣東大街59號", "59 Main Street East, Shau Kei Wan, Hong Kong", 114.2291, 22.2787,
		[]string{"852-25460111"}, split},
	{noodles, "香港仔店", "Aberdeen", "香港香港仔大道200號", "200 Aberdeen Main Road, Aberdeen, Hong Kong", 114.1541, 22.2487,
		[]string{"852-25460112"}, allDay},
	{noodles, "尖沙咀店", "Tsim Sha Tsui", "九龍尖沙咀加連威老道30號", "30 Granville Road, Tsim Sha Tsui, Kowloon", 114.1739, 22.3002,
		[]string{"852-23660113", "852-61230113"}, lateWeekend},
	{noodles, "佐敦店", "Jordan", "九龍佐敦吳松街85號", "85 Woosung Street, Jordan, Kowloon", 114.1706, 22.3053,
		[]string{"852-23660114"}, roundTheC},
	{noodles, "油麻地店", "Yau Ma Tei", "九龍油麻地廟街112號", "112 Temple Street, Yau Ma Tei, Kowloon", 114.1700, 22.3090,
		[]string{"852-23660115"}, night},
	{dimSum, "旺角店", "Mong Kok", "九龍旺角花園街155號", "155 Fa Yuen Street, Mong Kok, Kowloon", 114.1709, 22.3199,
		[]string{"852-23660116"}, lateWeekend},
	{noodles, "太子店", "Prince Edward", "九龍太子砵蘭街358號", "358 Portland Street, Prince Edward, Kowloon", 114.1678, 22.3248,
		[]string{"852-23660117"}, allDay},
	{congee, "深水埗店", "Sham Shui Po", "九龍深水埗福華街72號", "72 Fuk Wa Street, Sham Shui Po, Kowloon", 114.1622, 22.3302,
		[]string{"852-23660118"}, breakfast},
	{noodles, "紅磡店", "Hung Hom", "九龍紅磡馬頭圍道37號", "37 Ma Tau Wai Road, Hung Hom, Kowloon", 114.1847, 22.3071,
		[]string{"852-23660119"}, mall},
	{noodles, "九龍城店", "Kowloon City", "九龍九龍城南角道25號", "25 Nam Kok Road, Kowloon City, Kowloon", 114.1901, 22.3299,
		[]string{"852-23660120"}, restMonday},
	{dimSum, "觀塘店", "Kwun Tong", "九龍觀塘裕民坊18號", "18 Yue Man Square, Kwun Tong, Kowloon", 114.2260, 22.3128,
		[]string{"852-23660121"}, mall},
	{noodles, "沙田店", "Sha Tin", "新界沙田正街18號", "18 Sha Tin Centre Street, Sha Tin, New Territories", 114.1886, 22.3817,
		[]string{"852-26040122"}, mall},
	{noodles, "荃灣店", "Tsuen Wan", "新界荃灣眾安街64號", "64 Chung On Street, Tsuen Wan, New Territories", 114.1173, 22.3716,
		[]string{"852-24980123"}, split},
	{noodles, "元朗店", "Yuen Long", "新界元朗青山公路150號", "150 Castle Peak Road, Yuen Long, New Territories", 114.0309, 22.4447,
		[]string{"852-24780124"}, night},

	{dubai, "مرسى دبي", "Dubai Marina", "ممشى المارينا، مرسى دبي، دبي", "Marina Walk, Dubai Marina, Dubai", 55.1403,
		25.0805, []string{"971-43500125"}, gulf},
	{dubai, "ديرة", "Deira", "شارع الرقة، ديرة، دبي", "Al Rigga Road, Deira, Dubai", 55.3233, 25.2644,
		[]string{"971-42200126"}, gulf},
	{riyadh, "العليا", "Olaya", "شارع العليا، حي العليا، الرياض", "Olaya Street, Al Olaya, Riyadh", 46.6853, 24.6949,
		[]string{"966-112000127"}, gulf},
	{brazil, "Liberdade", "Liberdade", "Rua Galvão Bueno, 212, Liberdade, São Paulo",
		"212 Galvão Bueno Street, Liberdade, São Paulo", -46.6354, -23.5585,
		[]string{"55-1132000128", "55-11980000128"}, restMonday},
}

// seedAt is the line at that position. Beyond the seed, shops are made up.
func seedAt(at int) seedShop {
	if at < len(seed) {
		return seed[at]
	}
	return manyAt(at)
}
