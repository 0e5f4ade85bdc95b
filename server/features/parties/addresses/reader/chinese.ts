import { PLACE_ENDS, STREET_ENDS } from '../tables/china.ts'
import {
  CHINESE_ANNOUNCES,
  CHINESE_ASKS,
  CHINESE_LEAD,
  CHINESE_THANKS,
  CHINESE_WISH,
} from '../tables/phrases.ts'
import { startsOutside } from '../tables/hongkong-taiwan.ts'
import { startsDistrict } from '../tables/china-districts.ts'
import { surnameOf } from '../tables/surnames.ts'
import { isCompany } from '../tables/words.ts'
import {
  bareName,
  chooseName,
  gluedCompany,
  gluedName,
  isLatinName,
  isLongName,
  isPlainName,
  isSurnamed,
  SECTION,
  type Parts,
} from './chinese-names.ts'
import { fullNames, readOutside, wordsOf } from './chinese-parts.ts'
import { startsCity, startsRegion } from './chinese-places.ts'
import { isWholeCity, readAgain, readMore, readRegion } from './chinese-regions.ts'
import { countryOf } from './country-names.ts'
import { put, trimmed, type Reading, type Segment } from './reading.ts'

const CHOSEN = /^[\u4e00-\u9fff]{1,8}(?:市|区|县|旗|镇|乡|街道|自治县|村)$/u
/** A school, a works or an estate, although its name ends as a place: 理工大学西校区. */
const BUILT = /大学|学院|学校|中学|小学|校区|园区|小区|社区|医院|公寓|大厦|广场|工业区|开发区.+/u
const LABEL_START =
  /^(?:收件人姓名|收货人姓名|收件人|收货人|联系人|姓名|收货地址|收件地址|详细地址|所在地区|地址|寄往|邮政编码|邮编|电话|手机号码|手机号|手机|联系电话)[是为]?(?=.)/u

/** What a trade's name ends with, where no legal form follows. */
const TRADE_END = new RegExp(
  String.raw`^(?!.*[路街号村镇楼\d])\p{Script=Han}{2,6}(?:${[
    '科技|贸易|商贸|电子|实业|集团|传媒|物流|服饰|家具|五金|家居|食品|建材',
    '汽修|工作室|事务所|超市|药店|便利店|制衣|印刷|广告|设计|鞋业|玩具|电器|机械|模具',
  ].join('|')})$`,
  'u',
)

/** 我想把货寄到, 下单地址麻烦改成: any words that lead to a place. */
const LEADS_TO =
  /^[\p{Script=Han}]{0,14}?(?:寄到|寄去|寄往|寄给|寄至|寄|发到|发往|发去|发给|发至|发|送到|送至|送往|送去|改成|改为|换成|换到|改到|改寄|运到|运往|配送到|地址是|地址为|在|到|住)(?=\p{Script=Han})/u
function chineseLead(word: string): string {
  if (startsRegion(word) ?? startsCity(word, null)) return ''
  let lead = LEADS_TO.exec(word)?.[0] ?? ''
  // 寄到一下湖北省: up to where the place begins.
  for (; lead !== '' && lead.length < 18; lead = word.slice(0, lead.length + 1)) {
    const rest = word.slice(lead.length)
    const region = startsRegion(rest)
    const city = region ? null : startsCity(rest, null)
    if (region || (city && (city.region !== null || /^.{2,3}市/u.test(rest)))) return lead
    if (!/^[\p{Script=Han}:]/u.test(rest)) return ''
  }
  return ''
}

/** Province, city, the rest as street; a short word of its own is the name. */
export function readChinese(reading: Reading, segments: readonly Segment[]): void {
  const parts: Parts = {
    known: { region: null, city: null },
    street: [],
    began: false,
    more: false,
    names: [],
  }
  const waiting: string[] = []
  const words = wordsOf(segments)
  for (const [at, word] of words.entries()) {
    parts.more = words.slice(at + 1).some((later) => isPlainName(later))
    readWord(reading, parts, waiting, word)
  }
  chooseName(reading, parts)
  // Letters of two words do not grow together: 星河WORLD A座.
  const street = parts.street.reduce(
    (all, word) => (/\w$/.test(all) && /^\w/.test(word) ? `${all} ${word}` : all + word),
    '',
  )
  for (const word of waiting) {
    if (reading.found.name === undefined && !/\d/.test(word) && word.length <= 20)
      put(reading, 'name', word)
    else reading.left.push(word)
  }
  const place = gluedName(reading, gluedCompany(reading, street))
  if (place) put(reading, 'street', place)
  const { name } = reading.found
  const person = name && bareName(name)
  if (name && person && person.length >= 2 && person !== name) {
    reading.found.name = person
    reading.aside.push(trimmed(name.slice(person.length)))
  }
  fullNames(reading)
  if (reading.found.city !== undefined || reading.found.state !== undefined)
    reading.found.country ??= 'CN'
}

function readWord(reading: Reading, parts: Parts, waiting: string[], raw: string): void {
  const label = LABEL_START.exec(raw)?.[0]
  if (label) reading.aside.push(label)
  let word = trimmed(label ? raw.slice(label.length) : raw)
  // 顾梦洁（采购部）: a department in brackets behind a name.
  const [, who, office] = /^([\u4e00-\u9fff]{2,4})[(（]([^()（）]{2,16})[)）]$/u.exec(word) ?? []
  if (who && office && surnameOf(who) && !PLACE_ENDS.test(who)) {
    readWord(reading, parts, waiting, who)
    reading.left.push(office)
    return
  }
  // 28栋501（电梯坏了请爬楼）: what is asked, in brackets behind the place.
  const [, place, asked] =
    /^(.+)[(（](?=[^()（）]{0,100}?(?:请|勿|别|不要|记得|麻烦))([^()（）]*)[)）]$/u.exec(word) ?? []
  if (place && asked) {
    readWord(reading, parts, waiting, place)
    reading.left.push(asked)
    return
  }
  if (/^(?:先生|女士|小姐|男|女)$/u.test(word)) {
    reading.aside.push(word)
    return
  }
  // 叫陈晨, 收件人是赵飞: words before a name.
  const [, call = '', called = ''] =
    /^(我?叫|名字[叫是]|我?是|收件人是|收货人是|联系人是|(?:请|麻烦)?(?:电话)?联系)([\u4e00-\u9fff]{2,4})$/u.exec(
      word,
    ) ?? []
  if (call && surnameOf(called)) {
    reading.aside.push(call)
    word = called
  }
  if (CHINESE_THANKS.test(word) || CHINESE_ANNOUNCES.test(word)) {
    reading.aside.push(word)
    return
  }
  if ((CHINESE_WISH.test(word) || CHINESE_ASKS.test(word)) && !/\d/.test(word)) {
    reading.left.push(word)
    return
  }
  const lead = CHINESE_LEAD.exec(word)?.[0] ?? chineseLead(word)
  if (lead) {
    reading.aside.push(lead)
    word = trimmed(word.slice(lead.length))
  }
  const country = /^(?:中华人民共和国|中国大陆|中国)/u.exec(word)?.[0]
  if (country) {
    reading.aside.push(country)
    reading.found.country ??= 'CN'
    word = trimmed(word.slice(country.length))
  }
  if (word === '') return
  if (countryOf(word) === 'CN') {
    reading.aside.push(word)
    reading.found.country ??= 'CN'
    return
  }
  const code = /(?<!\d)\d{6}(?!\d)/.exec(word)?.[0]
  const codeFree =
    code !== undefined &&
    reading.found.postalCode === undefined &&
    !/[号栋楼室]/u.test(word.slice(word.indexOf(code) + 6).slice(0, 1))
  if (code && codeFree) {
    put(reading, 'postalCode', code)
    for (const side of word.split(code).map(trimmed).filter(Boolean))
      readWord(reading, parts, waiting, side)
    return
  }
  const numbered = parts.street.some((part) => /\d/.test(part))
  const plain = isLatinName(word) || isPlainName(word) || (numbered && isSurnamed(word))
  // 80661 高雄市: a code of five signs in front.
  if (
    /^(?:\d{3}(?:\d{2,3})?|\d{3}-\d{4})$/.test(word) &&
    !parts.began &&
    reading.found.postalCode === undefined
  ) {
    put(reading, 'postalCode', word)
    return
  }
  // 蔡宗翰 0921000111 30013: behind everything.
  if (
    /^\d{3}(?:\d{2})?$/.test(word) &&
    reading.found.country === 'TW' &&
    reading.found.phone !== undefined
  ) {
    put(reading, 'postalCode', word)
    return
  }
  // 220新北市: the code in front of its county.
  const [, ahead = '', county = ''] = /^(\d{3}(?:\d{2,3})?)(\p{Script=Han}.*)$/u.exec(word) ?? []
  if (ahead && !parts.began && startsOutside(county)?.country === 'TW') {
    put(reading, 'postalCode', ahead)
    word = county
  }
  // 腾云科技, 林记家具: a trade by its last signs.
  if (reading.found.company === undefined && parts.street.length > 0 && TRADE_END.test(word)) {
    put(reading, 'company', word)
    return
  }
  // 玉环鼎固阀门厂: a works by its last sign.
  if (
    reading.found.company === undefined &&
    parts.began &&
    /^(?!.*[路街号村镇])\p{Script=Han}{5,}厂$/u.test(word)
  ) {
    put(reading, 'company', word)
    return
  }
  const outside = parts.began ? null : startsOutside(word)
  if (outside && !isCompany(word)) {
    readOutside(reading, parts, word, outside)
    return
  }
  // A company's name begins with its city, too.
  if (
    reading.found.company === undefined &&
    isCompany(word) &&
    !/\d+[号栋楼室]|[路街]\d/u.test(word)
  ) {
    put(reading, 'company', word)
    return
  }
  const region =
    !parts.began && (startsRegion(word) ?? startsCity(word, null) ?? startsDistrict(word, null))
  if (
    region &&
    !(
      plain &&
      reading.found.name === undefined &&
      !startsRegion(word) &&
      !isWholeCity(word) &&
      !(parts.more && startsCity(word, null)?.length === word.length)
    )
  ) {
    parts.began = true
    const rest = readRegion(reading, parts, word)
    if (rest) parts.street.push(rest)
    return
  }
  if (parts.street.length > 0 && readAgain(reading, parts, word)) return
  // 乐清市 柳市镇: places chosen one by one.
  if (
    parts.began &&
    parts.known.city !== null &&
    CHOSEN.test(word) &&
    !BUILT.test(word) &&
    !parts.street.includes(word)
  ) {
    if (!readMore(reading, parts, word)) parts.street.push(word)
    return
  }
  if (parts.began && parts.street.length === 0 && readMore(reading, parts, word)) return
  // A district by its short name, where the name still comes: 北京 海淀.
  if (plain && parts.began && parts.street.length === 0 && parts.more) {
    parts.street.push(word)
    return
  }
  if (parts.street.length > 0 && SECTION.test(word)) {
    parts.street.push(word)
    return
  }
  if (parts.street.length > 0 && SECTION.test(bareName(word))) {
    parts.street.push(word)
    return
  }
  if (plain && reading.found.name === undefined) {
    parts.names.push({ word, at: parts.street.length })
    return
  }
  if (/^(?:先生|女士|小姐|男|女|收|亲收|亲启|收件|收货|启)$/u.test(word)) reading.aside.push(word)
  else if (
    STREET_ENDS.test(word) ||
    (parts.street.length > 0 &&
      /^\p{Script=Han}{5,}$/u.test(word) &&
      !isLongName(reading, parts, word)) ||
    (parts.began &&
      /^[\dA-Za-z-]*(?:档|铺|铺位|室|房|号|户|座|楼|层|栋|幢|门|档口|摊位|仓|床|单元)?$/u.test(
        word,
      )) ||
    /^[\p{Script=Han}\dA-Za-z-]+(?:公寓|宿舍|大厦|广场|小区|家园|校区)$/u.test(word)
  )
    parts.street.push(word)
  else waiting.push(word)
}
