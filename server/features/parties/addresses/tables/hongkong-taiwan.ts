/** Areas and districts of Hong Kong, in both scripts. */
const AREAS = '新界|九龍|九龙|香港島|香港岛|港島|港岛'
const DISTRICTS =
  '荃灣|荃湾|沙田|屯門|屯门|元朗|大埔|北區|北区|上水|粉嶺|粉岭|西貢|西贡|葵青|葵涌|葵芳|青衣|離島|离岛|東涌|东涌|將軍澳|将军澳|馬鞍山|马鞍山|天水圍|天水围|' +
  '觀塘|观塘|旺角|尖沙咀|油麻地|油尖旺|深水埗|長沙灣|长沙湾|荔枝角|黃大仙|黄大仙|九龍灣|九龙湾|九龍城|九龙城|紅磡|红磡|何文田|新蒲崗|新蒲岗|牛頭角|牛头角|藍田|蓝田|土瓜灣|土瓜湾|佐敦|大角咀|' +
  '灣仔|湾仔|銅鑼灣|铜锣湾|中西區|中西区|中環|中环|上環|上环|西環|西环|金鐘|金钟|北角|鰂魚涌|鲗鱼涌|太古|筲箕灣|筲箕湾|柴灣|柴湾|香港仔|鴨脷洲|鸭脷洲|薄扶林|赤柱|東區|东区|南區|南区|黃竹坑|黄竹坑'
const TAIWAN =
  '台北市|臺北市|新北市|桃園市|桃园市|台中市|臺中市|台南市|臺南市|高雄市|基隆市|新竹市|嘉義市|嘉义市|新竹縣|新竹县|苗栗縣|苗栗县|彰化縣|彰化县|南投縣|南投县|雲林縣|云林县|嘉義縣|嘉义县|屏東縣|屏东县|宜蘭縣|宜兰县|花蓮縣|花莲县|台東縣|臺東縣|台东县|澎湖縣|澎湖县|金門縣|金门县|連江縣|连江县'

const HONG_KONG = new RegExp(
  `^(?<country>(?:中国|中國)?香港(?:特别行政区|特別行政區)?)?\\s*(?<area>${AREAS})?\\s*(?<district>(?:${DISTRICTS})[區区]?)?`,
  'u',
)
const MACAO =
  /^(?<country>(?:中国|中國)?澳[门門](?:特别行政区|特別行政區)?)\s*(?<district>澳門半島|澳门半岛|氹仔|路環|路环)?/u
const ISLAND = new RegExp(
  `^(?<country>(?:中国|中國)?[台臺][灣湾]省?)?\\s*(?:\\d{3}(?:\\d{2,3})? ?)?(?<area>${TAIWAN})\\s*(?<district>[\\u4e00-\\u9fff]{1,3}?[區区]|[\\u4e00-\\u9fff]{1,3}?[鄉乡鎮镇市])?`,
  'u',
)

const JAPAN =
  /^(?<country>日本)?\s{0,9}〒?(?<code>\d{3}-\d{4})?\s{0,9}(?<area>東京都|北海道|京都府|大阪府|[\u4e00-\u9fff]{2,3}県)(?<district>[\u4e00-\u9fff]{1,6}?市(?:[\u4e00-\u9fff]{1,4}?区)?|[\u4e00-\u9fff]{1,4}?区|[\u4e00-\u9fff]{1,5}?[町村])?/u

/** What stands in front of an address in Hong Kong, Macao or Taiwan. */
export interface Outside {
  country: 'HK' | 'MO' | 'TW' | 'JP'
  length: number
  state: string | null
  city: string | null
  /** The country's name as it stands. */
  name: string
}

/** The places in front of a text, where it is one of the three. */
export function startsOutside(text: string): Outside | null {
  for (const [country, pattern] of [
    ['JP', JAPAN],
    ['TW', ISLAND],
    ['MO', MACAO],
    ['HK', HONG_KONG],
  ] as const) {
    const hit = pattern.exec(text)
    const { country: name, area, district } = hit?.groups ?? {}
    if (!hit || (name === undefined && area === undefined)) continue
    return {
      country,
      length: hit[0].length,
      state: area ?? null,
      city: district ?? null,
      name: name ?? '',
    }
  }
  return null
}
/** Signs that are written in traditional script only, of surnames that are common. */
const SURNAMES: Readonly<Record<string, string>> = Object.fromEntries(
  '陳陈 黃黄 張张 劉刘 楊杨 趙赵 吳吴 鄭郑 馮冯 許许 呂吕 嚴严 華华 謝谢 鄒邹 蘇苏 葉叶 韋韦 馬马 賴赖 盧卢 鍾钟 鐘钟 龔龚 羅罗 蕭萧 孫孙 蔣蒋 閻阎 歐欧 譚谭 關关 鄧邓 湯汤 賀贺 顧顾 錢钱 陸陆 萬万 龍龙 莊庄 溫温 連连 魯鲁 區欧 駱骆 麥麦 簡简 範范 侯侯 塗涂'
    .split(' ')
    .map(([from = '', to = '']) => [from, to]),
)
export const simplified = (text: string): string =>
  text.replace(/^[\u4e00-\u9fff]/u, (sign) => SURNAMES[sign] ?? sign)
