package sandbox

import "github.com/shopdesk/shopdesk/platform"

// home is the zone of the seed's chain.
const home = "Asia/Hong_Kong"

// chain is what the made-up shops of one country have in common.
type chain struct {
	brand           brand
	name, address   string      // formats: place, street, number
	code            string      // what the country's phones begin with,
	digits          int         // and how many digits follow
	lon, lat        float64     // of the area's corner
	places, streets [][2]string // as they are written there, and in English
	week            platform.Week
}

// chains are the made-up shops' countries, home first.
var chains = []chain{
	{
		brand: noodles, name: "%[1]s%[2]s%[3]d號", address: "香港%[1]s%[2]s%[3]d號地下", code: "852-2", digits: 7, lon: 114.12,
		lat: 22.26, week: allDay,
		places: [][2]string{
			{"中環", "Central"}, {"灣仔", "Wan Chai"}, {"銅鑼灣", "Causeway Bay"}, {"北角", "North Point"}, {"旺角", "Mong Kok"},
			{"尖沙咀", "Tsim Sha Tsui"},
			{"深水埗", "Sham Shui Po"}, {"觀塘", "Kwun Tong"}, {"沙田", "Sha Tin"}, {"荃灣", "Tsuen Wan"}, {"元朗", "Yuen Long"},
			{"將軍澳", "Tseung Kwan O"},
		},
		streets: [][2]string{
			{"花園街", "Garden Street"}, {"海旁道", "Praya Road"}, {"市場街", "Market Street"}, {"廟街", "Temple Street"},
			{"渡船街", "Ferry Street"}, {"公園道", "Park Road"}, {"青山公路", "Castle Peak Road"}, {"英皇道", "King's Road"},
		},
	},
	{
		brand: dubai, name: "%[1]s، %[2]s %[3]d", address: "%[2]s %[3]d، %[1]s، دبي", code: "971-4", digits: 7, lon: 55.13,
		lat: 25.06, week: gulf,
		places: [][2]string{{"مرسى دبي", "Dubai Marina"}, {"ديرة", "Deira"}, {"جميرا", "Jumeirah"}, {"القوز", "Al Quoz"},
			{"البرشاء", "Al Barsha"}},
		streets: [][2]string{{"شارع الخور", "Creek Street"}, {"شارع السوق", "Souk Street"}, {"شارع النخيل", "Palm Street"},
			{"شارع الميناء", "Port Street"}},
	},
	{
		brand: riyadh, name: "%[1]s، %[2]s %[3]d", address: "%[2]s %[3]d، %[1]s، الرياض", code: "966-11", digits: 7,
		lon: 46.62, lat: 24.66, week: gulf,
		places: [][2]string{{"العليا", "Olaya"}, {"الملز", "Al Malaz"}, {"النخيل", "An Nakheel"}, {"الروضة", "Ar Rawdah"}},
		streets: [][2]string{{"شارع التحلية", "Tahlia Street"}, {"شارع الورود", "Roses Street"},
			{"طريق الملك", "King's Road"}},
	},
	{
		brand: brazil, name: "%[1]s, %[2]s, %[3]d", address: "%[2]s, %[3]d, %[1]s, São Paulo", code: "55-11", digits: 8,
		lon: -46.70, lat: -23.60, week: restMonday,
		places: [][2]string{{"Liberdade", "Liberdade"}, {"Pinheiros", "Pinheiros"}, {"Vila Madalena", "Vila Madalena"},
			{"Tatuapé", "Tatuapé"}, {"Ipiranga", "Ipiranga"}},
		streets: [][2]string{{"Rua das Laranjeiras", "Laranjeiras Street"}, {"Avenida da Estação", "Station Avenue"},
			{"Rua São João", "São João Street"}},
	},
	{
		brand: abroad("tokyo", "ハーバーヌードル", "Asia/Tokyo"), name: "%[1]s%[2]s%[3]d番", address: "東京都%[1]s%[2]s%[3]d",
		code: "81-3", digits: 8, lon: 139.68, lat: 35.64, week: split,
		places:  [][2]string{{"新宿区", "Shinjuku"}, {"渋谷区", "Shibuya"}, {"台東区", "Taito"}, {"品川区", "Shinagawa"}},
		streets: [][2]string{{"本町", "Honcho"}, {"桜通り", "Sakura Avenue"}, {"駅前", "Ekimae"}},
	},
	{
		brand: abroad("seoul", "하버누들", "Asia/Seoul"), name: "%[1]s %[2]s %[3]d", address: "서울 %[1]s %[2]s %[3]d",
		code: "82-2", digits: 8, lon: 126.94, lat: 37.50, week: allDay,
		places:  [][2]string{{"강남구", "Gangnam"}, {"마포구", "Mapo"}, {"종로구", "Jongno"}},
		streets: [][2]string{{"중앙로", "Jungang Road"}, {"시장길", "Market Lane"}, {"공원로", "Park Road"}},
	},
	{
		brand: abroad("mumbai", "हार्बर नूडल", "Asia/Kolkata"), name: "%[1]s, %[2]s %[3]d",
		address: "%[3]d %[2]s, %[1]s, मुंबई", code: "91-22", digits: 8, lon: 72.82, lat: 18.95, week: lateWeekend,
		places:  [][2]string{{"बांद्रा", "Bandra"}, {"दादर", "Dadar"}, {"अंधेरी", "Andheri"}},
		streets: [][2]string{{"स्टेशन रोड", "Station Road"}, {"हिल रोड", "Hill Road"}, {"बाज़ार मार्ग", "Bazaar Road"}},
	},
	{
		brand: abroad("bangkok", "ฮาร์เบอร์นู้ดเดิล", "Asia/Bangkok"), name: "%[1]s %[2]s %[3]d",
		address: "%[3]d %[2]s %[1]s กรุงเทพฯ", code: "66-2", digits: 7, lon: 100.50, lat: 13.70, week: night,
		places:  [][2]string{{"สีลม", "Silom"}, {"บางรัก", "Bang Rak"}, {"อารีย์", "Ari"}},
		streets: [][2]string{{"ถนนตลาด", "Market Road"}, {"ซอยวัด", "Temple Lane"}, {"ถนนท่าเรือ", "Pier Road"}},
	},
	{
		brand: abroad("athens", "Χάρμπορ Νουντλ", "Europe/Athens"), name: "%[1]s, %[2]s %[3]d",
		address: "%[2]s %[3]d, %[1]s, Αθήνα", code: "30-21", digits: 8, lon: 23.70, lat: 37.95, week: lateWeekend,
		places:  [][2]string{{"Κολωνάκι", "Kolonaki"}, {"Πλάκα", "Plaka"}, {"Πειραιάς", "Piraeus"}},
		streets: [][2]string{{"Οδός Λιμένος", "Limenos Street"}, {"Οδός Αγοράς", "Agoras Street"}},
	},
	{
		brand: abroad("london", "Harbour Noodle", "Europe/London"), name: "%[1]s, %[3]d %[2]s",
		address: "%[3]d %[2]s, %[1]s, London", code: "44-20", digits: 8, lon: -0.15, lat: 51.48, week: mall,
		places: [][2]string{{"Soho", "Soho"}, {"Hackney", "Hackney"},
			{"Stoke Newington Church Street Corner", "Stoke Newington Church Street Corner"}},
		streets: [][2]string{{"Market Row", "Market Row"}, {"Station Approach", "Station Approach"},
			{"St John's Hill", "St John's Hill"}},
	},
	{
		brand: abroad("newyork", "Harbour Noodle", "America/New_York"), name: "%[1]s, %[3]d %[2]s",
		address: "%[3]d %[2]s, %[1]s, New York", code: "1-212", digits: 7, lon: -74.00, lat: 40.70, week: breakfast,
		places:  [][2]string{{"Chinatown", "Chinatown"}, {"Flushing", "Flushing"}, {"Sunset Park", "Sunset Park"}},
		streets: [][2]string{{"Canal Street", "Canal Street"}, {"Main Street", "Main Street"}, {"8th Avenue", "8th Avenue"}},
	},
}
